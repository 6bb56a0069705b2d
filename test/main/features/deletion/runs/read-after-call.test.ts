import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Failure } from '../../../../../main/common/failure.ts';
import type { StepResult } from '../../../../../main/features/deletion/runs/running/call-sender.ts';
import type { CallSlot } from '../../../../../main/features/deletion/runs/running/call-slots.ts';
import { checkPausesMs } from '../../../../../main/features/deletion/runs/running/reads.ts';
import type { ItemRecord, StoredItem } from '../../../../../main/features/deletion/runs/store/records.ts';
import type { PlanStep } from '../../../../../preload/contract/deletion-runs.ts';
import { sendError } from './kept-cases.ts';
import { StepHarness } from './step-harness.ts';

let harness: StepHarness;
beforeEach(async () => {
  harness = await StepHarness.start();
  harness.kept.add(1, { status: 'FINISHED' });
});
afterEach(() => harness.close());

/** An item whose call was accepted a second ago; the default step is to delete the data of a finished conversation. */
function sent(
  record: Partial<ItemRecord> = {},
  step: PlanStep = 'DELETE_DATA',
  change: Partial<StoredItem> = {},
) {
  const asked = { attempts: 1, askedAt: harness.now - 2000, answeredAt: harness.now - 1000 };
  const unread = { readAt: undefined, answer: 'accepted' as const };
  return harness.item({ ...asked, ...unread, ...record }, { state: 'sent', plan: [step], ...change });
}

/** A call without a usable response. */
function unanswered(record: Partial<ItemRecord> = {}, step?: PlanStep, change?: Partial<StoredItem>) {
  return sent({ answer: 'unknown', answeredAt: undefined, ...record }, step, change);
}

/** Reads once, and frees the place of the request as the run does. */
async function read(item: StoredItem): Promise<StepResult> {
  const result = await harness.steps.read(item);
  result.slot?.release();
  return result;
}

/** Answers every read like this. */
function answerReads(code: number, status: string, statusDetail?: string): void {
  harness.service.answer = (_request, response) => sendError(response, code, status, statusDetail);
}

