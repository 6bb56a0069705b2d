import { Server as HttpServer } from 'node:http';
import { Server as HttpsServer } from 'node:https';
import type { Server } from 'node:net';
import { onTestFinished } from 'vitest';
import { listen } from './listen.ts';

/** Listens until the test that calls it has finished. Returns the port. */
export async function listenForTest(server: Server): Promise<number> {
  const port = await listen(server);
  onTestFinished(() => {
    if (server instanceof HttpServer || server instanceof HttpsServer) {
      server.closeAllConnections();
    }
    server.close();
  });
  return port;
}
