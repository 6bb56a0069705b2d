import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { invalidKinds } from '../../../../main/examine/messages/invalid.ts';
import { signMessage } from '../../../../main/examine/messages/signing.ts';
import { duties } from '../../../../renderer/features/callbacks/callback-wording.ts';
import { type Composed, startComposed } from '../../../support/composed.ts';
import { messageOf, post, type Receiving, signingKey, startReceiving } from './callbacks-harness.ts';

let console: Receiving;
let shared: Composed;
beforeAll(async () => {
  shared = await startComposed();
});
afterAll(() => shared.close());
beforeEach(async () => {
  console = await startReceiving({}, shared);
});
afterEach(() => console.close());

const list = async (filter = {}) => {
  const { bridge, environmentId } = console;
  return bridge.invoke('callbacks.list', { environmentId, filter, from: 0, count: 100 });
};
const cases = async () => {
  const { bridge, environmentId } = console;
  const dayStarts = { today: 0, yesterday: 0, week: 0 };
  const sort = { by: 'opened', descending: true } as const;
  const { resultId, total } = await bridge.invoke('cases.query', {
    environmentId,
    filter: {},
    sort,
    dayStarts,
  });
  const { rows } = await bridge.invoke('cases.rows', {
    environmentId,
    resultId,
    from: 0,
    count: Math.max(1, total),
  });
  return rows.flatMap((row) => (row ? [row] : []));
};

