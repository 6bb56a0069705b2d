import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A service whose conversations are active until they are expired; prints its address as one line of JSON. */
const expired = new Set<string>();
const server = createServer((request, response) => {
  const id = /^\/api\/conversations\/([^/?]+)/.exec(request.url ?? '')?.[1] ?? '';
  if (request.method === 'DELETE') {
    expired.add(id);
    response.writeHead(202, { 'content-length': 0, 'x-request-id': id }).end();
    return;
  }
  const body = JSON.stringify({
    id,
    userKey: `bench-${id}`,
    status: expired.has(id) ? 'EXPIRED' : 'IN_PROGRESS',
    result: { identity: { status: 'IN_PROGRESS', user: {} } },
  });
  response.writeHead(200, {
    'content-type': 'application/vnd.service.v1.1+json',
    'content-length': Buffer.byteLength(body),
    'x-request-id': id,
  });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ baseUrl: `http://127.0.0.1:${port}` })}\n`);
});
process.once('SIGTERM', () => server.close(() => process.exit()));
process.once('SIGTERM', () => server.closeAllConnections());
