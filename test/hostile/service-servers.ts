import type { Socket } from 'node:net';
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib';
import { vendorType } from '../main/service/support/server.ts';

/** A server that answers one request in a hostile way. */
export interface HostileServer {
  name: string;
  answer(socket: Socket): void;
}

/** Writes as fast as the client reads, until the socket closes. */
function flood(socket: Socket, piece: string | Buffer): void {
  const write = () => {
    while (!socket.destroyed && socket.write(piece)) {
      // The next piece is written as well.
    }
  };
  socket.on('drain', write);
  write();
}

/** Writes a piece at intervals until the socket closes. */
function drip(socket: Socket, piece: string): void {
  const timer = setInterval(() => socket.write(piece), 15);
  socket.on('close', () => clearInterval(timer));
}

const head = (status: number, ...lines: string[]) =>
  [`HTTP/1.1 ${status} X`, `content-type: ${vendorType}`, ...lines, '', ''].join('\r\n');
const once =
  (status: number, body: string | Buffer, ...lines: string[]) =>
  (socket: Socket) => {
    socket.write(head(status, `content-length: ${Buffer.byteLength(body)}`, ...lines));
    socket.end(body);
  };

const zeros = Buffer.alloc(64 * 1024 * 1024, '0');
/** A small body that inflates to 64 MiB. */
const bombs = {
  gzip: gzipSync(zeros),
  br: brotliCompressSync(zeros, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  zstd: zstdCompressSync(zeros),
};
const bombInBomb = gzipSync(gzipSync(zeros));

export const hostileServers: readonly HostileServer[] = [
  {
    name: 'a body without end, as fast as it is taken',
    answer: (socket) => {
      socket.write(head(200));
      flood(socket, Buffer.alloc(65_536, ' '));
    },
  },
  {
    name: 'a body without end, a byte at a time',
    answer: (socket) => {
      socket.write(head(200));
      drip(socket, ' ');
    },
  },
  {
    name: 'chunks without end, a byte each',
    answer: (socket) => {
      socket.write(head(200, 'transfer-encoding: chunked'));
      drip(socket, '1\r\n \r\n');
    },
  },
  {
    name: 'headers without end, slowly',
    answer: (socket) => {
      socket.write('HTTP/1.1 200 X\r\n');
      drip(socket, 'a: b\r\n');
    },
  },
  {
    name: 'headers without end, fast',
    answer: (socket) => {
      socket.write('HTTP/1.1 200 X\r\n');
      flood(socket, `a: ${'b'.repeat(4000)}\r\n`);
    },
  },
  {
    name: 'one header of a megabyte',
    answer: (socket) => {
      socket.end(`HTTP/1.1 200 X\r\nx-request-id: ${'a'.repeat(1_000_000)}\r\n\r\n{}`);
    },
  },
  {
    name: 'ten thousand headers',
    answer: (socket) => {
      socket.end(`HTTP/1.1 200 X\r\n${'a: b\r\n'.repeat(10_000)}\r\n{}`);
    },
  },
  {
    name: 'interim responses without end, fast',
    answer: (socket) => flood(socket, 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'),
  },
  {
    name: 'interim responses without end, slowly',
    answer: (socket) => drip(socket, 'HTTP/1.1 100 Continue\r\n\r\n'),
  },
  {
    name: 'an unrequested upgrade',
    answer: (socket) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n');
    },
  },
  {
    name: 'a length of nine petabytes',
    answer: (socket) => {
      socket.write(head(200, 'content-length: 9007199254740991'));
    },
  },
  {
    name: 'a length that is none',
    answer: (socket) => {
      socket.end(head(200, 'content-length: -1'));
    },
  },
  {
    name: 'two lengths',
    answer: (socket) => {
      socket.end(`${head(200, 'content-length: 2', 'content-length: 9')}{}`);
    },
  },
  {
    name: 'a chunk of an impossible size',
    answer: (socket) => {
      socket.end(`${head(200, 'transfer-encoding: chunked')}ffffffffffffffffff\r\n`);
    },
  },
  {
    name: 'a status that is none',
    answer: (socket) => {
      socket.end('HTTP/1.1 99999 X\r\n\r\n');
    },
  },
  {
    name: 'no HTTP',
    answer: (socket) => {
      socket.end('\0'.repeat(10_000));
    },
  },
  { name: 'a retry after a million years', answer: once(503, '', 'retry-after: 31536000000000') },
  { name: 'a retry at no time', answer: once(429, '', 'retry-after: Mon, 99 Foo 99999 99:99:99 GMT') },
  { name: 'a redirect to itself', answer: once(302, '', 'location: /') },
  { name: 'a redirect to no address', answer: once(302, '', 'location: javascript:alert(1)//%zz') },
  ...Object.entries(bombs).flatMap(([coding, body]) => [
    { name: `a bomb in ${coding}`, answer: once(200, body, `content-encoding: ${coding}`) },
    { name: `an error as a bomb in ${coding}`, answer: once(403, body, `content-encoding: ${coding}`) },
  ]),
  { name: 'a bomb in a bomb', answer: once(200, bombInBomb, 'content-encoding: gzip, gzip') },
  {
    name: 'bombs without end',
    answer: (socket) => {
      socket.write(head(200, 'content-encoding: gzip'));
      flood(socket, bombs.gzip);
    },
  },
  { name: 'a hundred codings', answer: once(200, '{}', `content-encoding: ${'gzip, '.repeat(100)}gzip`) },
];
