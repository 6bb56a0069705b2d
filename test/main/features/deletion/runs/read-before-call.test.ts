import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { stateDigest } from '../../../../../main/common/approval.ts';
import { userKeyHash } from '../../../../../main/features/records/receipts/receipt.ts';
import { sendConversation } from '../../../../support/recording-service.ts';
import { StepHarness } from './step-harness.ts';

const tenMinutes = 600_000;

let harness: StepHarness;
beforeEach(async () => {
  harness = await StepHarness.start();
  harness.kept.add(1, { status: 'FINISHED' });
});
afterEach(() => harness.close());

describe('a call relies on a read', () => {
  test('that is younger than ten minutes', async () => {
    const item = harness.item({ readAt: harness.now - tenMinutes + 1 });
    expect((await harness.steps.send(item)).item.state).toBe('sent');
    expect(harness.received).toEqual(['DELETE_DATA']);
  });

  test.each([
    ['ten minutes old', () => ({ readAt: harness.now - tenMinutes })],
    ['from the future, as when the clock was set back', () => ({ readAt: harness.now + 1 })],
    ['missing', () => ({ readAt: undefined })],
    ['made with a login of an earlier session', () => ({ loginDigest: 'salt.digest' })],
  ])('and reads again where it is %s', async (_case, record) => {
    harness.deps.sentRequests.add(harness.service.baseUrl, 'another');
    await harness.steps.send(harness.item(record()));
    expect(harness.received.slice(0, 1)).toEqual(['GET']);
  });

  test('of the same login', async () => {
    const loginDigest = await harness.logins.of('login');
    await harness.steps.send(harness.item({ loginDigest }));
    expect(harness.received).toEqual(['DELETE_DATA']);
  });

  test('that was made after a call, though that call followed the preview', async () => {
    harness.deps.sentRequests.add(harness.service.baseUrl, 'c-1');
    // The run is paused once the intent is recorded, so that nothing is sent.
    const { store } = harness.deps;
    harness.deps.store = {
      apply: async (changes, receipts) => {
        await store.apply(changes, receipts);
        harness.maySend = false;
        harness.deps.store = store;
      },
    };
    const { item, slot } = await harness.steps.send(harness.item());
    slot?.release();
    harness.maySend = true;
    expect(harness.received).toEqual(['GET']);
    await harness.steps.send(item);
    expect(harness.received).toEqual(['GET', 'DELETE_DATA']);
  });

  test('that counts for the rate from when it is sent', async () => {
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
    await harness.steps.send(harness.item({ readAt: undefined }));
    // The read and the call.
    expect(started).toBe(2);
  });

  test('and reads again where the preview was read in an earlier session', async () => {
    harness.deps.previewedAt = undefined;
    await harness.steps.send(harness.item());
    expect(harness.received).toEqual(['GET', 'DELETE_DATA']);
  });

  test('and reads again where a call for the conversation was sent since, but not for another one', async () => {
    harness.deps.sentRequests.add(harness.service.baseUrl, 'another');
    await harness.steps.send(harness.item());
    expect(harness.received).toEqual(['DELETE_DATA']);
    // The call that was just sent.
    harness.kept.of('c-1').gone = false;
    await harness.steps.send(harness.item());
    expect(harness.received).toEqual(['DELETE_DATA', 'GET', 'DELETE_DATA']);
  });
});

describe('nothing is read or sent', () => {
  test.each(['maySend', 'isWaiting'] as const)('where the run says so: %s', async (member) => {
    harness[member] = member === 'isWaiting';
    const item = harness.item({ readAt: undefined });
    const result = await harness.steps.send(item);
    expect(result).toMatchObject({ item, kind: 'neutral' });
    result.slot?.release();
    expect(harness.received).toEqual([]);
    expect(harness.changes).toEqual([]);
  });

  test('where the run starts to wait while the read is prepared', async () => {
    const { slots } = harness.deps;
    harness.deps.slots = {
      acquire: async (isNeeded) => {
        const slot = await slots.acquire(isNeeded);
        harness.isWaiting = true;
        return slot;
      },
    };
    const result = await harness.steps.send(harness.item({ readAt: undefined }));
    expect(result.kind).toBe('neutral');
    expect(harness.received).toEqual([]);
  });
});