describe('a callback is verified, kept and answered', () => {
  test('a valid one: 200, with its verdicts, headers and exact body, and its case is in the list', async () => {
    const message = messageOf('finished-aml');
    expect(await post(console.url, message)).toBe(200);
    const { total, rows } = await list();
    expect(total).toBe(1);
    expect(rows[0]).toMatchObject({
      state: 'valid',
      relation: 'first',
      attempt: 1,
      isKnown: true,
      answered: 200,
      source: 'listener',
      callbackId: 'callback-1',
      conversationId: 'conversation-1',
      target: 'CONVERSATION',
      event: 'FINISHED',
      bytes: message.body.byteLength,
    });
    const { bridge, environmentId } = console;
    const found = await bridge.invoke('callbacks.get', { environmentId, id: rows[0]?.id ?? 0 });
    expect(Buffer.from(found.body)).toEqual(Buffer.from(message.body));
    expect(found.headers).toContainEqual(message.headers[1]);
    expect(found.verification?.signature).toMatchObject({ verdict: 'match', key: { label: 'Main' } });
    expect(found.verification?.time.verdict).toBe('good');
    expect(found).toMatchObject({ method: 'POST', path: '/callback' });
    const [row] = await cases();
    expect(row).toMatchObject({ conversationId: 'conversation-1', status: 'FINISHED', aml: ['PEP'] });
    const state = await bridge.invoke('callbacks.listener', { environmentId });
    expect(state).toMatchObject({ received: 1, refused: 0, answer: { kind: 'verify' } });
  });

  test('every invalid kind is kept with its verdict and rejected, and brings no case', async () => {
    for (const kind of invalidKinds) {
      const { body } = messageOf('finished', { id: kind.id, conversationId: `about-${kind.id}` });
      const status = await post(console.url, kind.make({ body, key: signingKey, now: Date.now() }));
      expect([kind.id, status]).toEqual([kind.id, 401]);
    }
    const { total, rows } = await list({ show: 'problems' });
    expect(total).toBe(invalidKinds.length);
    expect(new Set(rows.map(({ state }) => state))).toEqual(
      new Set(['wrong-signature', 'outside-time', 'not-verified']),
    );
    expect(await cases()).toEqual([]);
    expect(rows.find(({ state }) => state === 'wrong-signature')?.relation).toBe('first');
  });

  test('a forged message brings no case', async () => {
    const forged = messageOf('finished', { key: 'another key', conversationId: 'forged' });
    expect(await post(console.url, forged)).toBe(401);
    expect(await cases()).toEqual([]);
  });

  test('a genuine one that came too late brings no case; sent again in time it does', async () => {
    const late = messageOf('finished-aml', { now: Date.now() - 600_000 });
    expect(await post(console.url, late)).toBe(401);
    expect(await cases()).toEqual([]);
    const { body } = late;
    expect(await post(console.url, signMessage(body, signingKey, Date.now()))).toBe(200);
    expect(await cases()).toMatchObject([
      { conversationId: 'conversation-1', status: 'FINISHED', aml: ['PEP'] },
    ]);
  });

  test('unknown targets and events are accepted and marked', async () => {
    expect(await post(console.url, messageOf('unknown-event', { id: 'a' }))).toBe(200);
    expect(await post(console.url, messageOf('unknown-target', { id: 'b' }))).toBe(200);
    const { rows } = await list({ show: 'unknown' });
    expect(rows.map(({ target, event, state }) => [target, event, state])).toEqual([
      ['INVOICE', 'CREATED', 'valid'],
      ['CONVERSATION', 'ARCHIVED', 'valid'],
    ]);
  });

  test.each([
    ['an incomplete callback', '{"id":"x","event":"FINISHED"}', 200],
    ['JSON that is no callback', '[1]', 200],
    ['no JSON', '{', 400],
    ['nothing', '', 400],
  ])('signed, %s: kept, and answered as its panel says', async (_what, body, status) => {
    expect(await post(console.url, signMessage(Buffer.from(body), signingKey, Date.now()))).toBe(status);
    const { bridge, environmentId } = console;
    const [row] = (await list()).rows;
    expect(row?.state).toBe('not-a-message');
    const found = await bridge.invoke('callbacks.get', { environmentId, id: row?.id ?? 0 });
    expect(duties(found).some((duty) => duty.includes('answer 400'))).toBe(status === 400);
  });

  test('a signed timestamp that is no time is refused, and not called old', async () => {
    const { body } = messageOf('finished');
    const signature = createHmac('sha256', signingKey).update('soon:').update(body).digest('hex');
    const headers: [string, string][] = [
      ['X-Signature-Timestamp', 'soon'],
      ['X-Signature', signature],
    ];
    expect(await post(console.url, { headers, body })).toBe(401);
    const { bridge, environmentId } = console;
    const [row] = (await list({ show: 'problems' })).rows;
    const found = await bridge.invoke('callbacks.get', { environmentId, id: row?.id ?? 0 });
    expect(duties(found)).toEqual(['Reject it: without a readable timestamp it may be a replay.']);
  });

  test.each(['X-Signature', 'X-Signature-Timestamp'])(
    'without %s it is not verified, says so, and is answered 401',
    async (header) => {
      const message = messageOf('finished');
      message.headers = message.headers.filter(([name]) => name !== header);
      expect(await post(console.url, message)).toBe(401);
      const { bridge, environmentId } = console;
      const [row] = (await list({ show: 'problems' })).rows;
      expect(row?.state).toBe('not-verified');
      const found = await bridge.invoke('callbacks.get', { environmentId, id: row?.id ?? 0 });
      expect(duties(found)[0]).toBe(`Cannot be checked: ${header} is missing.`);
    },
  );

  test('without a signing key a message is kept, not verified, and answered 503', async () => {
    const { bridge } = console;
    const environmentId = await console.add('Without key', 'http://127.0.0.1:9');
    await bridge.invoke('environments.select', { environmentId });
    const { url } = await bridge.invoke('callbacks.start', { environmentId, settings: {} });
    expect(await post(url ?? '', messageOf('finished'))).toBe(503);
    const { rows } = await bridge.invoke('callbacks.list', { environmentId, filter: {}, from: 0, count: 1 });
    expect(rows[0]?.state).toBe('not-verified');
    const found = await bridge.invoke('callbacks.get', { environmentId, id: rows[0]?.id ?? 0 });
    expect(found.unverified).toContain('There is no signing key in Without key');
    // It belongs to its conversation, and is deleted with it.
    expect(rows[0]).toMatchObject({
      conversationId: 'conversation-1',
      target: 'CONVERSATION',
      event: 'FINISHED',
    });
  });
});

test('every header the listener takes is kept whole, those of the signature at the end too', async () => {
  const { bridge, environmentId, url } = console;
  const { headers, body } = messageOf('finished');
  const others = Array.from({ length: 100 }, (_, index): [string, string] => [`X-Hop-${index}`, 'proxy']);
  const long: [string, string] = ['X-Trace', 't'.repeat(9000)];
  const query = `?${'q'.repeat(3000)}`;
  expect(await post(url + query, { headers: [...others, long, ...headers], body })).toBe(200);
  const { rows } = await list();
  const found = await bridge.invoke('callbacks.get', { environmentId, id: rows[0]?.id ?? 0 });
  expect(found.headers).toEqual(expect.arrayContaining([...others, long, ...headers]));
  expect(found.path).toBe(`/callback${query}`);
});

