import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Failure } from '../../../../../main/common/failure.ts';
import { outdated } from '../../../../../main/features/deletion/failures.ts';
import { sendError } from './kept-cases.ts';
import { StepHarness } from './step-harness.ts';

let harness: StepHarness;
beforeEach(async () => {
  harness = await StepHarness.start();
  harness.kept.add(1, { status: 'FINISHED' });
});
afterEach(() => harness.close());

/** Does this as soon as the intent is recorded, before the call. */
function onceIntended(action: () => void) {
  const { store } = harness.deps;
  harness.deps.store = {
    apply: async (changes, receipts) => {
      await store.apply(changes, receipts);
      if (changes[0]?.state === 'sending') {
        action();
      }
    },
  };
}

describe('a call that is sent', () => {
  test('has its intent on disk before it, and its response afterwards', async () => {
    const atArrival: unknown[] = [];
    const sentAt = harness.now;
    harness.kept.disturb = () => {
      harness.now += 5;
      atArrival.push(...harness.changes.map(({ state, record }) => [state, record.attempts]));
      return false;
    };
    const earlier = {
      answer: 'unknown',
      answeredAt: 1,
      httpStatus: 500,
      requestId: 'old',
      detail: 'old',
      found: 'old',
      foundAt: 1,
    } as const;
    const { item, kind, failure } = await harness.steps.send(harness.item({ ...earlier, attempts: 1 }));
    expect(failure).toBeUndefined();
    expect(atArrival).toEqual([['sending', 2]]);
    expect(harness.changes[0]?.record).toEqual({
      readAt: sentAt,
      hadData: true,
      status: 'FINISHED',
      attempts: 2,
      askedAt: sentAt,
    });
    expect(kind).toBe('answered');
    expect(item).toMatchObject({
      state: 'sent',
      record: {
        answer: 'accepted',
        httpStatus: 202,
        requestId: 'request-of-c-1',
        attempts: 2,
        askedAt: sentAt,
        answeredAt: harness.now,
      },
    });
    expect(item.record.readAt).toBeUndefined();
    expect(item.record.loginDigest).toBe(await harness.logins.of('login'));
    expect(harness.changes[1]).toEqual(item);
    expect(harness.received).toEqual(['DELETE_DATA']);
    expect(harness.wasCalled()).toBe(true);
  });

  test('counts as sent from its first byte, and again when it was answered', async () => {
    let atArrival = 0;
    harness.kept.disturb = () => {
      expect(harness.wasCalled()).toBe(true);
      atArrival = harness.deps.sentRequests.now();
      return false;
    };
    await harness.steps.send(harness.item());
    expect(harness.wasCalled(atArrival)).toBe(true);
  });

  test('counts as answered also where the response is lost', async () => {
    let atArrival = 0;
    harness.kept.disturb = (_id, response) => {
      atArrival = harness.deps.sentRequests.now();
      response.destroy();
      return true;
    };
    const log = vi.fn();
    harness.deps.log = log;
    expect(await harness.steps.send(harness.item())).toMatchObject({
      kind: 'failed',
      item: { state: 'sent', record: { answer: 'unknown' } },
    });
    expect(harness.wasCalled(atArrival)).toBe(true);
    expect(log).not.toHaveBeenCalled();
  });

  test('frees the place of its request before the response is on disk', async () => {
    const { store, slots } = harness.deps;
    let isFree = false;
    harness.deps.store = {
      apply: async (changes, receipts) => {
        if (changes[0]?.state === 'sent') {
          (await slots.acquire(() => true)).release();
          isFree = true;
        }
        return store.apply(changes, receipts);
      },
    };
    await harness.steps.send(harness.item());
    expect(isFree).toBe(true);
  });

  test('that fails keeps the place of its request until the result was counted', async () => {
    harness.service.answer = (_request, response) => sendError(response, 500, '');
    const { slot } = await harness.steps.send(harness.item());
    let isFree = false;
    const next = harness.deps.slots
      .acquire(() => true)
      .then(() => {
        isFree = true;
      });
    await setImmediate();
    expect(isFree).toBe(false);
    slot?.release();
    await next;
  });

  test('ends the monitoring in the step that says so', async () => {
    harness.kept.of('c-1').monitored = true;
    await harness.steps.send(harness.item({}, { plan: ['END_MONITORING', 'DELETE_DATA'] }));
    expect(harness.service.requests.map(({ url }) => url)).toEqual(['/api/subscriptions/c-1/aml']);
  });
});

/** A client whose DELETE does this instead of the request. */
function instead(call: (beforeSend: () => void) => Promise<{ status: number }>) {
  const client = harness.deps.client();
  vi.spyOn(client, 'deleteConversation').mockImplementation((_id, _mode, options) =>
    call(() => options?.beforeSend?.('login')),
  );
}