describe('a read that differs from what was confirmed', () => {
  const unread = { readAt: undefined };

  test('of another person: nothing is sent', async () => {
    const result = await harness.steps.send(
      harness.item({ ...unread, userKeyHash: userKeyHash('somebody-else') }),
    );
    expect(result.item).toMatchObject({
      state: 'done',
      outcome: 'changed',
      record: { detail: 'other-user-key' },
    });
    expect(harness.received).toEqual(['GET']);
  });

  test.each(['', '  ', undefined])('without a user key (%j) is not another person', async (userKey) => {
    const { answer } = harness.service;
    harness.service.answer = (request, response) =>
      request.method === 'GET'
        ? sendConversation(response, 'c-1', {
            status: 'FINISHED',
            userKey,
            result: { identity: { status: 'FINISHED', user: { person: { name: { firstName: 'A' } } } } },
          })
        : answer(request, response);
    const expected = userKeyHash('user-of-c-1');
    const { item } = await harness.steps.send(harness.item({ ...unread, userKeyHash: expected }));
    expect(item).toMatchObject({ state: 'sent', record: { userKeyHash: expected } });
    const unknown = await harness.steps.send(harness.item({ ...unread, readAt: 1 }));
    expect(unknown.item.record.userKeyHash === undefined).toBe(!userKey);
  });

  test('of the same person is sent, and what was read is recorded', async () => {
    const { item } = await harness.steps.send(
      harness.item({ ...unread, hadData: undefined, status: undefined }),
    );
    expect(item).toMatchObject({
      state: 'sent',
      record: { status: 'FINISHED', hadData: true, subscriptionActive: false, attempts: 1 },
    });
    expect(item.record.userKeyHash).toMatch(/^[0-9a-f]+:[0-9a-f]{64}$/);
    expect(harness.changes[0]?.record.loginDigest).toBe(await harness.logins.of('login'));
  });

  test.each([
    [{}, 'changed'],
    [{ uncertain: true }, 'unknown'],
  ] as const)(
    'a conversation confirmed unread that can be read now (%j): nothing is sent',
    async (more, outcome) => {
      const { item } = await harness.steps.send(harness.item({ ...unread, confirmedUnread: true, ...more }));
      expect(item).toMatchObject({ state: 'done', outcome, record: { detail: 'readable-now' } });
      expect(harness.received).toEqual(['GET']);
    },
  );

  test('the second step of a conversation confirmed unread is sent', async () => {
    const plan = { plan: ['EXPIRE', 'DELETE_DATA'] as ('EXPIRE' | 'DELETE_DATA')[], step: 1 };
    await harness.steps.send(harness.item({ ...unread, confirmedUnread: true }, plan));
    expect(harness.received).toEqual(['GET', 'DELETE_DATA']);
  });

  test.each([
    ['EXPIRE', 'FINISHED', 'ConversationAlreadyFinished'],
    ['EXPIRE', 'CANCELED', 'not-documented'],
    ['DELETE_DATA', 'IN_PROGRESS', 'ConversationNotYetFinished'],
    ['DELETE_DATA', 'EXPIRED', 'not-documented'],
  ] as const)('%s of a conversation that is %s: nothing is sent', async (step, status, detail) => {
    harness.kept.of('c-1').status = status;
    const { item } = await harness.steps.send(harness.item(unread, { plan: [step] }));
    expect(item).toMatchObject({ state: 'done', outcome: 'changed', record: { detail } });
    expect(harness.received).toEqual(['GET']);
    // A call that was confirmed although the interface leaves it open is sent.
    await harness.steps.send(harness.item({ ...unread, unclear: true }, { plan: [step] }));
    expect(harness.received).toEqual(['GET', 'GET', step]);
  });

  test.each(['EXPIRED', 'FINISHED'])(
    'a first step that is not needed, since it is %s: the next one follows',
    async (status) => {
      harness.kept.of('c-1').status = status;
      const result = await harness.steps.send(harness.item(unread, { plan: ['EXPIRE', 'DELETE_DATA'] }));
      expect(result).toMatchObject({ kind: 'answered', item: { state: 'waiting', step: 1 } });
      expect(harness.received).toEqual(['GET']);
      expect(harness.receipts).toEqual([]);
    },
  );

  test('deleting data that became monitored: nothing is sent', async () => {
    harness.kept.of('c-1').monitored = true;
    const { item } = await harness.steps.send(harness.item(unread));
    expect(item).toMatchObject({ outcome: 'changed', record: { detail: 'ActiveSubscriptionExists' } });
    expect(harness.received).toEqual(['GET']);
  });

  test('the second step is sent although the interface leaves its result open', async () => {
    harness.kept.of('c-1').status = 'EXPIRED';
    await harness.steps.send(harness.item(unread, { plan: ['EXPIRE', 'DELETE_DATA'], step: 1 }));
    expect(harness.received).toEqual(['GET', 'DELETE_DATA']);
  });

  test('a first step that is needed is sent', async () => {
    harness.kept.of('c-1').status = 'CREATED';
    await harness.steps.send(harness.item(unread, { plan: ['EXPIRE', 'DELETE_DATA'] }));
    expect(harness.received).toEqual(['GET', 'EXPIRE']);
  });

  test.each([
    [true, ['GET', 'END_MONITORING']],
    [false, ['GET']],
  ])('AML monitoring is ended only if it is active: %j', async (monitored, received) => {
    harness.kept.of('c-1').monitored = monitored;
    const item = harness.item(unread, { plan: ['END_MONITORING', 'DELETE_DATA'] });
    expect((await harness.steps.send(item)).item.step).toBe(monitored ? 0 : 1);
    expect(harness.received).toEqual(received);
  });
});

