import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type Composed, startComposed } from '../../../support/composed.ts';
import { fullTests } from '../../../support/full-tests.ts';
import { makeCertificates } from '../../service/support/certificates.ts';
import { messageOf, post, type Receiving, startReceiving } from './callbacks-harness.ts';

let receiving: Receiving;
let shared: Composed;
beforeAll(async () => {
  shared = await startComposed();
});
afterAll(() => shared.close());
beforeEach(async () => {
  receiving = await startReceiving({}, shared);
});
afterEach(() => receiving.close());

const port = () => Number(new URL(receiving.url).port);
const total = async () => {
  const { bridge, environmentId } = receiving;
  return (await bridge.invoke('callbacks.list', { environmentId, filter: {}, from: 0, count: 1 })).total;
};
const state = () => receiving.bridge.invoke('callbacks.listener', { environmentId: receiving.environmentId });

/** A raw connection that never ends the process with an error. */
function socket(): Socket {
  const made = connect(port(), '127.0.0.1');
  made.on('error', () => undefined);
  onTestFinished(() => void made.destroy());
  return made;
}

/** Sends bytes and resolves with everything that came back when the connection ends. */
function exchange(bytes: string | Uint8Array): Promise<string> {
  return new Promise((resolve) => {
    const one = socket();
    let answer = '';
    one.on('data', (part) => {
      answer += part;
    });
    one.on('close', () => resolve(answer));
    one.write(bytes);
  });
}

/** The listener still answers a valid message. */
async function expectAlive(id: string): Promise<void> {
  expect(await post(receiving.url, messageOf('finished', { id }))).toBe(200);
}

