import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { listen } from '../../../support/listen.ts';

const size = 2 * 1024 ** 3;
const mebi = 1024 ** 2;

test.runIf(process.platform === 'linux')(
  'main’s memory grows by 64 MiB at most while a large video of a service without parts passes',
  { timeout: 180_000 },
  async () => {
    const piece = Buffer.alloc(mebi, 9);
    piece.set([0, 0, 0, 0x18, ...Buffer.from('ftypisom')]);
    const server = createServer(async (_request, response) => {
      response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': size });
      let proceed = () => {};
      response.on('drain', () => proceed()).on('close', () => proceed());
      for (let sent = 0; sent < size && !response.destroyed; sent += piece.length) {
        if (!response.write(piece)) {
          await new Promise<void>((resolve) => {
            proceed = resolve;
          });
        }
      }
      response.end();
    });
    const port = await listen(server);
    try {
      const address = `http://127.0.0.1:${port}`;
      const program = fork(new URL('./spool-memory-program.ts', import.meta.url), [address, String(size)]);
      const [{ status, received, growth }] = await once(program, 'message');
      program.kill();
      expect({ status, received }).toEqual({ status: 206, received: mebi });
      expect(growth / mebi).toBeLessThanOrEqual(64);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  },
);
