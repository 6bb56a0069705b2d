import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

// A minimal Node receiver of callbacks: it reads each body and answers 200. Nothing is verified or kept.

const server = createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(200).end());
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}/callback` })}\n`);
});