describe('before a call is repeated whose outcome is not known', () => {
  const uncertain = { readAt: undefined, uncertain: true, attempts: 1, askedAt: 1 };

  test('a read that proves the first one ends the step, with a receipt', async () => {
    harness.kept.of('c-1').status = 'EXPIRED';
    const result = await harness.steps.send(harness.item(uncertain, { plan: ['EXPIRE'] }));
    expect(result.item).toMatchObject({ state: 'done', outcome: 'confirmed', record: { found: 'EXPIRED' } });
    expect(harness.received).toEqual(['GET']);
    expect(harness.receipts).toMatchObject([{ mode: 'EXPIRE', outcome: 'confirmed' }]);
  });

  test('a read that proves nothing lets it be sent again', async () => {
    harness.kept.of('c-1').status = 'IN_PROGRESS';
    await harness.steps.send(harness.item(uncertain, { plan: ['EXPIRE'] }));
    expect(harness.received).toEqual(['GET', 'EXPIRE']);
  });

  test.each([
    ['was there before', true, {}, ['GET']],
    ['was not there before', false, {}, ['GET', 'DELETE_DATA']],
    ['is not known to have been there', undefined, {}, ['GET', 'DELETE_DATA']],
    ['cannot be read as a whole', true, { result: { identity: 'x', aml: 7 } }, ['GET', 'DELETE_DATA']],
  ])('missing data proves it only where data %s', async (_case, hadData, change, received) => {
    const { answer } = harness.service;
    harness.service.answer = (request, response) =>
      request.method === 'GET'
        ? sendConversation(response, 'c-1', {
            status: 'FINISHED',
            result: { identity: { status: 'FINISHED', user: {} } },
            ...change,
          })
        : answer(request, response);
    await harness.steps.send(harness.item({ ...uncertain, hadData }));
    expect(harness.received).toEqual(received);
  });

  test.each([
    [true, ['GET', 'END_MONITORING']],
    [false, ['GET']],
  ])('AML monitoring that is active (%j) decides whether it is ended again', async (active, received) => {
    harness.kept.of('c-1').monitored = active;
    const { answer } = harness.service;
    // Data that is missing by now says nothing about the monitoring.
    harness.service.answer = (request, response) =>
      request.method === 'GET'
        ? sendConversation(response, 'c-1', {
            status: 'FINISHED',
            result: {
              identity: { status: 'FINISHED', user: {} },
              aml: { status: 'FINISHED', subscription: { active } },
            },
          })
        : answer(request, response);
    const plan = ['END_MONITORING', 'DELETE_DATA'] as ('END_MONITORING' | 'DELETE_DATA')[];
    const { item } = await harness.steps.send(harness.item({ ...uncertain, hadData: true }, { plan }));
    expect(harness.received).toEqual(received);
    expect(item.step).toBe(active ? 0 : 1);
    expect(harness.receipts).toHaveLength(active ? 0 : 1);
  });
});

describe('a conversation that a second person approved', () => {
  test('is called as it was approved', async () => {
    const { value } = await harness.deps.client().readConversation('c-1');
    const approvedState = stateDigest('run-1', value);
    expect((await harness.steps.send(harness.item({ readAt: undefined, approvedState }))).item.state).toBe(
      'sent',
    );
  });

  test('is not called if it has changed since', async () => {
    const item = harness.item({ readAt: undefined, approvedState: 'another' });
    expect((await harness.steps.send(item)).item).toMatchObject({
      state: 'done',
      outcome: 'changed',
      record: { detail: 'since-approval' },
    });
    expect(harness.received).toEqual(['GET']);
  });

  test.each([
    ['a later step', {}, { plan: ['EXPIRE' as const, 'DELETE_DATA' as const], step: 1 }],
    ['a call before it', { attempts: 1 }, {}],
  ])('is not compared after %s, which changes it', async (_what, record, change) => {
    const item = harness.item({ readAt: undefined, approvedState: 'another', ...record }, change);
    expect((await harness.steps.send(item)).item.state).toBe('sent');
  });
});
