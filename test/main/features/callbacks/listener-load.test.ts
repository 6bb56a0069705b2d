import { connect, type Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test } from 'vitest';
import { bodyLimits } from '../../../../main/features/callbacks/body-reader.ts';
import { Listener, type ListenerDeps } from '../../../../main/features/callbacks/listener.ts';
import { listenerSettings } from '../../../../preload/contract/callbacks.ts';

const MiB = 1024 * 1024;

interface Opened {
  listener: Listener;
  port: number;
}

async function opened(
  receive: ListenerDeps['receive'],
  limits: Partial<typeof bodyLimits> = {},
  answer: 'verify' | 'never' = 'verify',
): Promise<Opened> {
  const deps = {
    receive,
    now: Date.now,
    onChange: () => undefined,
    log: () => undefined,
    redact: (text: string) => text,
  };
  const settings = listenerSettings.parse({ answer: { kind: answer } });
  const listener = await Listener.open(settings, deps, { ...bodyLimits, ...limits });
  onTestFinished(() => listener.close());
  return { listener, port: Number(new URL(listener.url).port) };
}

/** A raw connection with everything that came back on it. */
function connected(port: number): { socket: Socket; came(): string; ended: Promise<string> } {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let answer = '';
  socket.on('error', () => undefined);
  socket.on('data', (part) => {
    answer += part;
  });
  const ended = new Promise<string>((resolve) => socket.once('close', () => resolve(answer)));
  return { socket, came: () => answer, ended };
}

const head = (bytes: number, more = '') =>
  `POST /callback HTTP/1.1\r\nHost: x\r\nContent-Length: ${bytes}\r\n${more}\r\n`;

function posted(port: number, bytes: number) {
  const sent = connected(port);
  sent.socket.write(head(bytes, 'Connection: close\r\n'));
  sent.socket.write(Buffer.alloc(bytes, 'x'));
  return sent;
}

test('a body is not held while its answer is delayed', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const bodies: WeakRef<Uint8Array>[] = [];
  const { port } = await opened(
    async ({ body }) => {
      bodies.push(new WeakRef(body));
      return undefined;
    },
    {},
    'never',
  );
  for (let index = 0; index < 3; index++) {
    posted(port, 4 * MiB);
  }
  await expect.poll(() => bodies.length).toBe(3);
  const held = () => {
    collect();
    return bodies.filter((body) => body.deref() !== undefined).length;
  };
  await expect.poll(held).toBe(0);
});

test('bodies that wait to be kept are bounded in all; the others are asked to come again', async () => {
  const keep = Promise.withResolvers<number>();
  const sizes: number[] = [];
  const { listener, port } = await opened(
    ({ body }) => {
      sizes.push(body.byteLength);
      return keep.promise;
    },
    { smallBytes: 100_000, largeBytes: 8 * MiB },
  );
  const large = Array.from({ length: 5 }, () => posted(port, 3 * MiB));
  const small = Array.from({ length: 5 }, () => posted(port, 40_000));
  await expect
    .poll(() => [...large, ...small].filter(({ came }) => came().startsWith('HTTP/1.1 503 ')).length)
    .toBe(6);
  await expect.poll(() => sizes.toSorted((a, b) => a - b)).toEqual([40_000, 40_000, 3 * MiB, 3 * MiB]);
  const refused = [...large, ...small].find(({ came }) => came() !== '');
  expect(refused?.came()).toMatch(/\r\nRetry-After: 5\r\n/);
  expect(listener.fault).toContain('Too many callbacks arrived at the same time.');
  keep.resolve(200);
  await expect.poll(() => [...large, ...small].filter(({ came }) => came().includes(' 200 ')).length).toBe(4);
  // The space of those bodies is free again.
  expect(await posted(port, 3 * MiB).ended).toMatch(/^HTTP\/1\.1 200 /);
  expect(await posted(port, 60_000).ended).toMatch(/^HTTP\/1\.1 200 /);
  expect(listener.fault).toBeUndefined();
});

test('a body whose length is not declared is held with its real length once it is read', async () => {
  const keep = Promise.withResolvers<number>();
  let count = 0;
  const { port } = await opened(
    () => {
      count += 1;
      return keep.promise;
    },
    { largeBytes: MiB },
  );
  const chunked = () => {
    const sent = connected(port);
    sent.socket.write(
      'POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n',
    );
    sent.socket.write(`30d40\r\n${'x'.repeat(200_000)}\r\n0\r\nX-Trailer: a\r\n\r\n`);
    return sent.ended;
  };
  const all = [chunked(), chunked(), chunked()];
  await expect.poll(() => count).toBe(3);
  keep.resolve(204);
  for (const answer of await Promise.all(all)) {
    expect(answer).toMatch(/^HTTP\/1\.1 204 /);
  }
});

test('stalled senders of large bodies hold only what they sent, and others pass', async () => {
  const { port } = await opened(async () => 200, { largeBytes: 4 * MiB });
  const stalled = Array.from({ length: 4 }, () => {
    const one = connected(port);
    one.socket.write(head(16 * MiB));
    one.socket.write(Buffer.alloc(100_000, 'x'));
    return one;
  });
  await expect.poll(() => stalled.every(({ socket }) => socket.bytesWritten > 100_000)).toBe(true);
  expect(await posted(port, 2 * MiB).ended).toMatch(/^HTTP\/1\.1 200 /);
});

test('requests that are sent without waiting for answers end their connection, and do not count after it', async () => {
  const { port, listener } = await opened(async () => undefined, {}, 'never');
  for (let round = 0; round < 150; round++) {
    const one = connected(port);
    one.socket.write(`${head(2)}{}`.repeat(round === 0 ? 1000 : 20));
    await one.ended;
    if (round === 0) {
      expect(listener.received).toBeLessThan(20);
    }
  }
  // More than may be unanswered in all were sent.
  listener.answer = { kind: 'verify' };
  const { received } = listener;
  expect(await posted(port, 10).ended).not.toContain(' 503 ');
  expect(listener.received).toBe(received + 1);
});

test('a request of a web page is refused, with any origin', async () => {
  let received = 0;
  const { port, listener } = await opened(async () => {
    received += 1;
    return 200;
  });
  for (const origin of ['https://example.com', 'null', `http://127.0.0.1:${port}`]) {
    const one = connected(port);
    one.socket.write(`${head(2, `Origin: ${origin}\r\n`)}{}`);
    expect(await one.ended).toMatch(/^HTTP\/1\.1 403 /);
  }
  expect([received, listener.refused]).toEqual([0, 3]);
  // The name under which a tunnel is reached.
  expect(await posted(port, 10).ended).toMatch(/^HTTP\/1\.1 200 /);
});
