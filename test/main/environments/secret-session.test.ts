import { createCipheriv, createDecipheriv, getDiffieHellman, hkdfSync, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { BusCall } from '../../../main/environments/bus-wire.ts';
import type { BusVariant } from '../../../main/environments/dbus-codec.ts';
import { openSecretSession } from '../../../main/environments/secret-session.ts';
import { BusRefusal, type SessionBus } from '../../../main/environments/session-bus.ts';

/** The service's end of a session, written from the specification with Node's own group. */
class ServiceEnd implements SessionBus {
  readonly calls: BusCall[] = [];
  /** What it answers instead of its public key. */
  answer: Uint8Array | string | undefined;
  refusal: Error | undefined;
  key: Buffer = Buffer.alloc(0);

  async call(call: BusCall) {
    this.calls.push(call);
    const [algorithm, input] = call.args as [string, BusVariant];
    if (algorithm === 'plain') {
      return ['', '/session/plain'];
    }
    if (this.refusal) {
      throw this.refusal;
    }
    const group = getDiffieHellman('modp2');
    const ours = group.generateKeys();
    const shared = group.computeSecret(input.value as Uint8Array);
    const padded = Buffer.concat([Buffer.alloc(128 - shared.length), shared]);
    this.key = Buffer.from(hkdfSync('sha256', padded, '', '', 16));
    return [this.answer ?? new Uint8Array(ours), '/session/1'];
  }

  signal(): Promise<never> {
    return Promise.reject(new Error('A session needs no signal.'));
  }

  close(): void {
    // There is no connection.
  }
}

const secret = 'Zażółć 李小龍 and more than one block of sixteen bytes';

describe('an encrypted session', () => {
  test('carries a secret in both directions, which both ends can read', async () => {
    const bus = new ServiceEnd();
    const session = await openSecretSession(bus);
    expect(session.path).toBe('/session/1');
    expect(bus.calls).toHaveLength(1);
    expect(bus.calls[0]).toMatchObject({
      destination: 'org.freedesktop.secrets',
      path: '/org/freedesktop/secrets',
      interface: 'org.freedesktop.Secret.Service',
      member: 'OpenSession',
      signature: 'sv',
      args: ['dh-ietf1024-sha256-aes128-cbc-pkcs7', { signature: 'ay' }],
    });

    const [path, iv, sealed, type] = session.seal(secret) as [string, Uint8Array, Uint8Array, string];
    expect([path, type]).toEqual(['/session/1', 'text/plain']);
    expect(iv).toHaveLength(16);
    expect(Buffer.from(sealed).includes('block of sixteen')).toBe(false);
    const decipher = createDecipheriv('aes-128-cbc', bus.key, iv);
    expect(Buffer.concat([decipher.update(sealed), decipher.final()]).toString()).toBe(secret);

    const ivBack = randomBytes(16);
    const cipher = createCipheriv('aes-128-cbc', bus.key, ivBack);
    const back = Buffer.concat([cipher.update(secret), cipher.final()]);
    expect(session.open(['/session/1', new Uint8Array(ivBack), new Uint8Array(back), 'text/plain'])).toBe(
      secret,
    );
  });

  test('uses a new initialization vector for each secret', async () => {
    const session = await openSecretSession(new ServiceEnd());
    expect(session.seal(secret)).not.toEqual(session.seal(secret));
  });

  test('refuses what it cannot open', async () => {
    const session = await openSecretSession(new ServiceEnd());
    const block = new Uint8Array(16);
    for (const value of [undefined, 'text', [], ['/s', 'no bytes', block], ['/s', block, 'no bytes']]) {
      expect(() => session.open(value)).toThrow('sent no secret');
    }
    expect(() => session.open(['/s', block, new Uint8Array(5), 'text/plain'])).toThrow();
  });

  test('needs a key of the service', async () => {
    const bus = new ServiceEnd();
    bus.answer = 'no key';
    await expect(openSecretSession(bus)).rejects.toThrow('sent no key');
  });

  test.each([
    new BusRefusal('org.freedesktop.DBus.Error.AccessDenied', 'no'),
    new Error('org.freedesktop.DBus.Error.NotSupported'),
  ])('is not replaced by a plain one for another error: %s', async (refusal) => {
    const bus = new ServiceEnd();
    bus.refusal = refusal;
    await expect(openSecretSession(bus)).rejects.toBe(refusal);
    expect(bus.calls).toHaveLength(1);
  });
});

test('a service without encryption gets a plain session', async () => {
  const bus = new ServiceEnd();
  bus.refusal = new BusRefusal('org.freedesktop.DBus.Error.NotSupported', 'no');
  const session = await openSecretSession(bus);
  expect(session.path).toBe('/session/plain');
  expect(bus.calls[1]).toMatchObject({
    member: 'OpenSession',
    args: ['plain', { signature: 's', value: '' }],
  });
  const bytes = new Uint8Array(Buffer.from(secret));
  expect(session.seal(secret)).toEqual(['/session/plain', new Uint8Array(), bytes, 'text/plain']);
  expect(session.open(['/session/plain', new Uint8Array(), bytes, 'text/plain'])).toBe(secret);
});
