import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * An HTTP proxy in a process of its own, which prints its port: writes each target and request to the file it is given, refuses tunnels to
 * port 443 and answers everything else itself, with 404.
 */
const [, , file = ''] = process.argv;
const record = (text: string) => appendFileSync(file, `${text}\n`);
const server = createServer((request, response) => {
  record(`${request.method} ${request.url}`);
  response.writeHead(404).end();
});
server.on('connect', (request, socket) => {
  record(`CONNECT ${request.url}`);
  if (request.url?.endsWith(':443')) {
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  } else {
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    server.emit('connection', socket);
  }
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