describe('requests that are none', () => {
  test('another method is answered 405, and a body above the limit 413', async () => {
    expect((await fetch(receiving.url)).status).toBe(405);
    expect((await fetch(receiving.url, { method: 'PUT', body: 'x' })).status).toBe(405);
    const large = await exchange(
      `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${17 * 1024 * 1024}\r\n\r\n${'x'.repeat(1000)}`,
    );
    expect(large).toMatch(/^HTTP\/1\.1 413 /);
    expect(await total()).toBe(0);
    await expect.poll(async () => (await state()).refused).toBe(3);
    await expectAlive('after');
  });

  test('a body that grows beyond the limit without a declared length is cut off', async () => {
    const status = await new Promise<number | undefined>((resolve) => {
      const sent = request(receiving.url, { method: 'POST' }, (answer) =>
        resolve(answer.resume().statusCode),
      );
      sent.on('error', () => resolve(undefined));
      const chunk = Buffer.alloc(1024 * 1024, 'x');
      const write = () => {
        while (!sent.destroyed && sent.write(chunk)) {
          // Until the connection is full.
        }
      };
      sent.on('drain', write);
      write();
    });
    // Closed while it is still sent: the answer may be lost with the connection.
    expect([413, undefined]).toContain(status);
    expect(await total()).toBe(0);
    await expectAlive('after');
  });

  test('oversized headers, nonsense and half requests do not stop it', async () => {
    expect(await exchange(`POST / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(100_000)}\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 431 /,
    );
    expect(await exchange('\u0000\u0001\u0002 nonsense\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
    expect(await exchange('POST / HTTP/9.9\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
    expect(
      await exchange('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n'),
    ).toMatch(/^HTTP\/1\.1 400 /);
    // Both lengths: a request that two servers would read differently.
    expect(
      await exchange(
        'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      ),
    ).toMatch(/^HTTP\/1\.1 400 /);
    const half = socket();
    half.end('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nhalf');
    const cut = socket();
    cut.write('POST / HTTP/1.1\r\nHos');
    cut.once('connect', () => cut.destroy());
    await expectAlive('after');
    expect(await total()).toBe(1);
  });

  const rounds = fullTests ? 20 : 3;

  test('random bytes, by the hundred', async () => {
    let seed = 42;
    const random = () => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      return seed / 2 ** 32;
    };
    const valid = Buffer.from(
      'POST /callback HTTP/1.1\r\nHost: x\r\nContent-Length: 12\r\n\r\n{"id":"a"}\r\n',
    );
    for (let round = 0; round < rounds; round++) {
      const sockets = Array.from({ length: 50 }, () => {
        const bytes = Buffer.from(valid);
        for (let change = 0; change < 1 + random() * 6; change++) {
          bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
        }
        const one = socket();
        one.end(bytes.subarray(0, Math.ceil(random() * bytes.length)));
        return new Promise<void>((resolve) => one.once('close', () => resolve()).resume());
      });
      await Promise.all(sockets);
    }
    await expectAlive('after');
  });

  test('connections that send nothing, or their body one byte at a time, do not block others', async () => {
    const slow = Array.from({ length: 200 }, (_, index) => {
      const one = socket();
      one.write(
        index % 2 === 0
          ? 'POST / HTTP/1.1\r\nHost: x\r\n'
          : 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\n{',
      );
      return one;
    });
    await Promise.all(slow.map((one) => new Promise((resolve) => one.once('connect', resolve))));
    for (const one of slow) {
      one.write('x');
    }
    const begun = performance.now();
    await expectAlive('meanwhile');
    // They would hold it for their whole timeout of 10 seconds.
    expect(performance.now() - begun).toBeLessThan(8000);
  });

  test('a slow header is ended by the timeout', async () => {
    const begun = performance.now();
    expect(await exchange('POST / HTTP/1.1\r\nHost: x\r\nX-Never')).toMatch(/^HTTP\/1\.1 408 /);
    // The limit for a whole request is 30 seconds.
    expect(performance.now() - begun).toBeLessThan(25_000);
    await expectAlive('after');
  });
});

describe('bodies', () => {
  test('of any size up to the limit are kept byte for byte', async () => {
    const { bridge, environmentId } = receiving;
    for (const bytes of [70_000, 1_000_000, 9_000_000]) {
      const message = messageOf('finished', { id: `of ${bytes}`, bytes });
      expect(await post(receiving.url, message)).toBe(200);
      const { rows } = await bridge.invoke('callbacks.list', {
        environmentId,
        filter: {},
        from: 0,
        count: 1,
      });
      const found = await bridge.invoke('callbacks.get', { environmentId, id: rows[0]?.id ?? 0 });
      expect(rows[0]).toMatchObject({ state: 'valid', bytes: message.body.byteLength });
      expect(Buffer.compare(found.body, message.body)).toBe(0);
    }
  });

  const many = fullTests ? 30 : 12;

  test('many large ones at once are received, and none is lost', async () => {
    const messages = Array.from({ length: many }, (_, index) =>
      messageOf('finished', { id: `large ${index}`, bytes: 2_000_000 }),
    );
    const statuses = await Promise.all(messages.map((message) => post(receiving.url, message)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await total()).toBe(many);
  });
});

describe('addresses', () => {
  test('HTTPS with a certificate of one’s own', async () => {
    const { bridge, environmentId } = receiving;
    const certificates = makeCertificates();
    onTestFinished(() => certificates.remove());
    const { key, cert } = certificates.good;
    const { url = '' } = await bridge.invoke('callbacks.start', {
      environmentId,
      settings: { tls: { key: String(key), certificate: String(cert) } },
    });
    expect(url).toMatch(/^https:\/\/127\.0\.0\.1:/);
    const { request: secureRequest } = await import('node:https');
    const { headers, body } = messageOf('finished');
    const status = await new Promise((resolve, reject) => {
      const options = { method: 'POST', headers: Object.fromEntries(headers), rejectUnauthorized: false };
      secureRequest(url, options, (answer) => resolve(answer.resume().statusCode))
        .on('error', reject)
        .end(body);
    });
    expect(status).toBe(200);
    // Plain HTTP at the same port does not stop it.
    expect(await exchangeAt(Number(new URL(url).port), 'POST / HTTP/1.1\r\n\r\n')).not.toContain('200');
    expect((await state()).received).toBe(1);
  });

  test('a port that is taken, and a key that does not belong to its certificate, are said', async () => {
    const { bridge, environmentId } = receiving;
    const other = await receiving.add('Other', 'http://127.0.0.1:9');
    await bridge.invoke('environments.select', { environmentId: other });
    await expect(
      bridge.invoke('callbacks.start', { environmentId: other, settings: { port: port() } }),
    ).rejects.toMatchObject({ view: { message: expect.stringContaining('is already in use') } });
    await expect(
      bridge.invoke('callbacks.start', {
        environmentId: other,
        settings: { tls: { key: 'x', certificate: 'y' } },
      }),
    ).rejects.toMatchObject({
      view: { message: expect.stringContaining('key or the certificate cannot be read') },
    });
    // The listener of the other environment goes on.
    await bridge.invoke('environments.select', { environmentId });
    await expectAlive('still');
  });

  test('it starts again where it was started last, unless told otherwise', async () => {
    const { bridge, environmentId, url } = receiving;
    await bridge.invoke('callbacks.stop', { environmentId });
    expect((await state()).kept).toEqual({ address: '127.0.0.1', port: port() });
    const again = await bridge.invoke('callbacks.start', { environmentId, settings: {} });
    expect(again.url).toBe(url);
    const { listeners } = await bridge.invoke('application.preferences', {});
    expect(listeners?.[environmentId]).toEqual({ address: '127.0.0.1', port: port() });
    const free = await bridge.invoke('callbacks.start', { environmentId, settings: { port: 0 } });
    expect(free.url).not.toBe(url);
  });

  test('it ends with its environment', async () => {
    const { bridge, environmentId } = receiving;
    await bridge.invoke('environments.select', { environmentId: 'sandbox' });
    await bridge.invoke('environments.delete', { environmentId });
    await expect.poll(() => post(receiving.url, messageOf('finished'))).toBeUndefined();
  });
});

function exchangeAt(at: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    const one = connect(at, '127.0.0.1');
    let answer = '';
    one.on('data', (part) => {
      answer += part;
    });
    one.on('error', () => undefined);
    one.on('close', () => resolve(answer));
    one.end(text);
  });
}