test('nothing of a secret stays where a long text is cut in its middle', async () => {
  const half = Math.floor(signingKey.length / 2);
  const event = `${'x'.repeat(200 - half)}${signingKey}`;
  const body = Buffer.from(JSON.stringify({ id: 'second', target: 'CONVERSATION', event, payload: {} }));
  await post(console.url, messageOf('finished', { id: 'first' }));
  await post(console.url, signMessage(body, signingKey, Date.now()));
  const { rows } = await list();
  expect(rows[0]?.event).toContain('xxx');
  expect(rows[0]?.event).not.toContain(signingKey.slice(0, 8));
});

test('failures are grouped by the cause of each, the largest group first', async () => {
  const { bridge, environmentId, url } = console;
  const causes = () => bridge.invoke('callbacks.causes', { environmentId });
  await post(url, messageOf('finished'));
  expect(await causes()).toEqual({ total: 0, grouped: 0, causes: [] });
  const rewritten = (id: string) => {
    const message = messageOf('finished', { id });
    const body = Buffer.from(JSON.stringify(JSON.parse(message.body.toString()), undefined, 2));
    return { ...message, body };
  };
  await post(url, messageOf('finished', { id: 'late', now: Date.now() - 3_600_000 }));
  await post(url, rewritten('one'));
  await post(url, messageOf('finished', { id: 'forged', key: 'a key of nobody' }));
  const twice = messageOf('finished', { id: 'twice' });
  twice.headers.push(...twice.headers.filter(([name]) => name === 'X-Signature'));
  await post(url, twice);
  await post(url, rewritten('two'));
  const { rows } = await list({ show: 'problems' });
  const found = await causes();
  expect(found).toMatchObject({ total: 5, grouped: 5 });
  expect(found.causes.map(({ state, finding, count }) => [state, finding?.code, count])).toEqual([
    ['wrong-signature', 'reserialized', 2],
    ['wrong-signature', 'prefix', 1],
    ['wrong-signature', undefined, 1],
    ['outside-time', undefined, 1],
  ]);
  expect(found.causes[0]?.newestId).toBe(rows[0]?.id);
});

test('a wrong signature is said to match where its key was saved since, and not to be searched without a key', async () => {
  const { bridge, environmentId, url } = console;
  await post(url, messageOf('finished', { key: 'a key that is saved later' }));
  const searched = async () => (await bridge.invoke('callbacks.causes', { environmentId })).causes[0]?.search;
  const deleteKeys = async () => {
    const { environments } = await bridge.invoke('environments.list', {});
    for (const { id } of environments.find((one) => one.id === environmentId)?.signingKeys ?? []) {
      await bridge.invoke('credentials.remove', { kind: 'signing-key', environmentId, id });
    }
  };
  expect(await searched()).toMatchObject({ matches: false });
  await deleteKeys();
  const key = { label: 'Later', key: 'a key that is saved later' };
  await bridge.invoke('credentials.save', { kind: 'signing-key', environmentId, ...key });
  expect(await searched()).toMatchObject({ matches: true });
  await deleteKeys();
  expect(await searched()).toBeUndefined();
});

test('a case that ended is missed until a genuine callback says so', async () => {
  const { bridge, environmentId, url } = console;
  const missed = async (since = 0) =>
    (await bridge.invoke('callbacks.missed', { environmentId, since })).missed.map(
      ({ conversationId, event }) => `${conversationId} ${event}`,
    );
  expect(await missed()).toEqual([]);
  await post(url, messageOf('new-data', { id: 'about-lists' }));
  expect(await missed()).toEqual(['conversation-1 FINISHED']);
  expect(await missed(Date.now() + 60_000)).toEqual([]);
  await post(url, messageOf('finished', { id: 'forged', key: 'a key of nobody' }));
  expect(await missed()).toEqual(['conversation-1 FINISHED']);
  await post(url, messageOf('finished', { id: 'genuine' }));
  expect(await missed()).toEqual([]);
});

