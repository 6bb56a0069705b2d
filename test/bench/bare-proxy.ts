import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';

// A minimal Node proxy between a browser and a service: it forwards each request and pipes the response back. Arguments: the service's
// address, login and password.

const [base = '', login = '', password = ''] = process.argv.slice(2);
const service = new URL(base);
const auth = `${login}:${password}`;

const server = createServer((asked, answer) => {
  const { hostname, port } = service;
  request({ hostname, port, path: asked.url, auth }, (response) => {
    answer.writeHead(response.statusCode ?? 502, response.headers);
    pipeline(response, answer, () => undefined);
  }).end();
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`);
});