describe('a call that was sent', () => {
  test('counts for the rate from when it is sent', async () => {
    const { slots } = harness.deps;
    let started = 0;
    harness.deps.slots = {
      acquire: async (isNeeded) => {
        const slot = await slots.acquire(isNeeded);
        return {
          ...slot,
          started: () => {
            started += 1;
          },
        };
      },
    };
    await harness.steps.send(harness.item());
    expect(started).toBe(1);
  });

  test('is repeated with a new token although the run was paused meanwhile', async () => {
    const sent: string[] = [];
    harness.deps.sent = ({ conversationId }) => sent.push(conversationId);
    instead(async (beforeSend) => {
      beforeSend();
      harness.maySend = false;
      beforeSend();
      return { status: 202 };
    });
    expect((await harness.steps.send(harness.item())).item.record.answer).toBe('accepted');
    expect(sent).toEqual(['c-1']);
  });

  test('is not given up when the run is stopped', async () => {
    const stopping = new AbortController();
    harness.deps.stopping = stopping.signal;
    instead(async (beforeSend) => {
      beforeSend();
      stopping.abort();
      await setImmediate();
      return { status: 202 };
    });
    expect((await harness.steps.send(harness.item())).item.record.answer).toBe('accepted');
  });

  test('has an unknown outcome if Assay fails while it waits for the response', async () => {
    instead(async (beforeSend) => {
      beforeSend();
      throw new TypeError('defect');
    });
    const logged: unknown[] = [];
    harness.deps.log = (error) => logged.push(error);
    const result = await harness.steps.send(harness.item());
    expect(logged).toEqual([new TypeError('defect')]);
    expect(result).toMatchObject({
      kind: 'failed',
      failure: { code: 'internal', message: 'Assay failed while it waited for the answer.' },
      item: { state: 'sent', record: { answer: 'unknown', detail: 'internal' } },
    });
  });

  test('is read without regard to the reads before it', async () => {
    const { answer } = harness.service;
    for (let count = 0; count < 2; count++) {
      harness.service.answer = (_request, response) => sendError(response, 500, '');
      (await harness.steps.send(harness.item({ readAt: undefined }))).slot?.release();
    }
    harness.service.answer = answer;
    harness.kept.disturb = (_id, response) => {
      response.writeHead(202).end();
      return true;
    };
    const sent = await harness.steps.send(harness.item({ readAt: undefined }));
    sent.slot?.release();
    expect(await harness.steps.read(sent.item)).toMatchObject({ kind: 'neutral', delayMs: 1000 });
  });
});

test.each(['sent', 'waiting'] as const)(
  'a call after which its item is %s leaves no listener on the signal that stops its run',
  async (state) => {
    const { stopping, logins } = harness.deps;
    const added = vi.spyOn(stopping, 'addEventListener');
    const removed = vi.spyOn(stopping, 'removeEventListener');
    const loginDigest = await logins.of('login');
    if (state === 'waiting') {
      harness.apiKey = { login: 'another', password: 'password' };
    }
    expect((await harness.steps.send(harness.item({ loginDigest }))).item.state).toBe(state);
    const given = removed.mock.calls.map(([, listener]) => listener);
    expect(added).toHaveBeenCalled();
    expect(added.mock.calls.filter(([, listener]) => !given.includes(listener))).toEqual([]);
  },
);