test('a case is not missed that a log of the receiver names, although its lines have no signature', async () => {
  const { bridge, environmentId, url } = console;
  await post(url, messageOf('new-data', { id: 'about-lists' }));
  const missed = async () => (await bridge.invoke('callbacks.missed', { environmentId, since: 0 })).missed;
  const { body } = messageOf('finished', { id: 'logged' });
  const unsigned = { headers: [], body };
  // From anyone.
  await post(url, unsigned);
  expect(await missed()).toHaveLength(1);
  const line = (text: string) => `2026-01-15T10:00:00Z INFO received ${text}`;
  const log = Array.from({ length: 300 }, (_, index) => line(`{"id":"${index}","event":"E","payload":{}}`));
  const source = [...log, line(Buffer.from(body).toString())].join('\n');
  const { added } = await bridge.invoke('callbacks.add', { environmentId, source, from: 'pasted' });
  expect(added).toHaveLength(301);
  expect(await missed()).toEqual([]);
});

describe('repetitions', () => {
  test('a retry after a failure, a duplicate after a success', async () => {
    const { bridge, environmentId } = console;
    await bridge.invoke('callbacks.answer', { environmentId, answer: { kind: 'status', status: 500 } });
    expect(await post(console.url, messageOf('finished'))).toBe(500);
    expect(await post(console.url, messageOf('finished'))).toBe(500);
    await bridge.invoke('callbacks.answer', { environmentId, answer: { kind: 'verify' } });
    expect(await post(console.url, messageOf('finished'))).toBe(200);
    expect(await post(console.url, messageOf('finished'))).toBe(200);
    const { rows } = await bridge.invoke('callbacks.timeline', {
      environmentId,
      conversationId: 'conversation-1',
    });
    expect(rows.map(({ relation, attempt, answered }) => [relation, attempt, answered])).toEqual([
      ['first', 1, 500],
      ['retry', 2, 500],
      ['retry', 3, 200],
      ['duplicate', 4, 200],
    ]);
  });

  test('a forged message with the same id is no repetition', async () => {
    await post(console.url, messageOf('finished', { key: 'another key' }));
    await post(console.url, messageOf('finished'));
    expect((await list()).rows[0]).toMatchObject({ relation: 'first', attempt: 1, state: 'valid' });
  });

  test('an older event does not replace what was read later', async () => {
    const { bridge, environmentId } = console;
    await post(console.url, messageOf('finished-aml', { id: 'later' }));
    const old = messageOf('expired', { id: 'earlier', now: Date.now() - 60_000 });
    expect(await post(console.url, old)).toBe(200);
    expect((await cases())[0]).toMatchObject({ status: 'FINISHED' });
    const found = await bridge.invoke('cases.get', { environmentId, conversationId: 'conversation-1' });
    expect(found?.case?.reads).toHaveLength(1);
  });
});

describe('answers', () => {
  test('slow: 200 after the given time; never: none, until the listener is stopped', async () => {
    const { bridge, environmentId } = console;
    await bridge.invoke('callbacks.answer', { environmentId, answer: { kind: 'slow', seconds: 1 } });
    const begun = performance.now();
    expect(await post(console.url, messageOf('finished', { id: 'slow' }))).toBe(200);
    expect(performance.now() - begun).toBeGreaterThan(990);
    await bridge.invoke('callbacks.answer', { environmentId, answer: { kind: 'never' } });
    const never = post(console.url, messageOf('finished', { id: 'never' }));
    await expect.poll(async () => (await list()).total).toBe(2);
    expect((await list()).rows[0]?.answered).toBeUndefined();
    const stopped = await bridge.invoke('callbacks.stop', { environmentId });
    expect(stopped.url).toBeUndefined();
    expect(await never).toBeUndefined();
  });
});

