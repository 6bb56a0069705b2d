import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A callback as received, with its body byte for byte. */
export interface Received {
  path: string;
  method: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Buffer;
}

/** A callback receiver on loopback. */
export interface Receiver {
  url: string;
  received: readonly Received[];
  /** Statuses for the next callbacks, in order; the last one stays. */
  answerWith(...statuses: number[]): void;
  close(): Promise<void>;
}

/** Starts a receiver that answers 204 until another answer is set. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let statuses = [204];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { url = '', method = '', headers } = request;
      received.push({ path: url, method, headers, body: Buffer.concat(parts) });
      const [status = 204, ...rest] = statuses;
      if (rest.length > 0) {
        statuses = rest;
      }
      response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    answerWith(...next) {
      statuses = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
