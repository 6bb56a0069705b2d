import type { Session } from 'electron';
import { devAnswer } from '../dev-server.ts';
import { pageHeaders } from '../page.ts';
import { servePageFile } from '../page-files.ts';
import { mediaScheme, pageScheme } from './addresses.ts';

const sources = { mediaSource: `${mediaScheme}:` };

/**
 * Serves the built interface under `assay-app://console/`, each file with the policy headers and the page with a new
 * nonce for each load (security checklist 1, 7, 18).
 *
 * @param root the directory of the built interface; nothing outside it can be read
 * @param devServer Vite's development server, which serves the interface instead; only under `npm run dev`
 */
export function servePage(session: Session, root: string, devServer?: string): void {
  session.protocol.handle(pageScheme, (request) => answer(root, request, devServer));
}

async function answer(root: string, request: Request, devServer: string | undefined): Promise<Response> {
  const url = new URL(request.url);
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return refusal(405);
  }
  if (url.host !== 'console') {
    return refusal(404);
  }
  const { mediaSource } = sources;
  const accept = request.headers.get('accept') ?? undefined;
  const file = await (devServer === undefined
    ? servePageFile(root, url.pathname, sources)
    : devAnswer(devServer, `${url.pathname}${url.search}`, accept, mediaSource));
  return file === undefined ? refusal(404) : new Response(file.body, file);
}

function refusal(status: 404 | 405): Response {
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' };
  return new Response('', { status, headers: { ...pageHeaders(undefined, sources), ...headers } });
}