describe('by hand', () => {
  test('a pasted request and a file are verified by the same rules, whatever their age', async () => {
    const { bridge, environmentId } = console;
    const { headers, body } = messageOf('expired', {
      now: Date.now() - 86_400_000,
      conversationId: 'pasted-1',
    });
    const text = `POST /callback HTTP/1.1\r\nHost: receiver.example\r\n${headers.map((one) => one.join(': ')).join('\r\n')}\r\n\r\n${Buffer.from(body)}`;
    const { added } = await bridge.invoke('callbacks.add', { environmentId, source: text, from: 'pasted' });
    expect(added).toMatchObject([{ state: 'valid', source: 'pasted', conversationId: 'pasted-1' }]);
    const file = await bridge.invoke('callbacks.add', {
      environmentId,
      source: Buffer.from(text),
      from: 'file',
    });
    expect(file.added).toMatchObject([{ state: 'valid', source: 'file', attempt: 2 }]);
    expect((await cases()).map(({ conversationId, status }) => [conversationId, status])).toEqual([
      ['pasted-1', 'EXPIRED'],
    ]);
  });

  test('a request whose body lost its end is not verified, and not called wrong', async () => {
    const { bridge, environmentId } = console;
    const { headers, body } = messageOf('expired');
    const lines = [...headers, ['Content-Length', String(body.byteLength)]].map((one) => one.join(': '));
    const cut = Buffer.from(body).toString().slice(0, 40);
    const source = `POST /callback HTTP/1.1\r\nHost: receiver.example\r\n${lines.join('\r\n')}\r\n\r\n${cut}`;
    const { added } = await bridge.invoke('callbacks.add', { environmentId, source, from: 'pasted' });
    expect(added).toMatchObject([{ state: 'not-verified' }]);
  });

  test('a body alone is kept without verification; nonsense is refused and says so', async () => {
    const { bridge, environmentId } = console;
    const { body } = messageOf('expired');
    const { added } = await bridge.invoke('callbacks.add', {
      environmentId,
      source: Buffer.from(body),
      from: 'file',
    });
    expect(added).toMatchObject([{ state: 'not-verified' }]);
    await expect(
      bridge.invoke('callbacks.add', { environmentId, source: 'nothing', from: 'pasted' }),
    ).rejects.toMatchObject({
      view: { code: 'invalid-input', message: expect.stringContaining('Nothing was added.') },
    });
  });

  test('callbacks are deleted one by one and all at once', async () => {
    const { bridge, environmentId } = console;
    await post(console.url, messageOf('finished', { id: 'a' }));
    await post(console.url, messageOf('finished', { id: 'b' }));
    const { rows } = await list();
    const one = await bridge.invoke('callbacks.delete', { environmentId, ids: [rows[0]?.id ?? 0, 999] });
    expect(one).toEqual({ deleted: 1 });
    expect((await list()).rows.map(({ callbackId }) => callbackId)).toEqual(['a']);
    expect(await bridge.invoke('callbacks.delete', { environmentId })).toEqual({ deleted: 1 });
    await expect(
      bridge.invoke('callbacks.get', { environmentId, id: rows[1]?.id ?? 0 }),
    ).rejects.toMatchObject({ view: { code: 'reading-expired' } });
  });
});

test('with the sandbox: a conversation is created, ended, and its callback arrives verified', async () => {
  const composed = await startComposed();
  try {
    const { bridge } = composed;
    const environmentId = 'sandbox';
    const { url } = await bridge.invoke('callbacks.start', { environmentId, settings: {} });
    const { conversation } = await bridge.invoke('creation.create', {
      environmentId,
      again: false,
      request: {
        userKey: 'user-1',
        returnUrl: 'https://client.example/return',
        callbackUrl: `${url}/{target}/{event}`,
        query: { identity: { requireOneOf: [['PERSON_NAME_FIRSTNAME']] } },
      },
    });
    const conversationId = conversation.id ?? '';
    await bridge.invoke('sandbox.command', { environmentId, command: { kind: 'start', conversationId } });
    await bridge.invoke('sandbox.command', {
      environmentId,
      command: { kind: 'finish', conversationId, ending: 'well' },
    });
    const timeline = () => bridge.invoke('callbacks.timeline', { environmentId, conversationId });
    await expect
      .poll(async () => (await timeline()).rows)
      .toMatchObject([{ state: 'valid', target: 'CONVERSATION', event: 'FINISHED', answered: 200 }]);
    const [row] = (await timeline()).rows;
    const found = await bridge.invoke('callbacks.get', { environmentId, id: row?.id ?? 0 });
    expect(found.path).toBe('/callback/CONVERSATION/FINISHED');
    const compared = await bridge.invoke('signatures.compare', { environmentId, body: found.body });
    expect(compared).toMatchObject({ conversationId, differing: 0 });
  } finally {
    await composed.close();
  }
});
