import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { makeCertificates } from '../../service/support/certificates.ts';
import { type Receiving, startReceiving } from './callbacks-harness.ts';

let receiving: Receiving;
let port: number;
beforeEach(async () => {
  const certificates = makeCertificates();
  onTestFinished(() => certificates.remove());
  const { key, cert } = certificates.good;
  receiving = await startReceiving({ tls: { key: String(key), certificate: String(cert) } });
  port = Number(new URL(receiving.url).port);
});
afterEach(() => receiving.close());

const refused = async () => {
  const { bridge, environmentId } = receiving;
  return (await bridge.invoke('callbacks.listener', { environmentId })).refused;
};

/** A connection that sends something and then waits. */
async function waiting(bytes: Uint8Array): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  await new Promise((resolve) => socket.once('connect', resolve));
  if (bytes.length > 0) {
    socket.write(bytes);
  }
  return socket;
}

const closed = (socket: Socket) =>
  new Promise<void>((resolve) => {
    socket.once('close', () => resolve()).resume();
  });

test('a connection that does not finish its TLS handshake is ended, also one that sends on and on', async () => {
  // The header of a TLS record of 512 bytes, of which one byte comes now and then.
  const header = Buffer.from([0x16, 3, 1, 2, 0]);
  const slow = await waiting(header);
  const drip = setInterval(() => slow.write(Buffer.from([1])), 500);
  onTestFinished(() => clearInterval(drip));
  const silent = await Promise.all(
    Array.from({ length: 30 }, (_, index) => waiting(index % 2 === 0 ? Buffer.alloc(0) : header)),
  );
  await Promise.all([slow, ...silent].map(closed));
  // Each is counted once.
  await expect.poll(refused).toBe(31);
});

test('stopping ends connections in the middle of a handshake at once', async () => {
  const { bridge, environmentId } = receiving;
  const sockets = await Promise.all(Array.from({ length: 20 }, () => waiting(Buffer.alloc(0))));
  const ended = Promise.all(sockets.map(closed));
  await bridge.invoke('callbacks.stop', { environmentId });
  await ended;
});
