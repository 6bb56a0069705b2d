import { readFile } from 'node:fs/promises';
import type { Session } from 'electron';
import { devAnswer } from '../dev-server.ts';
import { newNonce, pageHeaders, pageWithNonce } from '../page.ts';
import { findPageFile } from '../page-files.ts';
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
  if (devServer !== undefined) {
    const accept = request.headers.get('accept') ?? undefined;
    const made = await devAnswer(devServer, `${url.pathname}${url.search}`, accept, sources.mediaSource);
    return respond(made.status, made.body, made.headers);
  }
  const file = await findPageFile(root, url.pathname);
  if (file === undefined) {
    return refusal(404);
  }
  if (file.contentType.startsWith('text/html')) {
    const nonce = newNonce();
    const html = pageWithNonce(await readFile(file.path, 'utf8'), nonce);
    return respond(200, html, { ...pageHeaders(nonce, sources), 'content-type': file.contentType });
  }
  // Read as a whole: the files are small, and `readFile` reads from the application archive.
  const content = await readFile(file.path);
  return respond(200, new Uint8Array(content), {
    ...pageHeaders(undefined, { ...sources, compilesWasm: file.compilesWasm }),
    'content-type': file.contentType,
  });
}

function refusal(status: 404 | 405): Response {
  return respond(status, '', {
    ...pageHeaders(undefined, sources),
    'content-type': 'text/plain; charset=utf-8',
  });
}

function respond(status: number, body: BodyInit, headers: Record<string, string>): Response {
  return new Response(body, { status, headers: { ...headers, 'cache-control': 'no-store' } });
}