describe('after its intent was recorded, a call is not sent', () => {
  test.each([
    [
      'the run is paused',
      () => {
        harness.maySend = false;
      },
    ],
    [
      'the run waits',
      () => {
        harness.isWaiting = true;
      },
    ],
    [
      'the read before it became too old',
      () => {
        harness.now += 600_000;
      },
    ],
  ])('if %s', async (_case, action) => {
    onceIntended(action);
    const item = harness.item();
    const result = await harness.steps.send(item);
    expect(result).toMatchObject({ item, kind: 'neutral' });
    expect(harness.received).toEqual([]);
    expect(harness.wasCalled()).toBe(false);
    expect(harness.changes.at(-1)).toEqual(item);
  });

  test.each([
    [
      'the run is paused',
      () => {
        harness.maySend = false;
      },
    ],
    [
      'the run waits',
      () => {
        harness.isWaiting = true;
      },
    ],
  ])('if %s while it waits for its turn', async (_case, action) => {
    const { slots } = harness.deps;
    harness.deps.slots = {
      acquire: async (isNeeded) => {
        const slot = await slots.acquire(isNeeded);
        action();
        return slot;
      },
    };
    expect((await harness.steps.send(harness.item())).kind).toBe('neutral');
    expect(harness.received).toEqual([]);
  });

  test('if it need not wait for its turn any more', async () => {
    const { slots } = harness.deps;
    const needed: boolean[] = [];
    harness.deps.slots = {
      acquire: (isNeeded) => {
        needed.push(isNeeded());
        harness.maySend = false;
        needed.push(isNeeded());
        return slots.acquire(isNeeded);
      },
    };
    expect((await harness.steps.send(harness.item())).kind).toBe('neutral');
    expect(needed).toEqual([true, false]);
  });

  test('if the run is stopped while it is not sent yet', async () => {
    const stopping = new AbortController();
    harness.deps.stopping = stopping.signal;
    instead(() => {
      stopping.abort();
      return new Promise(() => undefined);
    });
    const item = harness.item();
    expect(await harness.steps.send(item)).toMatchObject({ kind: 'neutral', item });
    expect(harness.changes.at(-1)?.state).toBe('waiting');
  });

  test.each([
    ['it is prepared', 1],
    ['its first byte', 2],
  ])('if the environment forbids it before %s', async (_when, at) => {
    let checks = 0;
    harness.deps.checkSendable = () => {
      checks += 1;
      if (checks === at) {
        throw new Failure({ code: 'environment-read-only', message: 'read-only' });
      }
    };
    const client = vi.spyOn(harness.deps, 'client');
    expect(await harness.steps.send(harness.item())).toMatchObject({
      kind: 'blocked',
      failure: { code: 'environment-read-only' },
      item: { state: 'waiting' },
    });
    expect(client).toHaveBeenCalledTimes(at - 1);
    expect(harness.received).toEqual([]);
  });

  test('if the run is stopped while the connection is prepared', async () => {
    const { client } = harness.deps;
    harness.deps.client = () => {
      harness.maySend = false;
      return client();
    };
    const result = await harness.steps.send(harness.item());
    expect(result).toMatchObject({ kind: 'neutral', item: { state: 'waiting' } });
    expect(result.item.record.readAt).toBeUndefined();
    expect(harness.received).toEqual([]);
  });

  test('if the API key is another one than that of the read', async () => {
    const loginDigest = await harness.logins.of('login');
    harness.apiKey = { login: 'another', password: 'password' };
    const result = await harness.steps.send(harness.item({ loginDigest }));
    expect(result).toMatchObject({ kind: 'neutral', item: { state: 'waiting' } });
    expect(result.item.record.readAt).toBeUndefined();
    expect(harness.received).toEqual([]);
    expect(harness.wasCalled()).toBe(false);
  });

  test('if the settings were changed: it is read again', async () => {
    harness.deps.client = () => {
      throw outdated('the settings of the environment were changed');
    };
    const { kind, item } = await harness.steps.send(harness.item());
    expect(kind).toBe('neutral');
    expect(item).toEqual(harness.item({ readAt: undefined }));
    expect(harness.changes.at(-1)?.state).toBe('waiting');
  });

  test.each([
    ['environment-not-found', { kind: 'blocked' }],
    ['environment-switched', { kind: 'blocked' }],
    ['keychain-locked', { kind: 'blocked' }],
    ['connection-refused', { kind: 'failed' }],
    ['connection-reset', { kind: 'failed', delayMs: 500 }],
    [
      'invalid-input',
      { kind: 'failed', item: { state: 'done', outcome: 'failed', record: { detail: 'invalid-input' } } },
    ],
  ] as const)('if it fails with %s before it is sent', async (code, expected) => {
    harness.deps.client = () => {
      throw new Failure({ code, message: 'not sent' });
    };
    const item = harness.item();
    const result = await harness.steps.send(item);
    expect(result).toMatchObject({ ...expected, failure: { code } });
    expect(result.item.state === 'waiting' ? result.item : item).toEqual(item);
    expect(harness.waits).toHaveLength(code === 'connection-refused' ? 1 : 0);
    expect(harness.changes.map(({ state }) => state)).toEqual(
      code === 'invalid-input' ? ['sending', 'waiting', 'done'] : ['sending', 'waiting'],
    );
  });

  test('if Assay fails: that is recorded, and the place of the request is freed', async () => {
    harness.deps.client = () => {
      throw new TypeError('defect');
    };
    await expect(harness.steps.send(harness.item())).rejects.toThrow('defect');
    expect(harness.changes.at(-1)?.state).toBe('waiting');
    expect((await harness.deps.slots.acquire(() => true)).isPermitted).toBe(true);
  });
});

test('a call for data that must be kept since it was confirmed is not even intended', async () => {
  harness.deps.early = { ...harness.deps.early, isKept: async () => true };
  expect(await harness.steps.send(harness.item())).toMatchObject({
    item: { state: 'done', outcome: 'changed', record: { attempts: 0, detail: 'kept-since' } },
  });
  expect(harness.changes.map(({ state }) => state)).toEqual(['done']);
  expect(harness.received).toEqual([]);
});
