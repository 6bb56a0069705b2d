import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A service that answers every conversation with a finished one of about 3 kB; prints its address as one line of JSON. */
const checks = Array.from({ length: 20 }, (_, index) => ({
  name: 'CONSISTENCY_CHECK',
  result: 'ACCEPTED',
  details: { field: `PERSON_IDS_NATIONAL_ID_${index}`, reason: 'FORMAT' },
}));
const person = (number: string) => ({
  name: { firstName: 'Specimen', lastName: `Person ${number}` },
  ids: { passport: { id: `SP${number}`, expiryDate: '2031-04-05', issueCountry: 'FI' } },
  info: { birthDate: '1979-11-02', gender: 'FEMALE', nationality: 'FI' },
});

const server = createServer((request, response) => {
  const id = request.url?.split('/').at(-1) ?? '';
  const body = JSON.stringify({
    id,
    userKey: `bench-${id}`,
    url: `https://verify.test/${id}`,
    status: 'FINISHED',
    result: {
      identity: { status: 'FINISHED', user: { person: person(id.slice(-6)) }, errors: [], checks },
      aml: { status: 'FINISHED', found: [] },
    },
    info: [{ country: 'FI', method: 'DOCUMENT' }],
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