describe('a read that shows the effect', () => {
  test('ends the item with what was read, and the place of the request is free before that is on disk', async () => {
    harness.kept.of('c-1').gone = true;
    let wasFree = false;
    const { store, slots } = harness.deps;
    harness.deps.store = {
      apply: async (changes, receipts) => {
        (await slots.acquire(() => true)).release();
        wasFree = true;
        return store.apply(changes, receipts);
      },
    };
    const result = await read(sent());
    expect(result).toMatchObject({
      kind: 'answered',
      item: { state: 'done', outcome: 'confirmed', record: { found: 'gone', foundAt: harness.now } },
    });
    expect(wasFree).toBe(true);
    expect(harness.receipts).toMatchObject([{ outcome: 'confirmed', read: { found: 'gone' } }]);
    expect(harness.received).toEqual(['GET']);
  });

  test('of the first of two steps is followed by the second one', async () => {
    harness.kept.of('c-1').status = 'EXPIRED';
    const item = sent({ hadData: false }, 'EXPIRE', { plan: ['EXPIRE', 'DELETE_DATA'] });
    expect((await read(item)).item).toMatchObject({
      state: 'waiting',
      step: 1,
      record: { done: ['EXPIRE'], status: 'EXPIRED', hadData: true },
    });
  });

  test.each([
    ['accepted', 'finished', 'answered'],
    ['unknown', 'finished', 'answered'],
    ['refused', 'refused', 'neutral'],
  ] as const)('that the user was faster than an expiry, %s: it is %s', async (answer, outcome, kind) => {
    expect(await read(sent({ answer }, 'EXPIRE'))).toMatchObject({ kind, item: { state: 'done', outcome } });
  });

  test('of a repeated call that was refused confirms the one before it', async () => {
    harness.kept.of('c-1').status = 'EXPIRED';
    expect((await read(sent({ answer: 'refused' }, 'EXPIRE'))).item.outcome).toBe('confirmed');
  });

  test('of the end of monitoring: the next step follows', async () => {
    harness.kept.of('c-1').monitored = false;
    const item = sent({}, 'END_MONITORING', { plan: ['END_MONITORING', 'DELETE_DATA'] });
    expect((await read(item)).item).toMatchObject({ step: 1, record: { done: ['END_MONITORING'] } });
  });

  test.each([
    ['gone', 'accepted', 'incomplete'],
    ['gone', 'unknown', 'unknown'],
    ['not-found', 'accepted', 'incomplete'],
  ] as const)(
    'is none of the end of monitoring where the conversation is %s, nor is any later one: a call that was %s is %s',
    async (found, answer, outcome) => {
      if (found === 'gone') {
        harness.kept.of('c-1').gone = true;
      } else {
        harness.kept.cases.delete('c-1');
      }
      const loginDigest = await harness.logins.of('login');
      const plan: PlanStep[] = ['END_MONITORING', 'DELETE_DATA'];
      expect((await read(sent({ answer, loginDigest }, 'END_MONITORING', { plan }))).item).toMatchObject({
        state: 'done',
        outcome,
        record: { detail: found, found, foundAt: harness.now },
      });
      expect(harness.receipts).toMatchObject([
        { steps: ['END_MONITORING'], outcome: answer, read: { found } },
      ]);
      expect(harness.absences).toEqual([['acme', 'c-1', found]]);
    },
  );

  test('is none where the data was missing before', async () => {
    harness.service.answer = ({ conversationId }, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ id: conversationId, status: 'FINISHED', result: {} }));
    };
    expect((await read(sent({ hadData: false }))).item.state).toBe('sent');
    expect((await read(sent({ hadData: undefined }))).item.state).toBe('sent');
    expect((await read(sent({ hadData: true }))).item.outcome).toBe('confirmed');
  });

  test('is a conversation that is not found, for the login of the call only', async () => {
    harness.kept.cases.delete('c-1');
    const own = await harness.logins.of('login');
    const other = await harness.logins.of('another');
    expect((await read(sent({ loginDigest: own }))).item.outcome).toBe('confirmed');
    const unproved = { state: 'sent', record: { detail: 'other-login', found: 'not-found' } };
    const failure = { code: 'not-found', request: { otherLogin: true } };
    expect(await read(sent({ loginDigest: other }))).toMatchObject({ item: unproved, failure });
    expect((await read(sent({ loginDigest: undefined }))).item).toMatchObject(unproved);
  });
});

describe('a read that shows no effect', () => {
  test('of an accepted call is repeated with growing pauses, and recorded for the receipt', async () => {
    const item = sent();
    for (const delayMs of checkPausesMs.slice(1)) {
      const result = await read(item);
      expect(result).toMatchObject({ kind: 'neutral', delayMs, item: { state: 'sent' } });
      expect(harness.changes.at(-1)).toEqual(result.item);
      expect(result.item.record).toMatchObject({
        found: 'FINISHED',
        foundAt: harness.now,
        status: 'FINISHED',
        subscriptionActive: false,
      });
    }
    expect(await read(item)).toMatchObject({ kind: 'neutral', item: { state: 'done', outcome: 'accepted' } });
    expect(harness.receipts).toMatchObject([{ outcome: 'accepted', read: { found: 'FINISHED' } }]);
  });

  test('of a call that was refused: it was refused', async () => {
    expect((await read(sent({ answer: 'refused' }))).item).toMatchObject({
      state: 'done',
      outcome: 'refused',
    });
  });

  test('of the end of monitoring is repeated while it goes on', async () => {
    harness.kept.of('c-1').monitored = true;
    const item = sent({}, 'END_MONITORING', { plan: ['END_MONITORING', 'DELETE_DATA'] });
    expect(await read(item)).toMatchObject({ delayMs: 1000, item: { state: 'sent', step: 0 } });
  });

  test('says whether monitoring goes on, as long as the conversation could be read', async () => {
    harness.kept.of('c-1').monitored = true;
    const { item } = await read(sent({ subscriptionActive: false }));
    expect(item.record.subscriptionActive).toBe(true);
  });
});

