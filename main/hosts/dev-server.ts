import { omitUndefined } from '../../preload/contract/objects.ts';
import { type PageAnswer, pageAnswer } from './page.ts';

/**
 * Vite's development server on this machine, where one was named; it is for `npm run dev` only.
 *
 * @param address such as `http://127.0.0.1:5173`
 * @throws Error for another machine's address
 */
export function devServerOrigin(address: string | undefined): string | undefined {
  if (address === undefined || address === '') {
    return undefined;
  }
  const url = new URL(address);
  if (url.protocol !== 'http:' || !['127.0.0.1', 'localhost'].includes(url.hostname)) {
    throw new Error('The development server must be an http address of this machine.');
  }
  return url.origin;
}

/**
 * Fetches a file of the interface from the development server. The page keeps the console's own origin and a policy as
 * strict as the built one's, but for the server's socket and the scripts it writes into the page, which carry the nonce.
 *
 * @param target path and query, such as `/main.tsx?t=1`
 */
export async function devAnswer(
  devServer: string,
  target: string,
  accept: string | undefined,
  mediaSource?: string,
): Promise<PageAnswer> {
  const response = await fetch(`${devServer}${target}`, { headers: { accept: accept ?? '*/*' } });
  const contentType = response.headers.get('content-type') ?? 'application/octet-stream';
  const compilesWasm = target.includes('worker_file');
  const sources = { contentType, devServer, compilesWasm, ...omitUndefined({ mediaSource }) };
  return { ...pageAnswer(new Uint8Array(await response.arrayBuffer()), sources), status: response.status };
}
