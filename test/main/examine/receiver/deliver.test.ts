import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createTcpServer, type Socket } from 'node:net';
import { createSecureContext } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { deliver, isAccepted } from '../../../../main/examine/receiver/deliver.ts';
import { makeCertificate } from '../../../journeys/certificate.ts';
import { listenForTest } from '../../../support/listen-for-test.ts';

const message = { headers: [['X-Signature', 'ab']] as [string, string][], body: Buffer.from('{"ż":1}') };

async function answering(listener: RequestListener): Promise<URL> {
  const server = createServer(listener);
  onTestFinished(() => server.closeAllConnections());
  return new URL(`http://receiver.invalid:${await listenForTest(server)}/in`);
}

const send = (url: URL, more = {}) => deliver(message, { url, ip: '127.0.0.1', patienceMs: 5000, ...more });

test('the message is sent byte for byte to the address that was checked, whatever the name is', async () => {
  const received: unknown[] = [];
  const url = await answering((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      received.push([
        request.method,
        request.headers.host,
        Buffer.concat(parts).toString(),
        request.rawHeaders[0],
      ]);
      response.writeHead(202, { 'X-Note': 'a' }).end('thanks');
    });
  });
  const answer = await send(url);
  expect(received).toEqual([['POST', url.host, '{"ż":1}', 'X-Signature']]);
  expect(answer).toMatchObject({ kind: 'answered', status: 202, isComplete: true });
  expect(answer.kind === 'answered' && Buffer.from(answer.body).toString()).toBe('thanks');
  expect(answer.kind === 'answered' && answer.headers[0]).toEqual(['X-Note', 'a']);
  expect(isAccepted(answer)).toBe(true);
});

test('nothing is sent to an IP address other than the one that was checked', async () => {
  let requests = 0;
  const url = await answering((_request, response) => {
    requests += 1;
    response.end();
  });
  const answer = await send(new URL(`http://127.0.0.1:${url.port}`), { ip: '127.0.0.2' });
  expect(answer).toMatchObject({ kind: 'unanswered', code: 'OTHER_ADDRESS' });
  expect(requests).toBe(0);
});

test('a redirect is an answer and is not followed', async () => {
  let requests = 0;
  const url = await answering((_request, response) => {
    requests += 1;
    response.writeHead(307, { location: '/elsewhere' }).end();
  });
  const answer = await send(url);
  expect(answer).toMatchObject({ kind: 'answered', status: 307 });
  expect(isAccepted(answer)).toBe(false);
  expect(requests).toBe(1);
});

test('an endless body is cut, and a body that never ends is not waited for', async () => {
  const endless = await answering((_request, response) => {
    const write = () => {
      while (response.write('x'.repeat(16_384))) {
        // Until the buffer is full.
      }
    };
    response.writeHead(200).on('drain', write);
    write();
  });
  const cut = await send(endless, { keepBytes: 1000 });
  expect(cut).toMatchObject({ status: 200, isComplete: false });
  expect(cut.kind === 'answered' && cut.body.byteLength).toBe(1000);
  const unfinished = await answering((_request, response) => {
    response.writeHead(200).write('a');
  });
  expect(await send(unfinished)).toMatchObject({ status: 200, isComplete: false });
});

test('no answer in time, a refused connection, a closed one and a cancelled one are distinguished', async () => {
  const sockets: Socket[] = [];
  onTestFinished(() => sockets.forEach((socket) => void socket.destroy()));
  const silent = await listenForTest(createTcpServer((socket) => void sockets.push(socket)));
  const at = (port: number) => new URL(`http://127.0.0.1:${port}/`);
  expect(await send(at(silent), { patienceMs: 50 })).toMatchObject({ reason: 'no-answer-in-time' });
  const controller = new AbortController();
  const pending = send(at(silent), { signal: controller.signal });
  controller.abort();
  expect(await pending).toMatchObject({ reason: 'cancelled' });
  const closing = await listenForTest(createTcpServer((socket) => void socket.destroy()));
  expect(await send(at(closing))).toMatchObject({ reason: 'closed', code: 'ECONNRESET' });
  const ended = createTcpServer();
  const port = await listenForTest(ended);
  await new Promise((resolve) => ended.close(resolve));
  expect(await send(at(port))).toMatchObject({ reason: 'refused', code: 'ECONNREFUSED' });
});

test('https needs a trusted certificate for the name', async () => {
  const own = makeCertificate();
  onTestFinished(() => own.remove());
  const server = createTlsServer(own, (_request, response) => response.writeHead(204).end());
  onTestFinished(() => server.closeAllConnections());
  const port = await listenForTest(server);
  const secureContext = createSecureContext({ ca: own.cert });
  const at = (host: string) => new URL(`https://${host}:${port}/`);
  expect(await send(at('127.0.0.1'), { secureContext })).toMatchObject({ status: 204 });
  expect(await send(at('127.0.0.1'))).toMatchObject({ reason: 'certificate' });
  expect(await send(at('receiver.invalid'), { secureContext })).toMatchObject({ reason: 'certificate' });
});

test('an answer of 101 ends the delivery, although the receiver keeps the connection', async () => {
  const server = createTcpServer((socket) =>
    socket.on('data', () =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'),
    ),
  );
  const url = new URL(`http://receiver.invalid:${await listenForTest(server)}/in`);
  const answer = await send(url);
  expect(answer).toMatchObject({ kind: 'answered', status: 101 });
  expect(isAccepted(answer)).toBe(false);
});