describe('a call without a usable response whose effect is not shown', () => {
  test.each([
    [1, 500],
    [2, 1000],
  ])('is read and sent again after attempt %i, in %i ms', async (attempts, delayMs) => {
    const item = unanswered({ attempts, readAt: harness.now });
    const result = await read(item);
    expect(result).toMatchObject({ kind: 'neutral', delayMs, item: { state: 'waiting' } });
    expect(result.item.record.uncertain).toBe(true);
    expect(result.item.record.readAt).toBeUndefined();
    expect(harness.changes).toEqual([result.item]);
    expect(harness.receipts).toEqual([]);
  });

  test('is not known after the third attempt', async () => {
    expect((await read(unanswered({ attempts: 3 }))).item).toMatchObject({
      state: 'done',
      outcome: 'unknown',
    });
    expect(harness.receipts).toMatchObject([{ outcome: 'unknown', acceptedAt: null }]);
  });

  test('is sent again after the third attempt if the console was closed during it', async () => {
    const item = unanswered({ attempts: 3, answer: undefined }, 'DELETE_DATA', { state: 'sending' });
    expect((await read(item)).item.state).toBe('waiting');
  });

  test('is not sent again where the conversation is not as confirmed any more', async () => {
    harness.kept.of('c-1').status = 'IN_PROGRESS';
    expect((await read(unanswered())).item).toMatchObject({
      state: 'done',
      outcome: 'unknown',
      record: { detail: 'changed', status: 'IN_PROGRESS' },
    });
  });

  test('is not sent again while the conversation is monitored', async () => {
    harness.kept.of('c-1').monitored = true;
    expect((await read(unanswered())).item).toMatchObject({
      outcome: 'unknown',
      record: { detail: 'changed' },
    });
  });

  test('is sent again where that was confirmed all the same, or is no first step', async () => {
    harness.kept.of('c-1').status = 'IN_PROGRESS';
    expect((await read(unanswered({ unclear: true }))).item.state).toBe('waiting');
    const second = unanswered({}, undefined, { plan: ['EXPIRE', 'DELETE_DATA'], step: 1 });
    expect((await read(second)).item.state).toBe('waiting');
  });

  test('to end monitoring is sent again while it goes on', async () => {
    harness.kept.of('c-1').monitored = true;
    const item = unanswered({ subscriptionActive: true }, 'END_MONITORING', {
      plan: ['END_MONITORING', 'DELETE_DATA'],
    });
    expect((await read(item)).item).toMatchObject({ state: 'waiting', step: 0 });
  });

  test('is read three times once the run is cancelled, and never sent again', async () => {
    harness.isCancelled = true;
    const item = unanswered();
    expect(await read(item)).toMatchObject({ delayMs: 1000, item: { state: 'sent' } });
    expect(await read(item)).toMatchObject({ delayMs: 2000, item: { state: 'sent' } });
    expect((await read(item)).item).toMatchObject({ state: 'done', outcome: 'unknown' });
  });

  test('is read at the usual pauses where it was accepted and the run is cancelled', async () => {
    harness.isCancelled = true;
    const item = sent();
    for (const delayMs of checkPausesMs.slice(1)) {
      expect(await read(item)).toMatchObject({ delayMs });
    }
  });
});

