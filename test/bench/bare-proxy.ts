import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';

// A minimal Node proxy between a browser and a service: it forwards each request and pipes the reply back. Arguments: the service's
// address, login and password.

const [base = '', login = '', password = ''] = process.argv.slice(2);
const service = new URL(base);
const auth = `${login}:${password}`;

const server = createServer((asked, response) => {
  const { hostname, port } = service;
  request({ hostname, port, path: asked.url, auth }, (reply) => {
    response.writeHead(reply.statusCode ?? 502, reply.headers);
    pipeline(reply, response, () => undefined);
  }).end();
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`);
});