describe('a read that fails', () => {
  test('for a reason that concerns all stops the run, and changes nothing', async () => {
    answerReads(401, 'UNAUTHORIZED');
    const item = sent();
    expect(await read(item)).toMatchObject({
      item: { state: 'sent' },
      kind: 'blocked',
      failure: { code: 'credentials-rejected' },
    });
    expect(harness.changes).toEqual([]);
  });

  test('since the service asks for patience makes all wait', async () => {
    harness.service.answer = (_request, response) => {
      response.setHeader('retry-after', '7');
      sendError(response, 429, 'TOO_MANY_REQUESTS');
    };
    expect(await read(sent())).toMatchObject({ item: { state: 'sent' }, kind: 'neutral' });
    expect(harness.waits).toEqual([7000]);
    expect(harness.changes).toEqual([]);
  });

  test('since the conversation is gone proves nothing about an expiry: no later read shows more', async () => {
    harness.kept.of('c-1').gone = true;
    const ended = async (answer: ItemRecord['answer']) => (await read(sent({ answer }, 'EXPIRE'))).item;
    expect(await ended('accepted')).toMatchObject({ outcome: 'accepted', record: { detail: 'gone' } });
    expect(await ended('unknown')).toMatchObject({ outcome: 'unknown', record: { detail: 'gone' } });
  });

  test('for a reason of its own is repeated, and says why', async () => {
    answerReads(500, '');
    const result = await read(sent());
    expect(result).toMatchObject({
      kind: 'neutral',
      delayMs: 1000,
      item: {
        state: 'sent',
        record: { detail: 'server-error', found: 'server-error', foundAt: harness.now },
      },
    });
    expect(harness.changes).toEqual([result.item]);
  });

  test('is sent once: the run decides when the service is asked again', async () => {
    harness.service.answer = (_request, response) => response.destroy();
    expect(await read(sent())).toMatchObject({
      delayMs: 1000,
      item: { record: { found: 'connection-reset' } },
    });
    expect(harness.received).toEqual(['GET']);
  });

  test('without any details is repeated as well', async () => {
    const failure = new Failure({ code: 'reply-empty', message: 'empty' });
    vi.spyOn(harness.deps.client(), 'readConversation').mockRejectedValue(failure);
    expect(await read(sent())).toMatchObject({ delayMs: 1000, item: { record: { detail: 'reply-empty' } } });
  });

  test('keeps the place of its request until its result was counted', async () => {
    answerReads(500, '');
    const { slot } = await harness.steps.read(sent());
    let hasBegun = false;
    const next = harness.deps.slots
      .acquire(() => true)
      .then(() => {
        hasBegun = true;
      });
    await Promise.resolve();
    await Promise.resolve();
    expect(hasBegun).toBe(false);
    slot?.release();
    await next;
  });

  test('to see the end of monitoring is repeated as well', async () => {
    answerReads(500, '');
    const item = sent({}, 'END_MONITORING', { plan: ['END_MONITORING', 'DELETE_DATA'] });
    expect(await read(item)).toMatchObject({ delayMs: 1000, item: { record: { detail: 'server-error' } } });
  });

  test('as the console closes changes nothing', async () => {
    harness.service.answer = () => harness.closing.abort();
    const item = sent();
    expect(await read(item)).toMatchObject({ item, kind: 'neutral', delayMs: 1000 });
    expect(harness.changes).toEqual([]);
  });

  test('before it is sent, since the settings were changed, stops the run', async () => {
    harness.deps.client = () => {
      throw new Failure({ code: 'environment-not-found', message: 'changed' });
    };
    const item = sent();
    expect(await read(item)).toMatchObject({
      item,
      kind: 'blocked',
      failure: { code: 'environment-not-found' },
    });
  });

  test('with a defect frees the place of its request', async () => {
    harness.deps.client = () => {
      throw new TypeError('defect');
    };
    await expect(harness.steps.read(sent())).rejects.toThrow('defect');
    expect((await harness.deps.slots.acquire(() => true)).isPermitted).toBe(true);
  });
});

describe('nothing is read', () => {
  test.each([
    ['accepted', 'accepted'],
    ['unknown', 'unknown'],
    ['refused', 'unknown'],
  ] as const)('once a person has stopped that: a call that was %s is %s', async (answer, outcome) => {
    expect((await harness.steps.end(sent({ answer }))).item).toMatchObject({ state: 'done', outcome });
    expect(harness.received).toEqual([]);
  });

  test('while the run waits', async () => {
    harness.isWaiting = true;
    const item = sent();
    const result = await harness.steps.read(item);
    expect(result).toMatchObject({ item, kind: 'neutral' });
    expect(result.slot?.isPermitted).toBe(false);
    expect(harness.received).toEqual([]);
  });

  test.each([
    ['while it waits for its place', false],
    ['after it has its place', true],
  ])('if the run has to wait, %s', async (_case, isPermitted) => {
    const slot: CallSlot = { isPermitted, started: () => undefined, release: () => undefined };
    harness.deps.slots = {
      acquire: async () => {
        harness.isWaiting = isPermitted;
        return slot;
      },
    };
    expect(await harness.steps.read(sent())).toMatchObject({ kind: 'neutral', slot });
    expect(harness.received).toEqual([]);
  });
});

test('a read counts for the rate from when it is sent', async () => {
  const { slots } = harness.deps;
  let atStart: string[] | undefined;
  harness.deps.slots = {
    acquire: async (isNeeded) => {
      const slot = await slots.acquire(isNeeded);
      return {
        ...slot,
        started: () => {
          atStart = [...harness.received];
          slot.started();
        },
      };
    },
  };
  await read(sent());
  expect(atStart).toEqual([]);
});
