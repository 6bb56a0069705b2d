import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Failure } from '../../../../../main/common/failure.ts';
import { KeptCases } from './kept-cases.ts';
import { environmentId, RunHarness } from './run-harness.ts';

let harness: RunHarness;
let kept: KeptCases;

beforeEach(async () => {
  harness = await RunHarness.start();
  kept = new KeptCases(harness.service);
});
afterEach(() => harness.close());

describe('a run', () => {
  test('expires each conversation once and reads that it is expired', async () => {
    const ids = kept.add(20, { status: 'IN_PROGRESS' });
    const run = await harness.done(ids, 'EXPIRE');
    expect(run.outcomes.confirmed).toBe(20);
    expect(harness.service.sent('DELETE')).toHaveLength(20);
    kept.expectReadsBetween();
    const receipts = await harness.receipts();
    expect(receipts).toHaveLength(20);
    expect(JSON.parse(receipts[0]?.content ?? '')).toMatchObject({
      mode: 'EXPIRE',
      reason: 'retention-ended',
      ticket: 'SUP-1',
      requestId: expect.stringMatching(/^request-of-c-/),
      outcome: 'confirmed',
      read: { found: 'EXPIRED' },
      user: 'tester',
    });
    await vi.waitUntil(() => harness.journaled.length === 20);
    expect(harness.logged).toEqual([]);
  });

  test('deletes the data of finished conversations and proves it by the 410', async () => {
    const run = await harness.done(kept.add(5, { status: 'FINISHED' }), 'DELETE_DATA');
    expect(run.outcomes.confirmed).toBe(5);
    const [receipt] = await harness.receipts();
    expect(JSON.parse(receipt?.content ?? '').read.found).toBe('gone');
  });

  test('leaves out what will be refused or is gone', async () => {
    const ids = [
      ...kept.add(2, { status: 'FINISHED' }, 'works'),
      ...kept.add(1, { status: 'IN_PROGRESS' }, 'active'),
      ...kept.add(1, { status: 'FINISHED', monitored: true }, 'monitored'),
      ...kept.add(1, { status: 'FINISHED', gone: true }, 'gone'),
      'unknown-1',
    ];
    const { draftId } = await harness.prepared(ids, 'DELETE_DATA');
    harness.runs.draft(environmentId, draftId).include({ group: 'expire-first' }, false);
    const draft = harness.runs.draft(environmentId, draftId).view();
    expect(draft).toMatchObject({
      state: 'ready',
      groups: { works: 2, 'expire-first': 1, refused: 1, missing: 1, gone: 1, unclear: 0, unread: 0 },
      details: { 'expired-first': 1, ActiveSubscriptionExists: 1, gone: 1, 'not-found': 1 },
      included: 2,
      files: 4,
    });
    const { runId } = await harness.begin(draft);
    expect((await harness.until(runId, 'done')).outcomes.confirmed).toBe(2);
    expect(harness.service.sent('DELETE').map(({ conversationId }) => conversationId)).toEqual([
      'works-1',
      'works-2',
    ]);
  });

  test('expires active ones first, reads until they are final, then deletes', async () => {
    const ids = kept.add(3, { status: 'IN_PROGRESS' });
    const { draftId } = await harness.prepared(ids, 'DELETE_DATA');
    const draft = harness.runs.draft(environmentId, draftId);
    expect(draft.view()).toMatchObject({ included: 3, plans: { 'EXPIRE,DELETE_DATA': 3 } });
    const { runId } = await harness.begin(draft.view());
    expect((await harness.until(runId, 'done')).outcomes.confirmed).toBe(3);
    const calls = harness.service.requests.filter(({ conversationId }) => conversationId === 'c-1');
    expect(calls.filter(({ method }) => method === 'DELETE').map(({ url }) => url.split('=')[1])).toEqual([
      'EXPIRE',
      'DELETE_DATA',
    ]);
    kept.expectReadsBetween();
  });

  test('ends AML monitoring first only where the environment has that extension', async () => {
    const ids = kept.add(2, { status: 'FINISHED', monitored: true });
    const plain = await harness.prepared(ids, 'DELETE_DATA');
    harness.runs.draft(environmentId, plain.draftId).choose('end-monitoring');
    expect(harness.runs.draft(environmentId, plain.draftId).view().included).toBe(0);

    harness.settings = { ...harness.settings, endMonitoring: true };
    const { draftId } = await harness.prepared(ids, 'DELETE_DATA');
    const draft = harness.runs.draft(environmentId, draftId);
    draft.choose('end-monitoring');
    expect(draft.view()).toMatchObject({ included: 2, plans: { 'END_MONITORING,DELETE_DATA': 2 } });
    const { runId } = await harness.begin(draft.view());
    expect((await harness.until(runId, 'done')).outcomes.confirmed).toBe(2);
    expect(harness.service.requests.filter(({ url }) => url.startsWith('/api/subscriptions/'))).toHaveLength(
      2,
    );
  });

  test('reads before it sends again what had no usable answer', async () => {
    const ids = kept.add(6, { status: 'IN_PROGRESS' });
    kept.disturb = (id, response, count) => {
      if (count > 1) {
        return false;
      }
      switch (id) {
        case 'c-1':
          response.writeHead(500).end();
          return true;
        case 'c-2':
          response.destroy();
          return true;
        case 'c-3':
          // Done, and the answer is lost.
          kept.of(id).status = 'EXPIRED';
          response.destroy();
          return true;
        case 'c-4':
          response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');
          return true;
        case 'c-5':
          response.writeHead(429, { 'retry-after': '1' }).end();
          return true;
        default:
          return false;
      }
    };
    const run = await harness.done(ids, 'EXPIRE');
    expect(run.outcomes.confirmed).toBe(6);
    expect(
      harness.service.sent('DELETE').filter(({ conversationId }) => conversationId === 'c-3'),
    ).toHaveLength(1);
    kept.expectReadsBetween();
  });

  test('gives up what stays without a usable answer, and says that it is not known', async () => {
    const ids = kept.add(1, { status: 'IN_PROGRESS' });
    kept.disturb = (_id, response) => {
      response.writeHead(500).end();
      return true;
    };
    const run = await harness.done(ids, 'EXPIRE');
    expect(run.outcomes.unknown).toBe(1);
    expect(harness.service.sent('DELETE')).toHaveLength(3);
    kept.expectReadsBetween();
  });

  test('waits as long as Retry-After says before any further call', async () => {
    const ids = kept.add(8, { status: 'IN_PROGRESS' });
    let refusedAt = 0;
    const times: number[] = [];
    kept.disturb = (_id, response) => {
      times.push(performance.now());
      if (refusedAt === 0) {
        refusedAt = performance.now();
        response.writeHead(429, { 'retry-after': '2' }).end();
        return true;
      }
      return false;
    };
    const run = await harness.done(ids, 'EXPIRE', { concurrency: 1 });
    expect(run.outcomes.confirmed).toBe(8);
    expect((times[1] ?? 0) - refusedAt).toBeGreaterThan(1900);
    kept.expectReadsBetween();
  });

  test('sends nothing that was prepared when the service asks to wait', async () => {
    const ids = kept.add(60, { status: 'IN_PROGRESS' });
    const times: number[] = [];
    let refusedAt = Number.POSITIVE_INFINITY;
    kept.disturb = (_id, response) => {
      times.push(performance.now());
      if (times.length === 10) {
        refusedAt = performance.now();
        response.writeHead(429, { 'retry-after': '2' }).end();
        return true;
      }
      return false;
    };
    const run = await harness.done(ids, 'EXPIRE', { concurrency: 3 });
    expect(run.outcomes.confirmed).toBe(60);
    // Those that were on their way, and none of those whose intent was recorded already.
    const early = times.filter((time) => time > refusedAt && time < refusedAt + 1900);
    expect(early.length).toBeLessThanOrEqual(2);
    kept.expectReadsBetween();
  });

  test('never has more calls in progress than allowed, though more are prepared', async () => {
    const ids = kept.add(60, { status: 'IN_PROGRESS' });
    let inProgress = 0;
    let most = 0;
    kept.disturb = (id, response) => {
      inProgress += 1;
      most = Math.max(most, inProgress);
      setImmediate(() => {
        inProgress -= 1;
        kept.remove(id, false, response);
      });
      return true;
    };
    expect((await harness.done(ids, 'EXPIRE', { concurrency: 3 })).outcomes.confirmed).toBe(60);
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(3);
  });

  test('reads what was accepted but could not be recorded, and does not report it as failed', async () => {
    const ids = kept.add(3, { status: 'IN_PROGRESS' });
    const { request } = harness.store;
    let failures = 1;
    (harness.store as { request: typeof request }).request = async (name, input, options) => {
      const isAnswer =
        name === 'apply' && JSON.stringify(input).includes(String.raw`\"answer\":\"accepted\"`);
      if (isAnswer && failures-- > 0) {
        throw new Failure({ code: 'deletion-not-recorded', message: 'The disk is full.' });
      }
      return request(name, input, options);
    };
    const { runId } = await harness.begin(await harness.prepared(ids, 'EXPIRE'), { concurrency: 1 });
    expect((await harness.until(runId, 'paused')).failure?.code).toBe('deletion-not-recorded');
    await harness.runs.control(runId, 'resume');
    const run = await harness.until(runId, 'done');
    expect(run.outcomes).toMatchObject({ confirmed: 3, failed: 0, unknown: 0 });
    expect(harness.service.sent('DELETE')).toHaveLength(3);
  });

  test('stops after so many failures in a row, and goes on when it is resumed', async () => {
    const ids = kept.add(12, { status: 'IN_PROGRESS' });
    let isBroken = true;
    kept.disturb = (_id, response) => {
      if (isBroken) {
        response.writeHead(500).end();
      }
      return isBroken;
    };
    const { runId } = await harness.begin(await harness.prepared(ids, 'EXPIRE'), {
      stopAfter: 3,
      concurrency: 1,
    });
    const paused = await harness.until(runId, 'paused');
    expect(paused.failure?.code).toBe('outcome-unknown');
    expect(harness.service.sent('DELETE').length).toBe(3);
    isBroken = false;
    await harness.runs.control(runId, 'resume');
    expect((await harness.until(runId, 'done')).outcomes.confirmed).toBe(12);
    kept.expectReadsBetween();
  });

  test('does not send what became different since the preview', async () => {
    const ids = kept.add(3, { status: 'IN_PROGRESS' });
    const draft = await harness.prepared(ids, 'EXPIRE');
    const later = Date.now() + 11 * 60_000;
    harness.now = () => later;
    kept.of('c-2').status = 'FINISHED';
    const { runId } = await harness.begin(draft);
    const run = await harness.until(runId, 'done');
    expect(run.outcomes).toMatchObject({ confirmed: 2, changed: 1 });
    expect(harness.service.sent('DELETE').map(({ conversationId }) => conversationId)).not.toContain('c-2');
  });

  test.each([
    [59_000, { confirmed: 1, changed: 0 }, ['GET', 'DELETE', 'GET']],
    [60_000, { confirmed: 0, changed: 1 }, ['GET', 'GET']],
  ])('relies on the preview of one conversation that is %i ms old: %o', async (age, outcomes, requests) => {
    const ids = kept.add(1, { status: 'IN_PROGRESS' });
    const start = Date.now();
    harness.now = () => start;
    const draft = await harness.prepared(ids, 'EXPIRE');
    harness.now = () => start + age;
    if (outcomes.changed === 1) {
      kept.of('c-1').status = 'FINISHED';
    }
    const { runId } = await harness.begin(draft);
    expect((await harness.until(runId, 'done')).outcomes).toMatchObject(outcomes);
    const sent = harness.service.requests.filter(({ url }) => !url.endsWith('/metadata'));
    expect(sent.map(({ method }) => method)).toEqual(requests);
  });

  test('reads again what waited for its call until the read before it was too old', async () => {
    const ids = kept.add(3, { status: 'IN_PROGRESS' });
    const held: (() => void)[] = [];
    kept.disturb = (id, response) => {
      if (held.length > 0) {
        return false;
      }
      held.push(() => kept.remove(id, false, response));
      return true;
    };
    const { runId } = await harness.begin(await harness.prepared(ids, 'EXPIRE'), { concurrency: 1 });
    // The intents of the other two are recorded while the first call is in progress.
    const prepared = { runId, states: ['sending'], after: 0, count: 10 } as const;
    await expect.poll(async () => (await harness.store.request('next', prepared)).length).toBe(3);
    await expect.poll(() => held.length).toBe(1);
    const later = Date.now() + 11 * 60_000;
    harness.now = () => later;
    const [called] = harness.service.sent('DELETE');
    const [waiting] = ids.filter((id) => id !== called?.conversationId);
    kept.of(waiting as string).status = 'FINISHED';
    held[0]?.();
    const run = await harness.until(runId, 'done');
    expect(run.outcomes).toMatchObject({ confirmed: 2, changed: 1 });
    expect(harness.service.sent('DELETE').map(({ conversationId }) => conversationId)).not.toContain(waiting);
  });

  test('does not go on for ever with what was read once and cannot be read any more', async () => {
    // The effect of EXPIRE on it is not documented, so that it must be chosen.
    const ids = kept.add(1, { status: 'CANCELED' });
    const draft = await harness.prepared(ids, 'EXPIRE');
    harness.runs.draft(environmentId, draft.draftId).include({ ids }, true);
    const later = Date.now() + 11 * 60_000;
    harness.now = () => later;
    const answer = harness.service.answer;
    harness.service.answer = (request, response) =>
      request.method === 'GET' ? response.writeHead(500).end() : answer(request, response);
    const { runId } = await harness.begin(harness.runs.draft(environmentId, draft.draftId).view(), {
      stopAfter: 2,
    });
    await harness.until(runId, 'paused', 'done');
    expect(harness.service.sent('DELETE')).toEqual([]);
    expect(harness.service.sent('GET').length).toBeLessThan(20);
  });

  test('includes what cannot be read only where that was chosen, and settles it as far as reads allow', async () => {
    const ids = kept.add(2, { status: 'FINISHED' });
    const answer = harness.service.answer;
    harness.service.answer = (request, response) => {
      if (request.method === 'GET' && kept.cases.get(request.conversationId)?.gone !== true) {
        response.writeHead(500).end();
      } else {
        answer(request, response);
      }
    };
    const draft = await harness.prepared(ids, 'DELETE_DATA');
    expect(draft).toMatchObject({ groups: { unclear: 2 }, details: { 'server-error': 2 }, included: 0 });
    harness.runs.draft(environmentId, draft.draftId).include({ group: 'unclear' }, true);
    const { runId } = await harness.begin(harness.runs.draft(environmentId, draft.draftId).view());
    expect((await harness.until(runId, 'done')).outcomes.confirmed).toBe(2);
  });
});

describe('a conversation that was confirmed unread', () => {
  test('is set aside when it can be read at the moment of its call', async () => {
    const ids = kept.add(2, { status: 'FINISHED' });
    const answer = harness.service.answer;
    let readable: string | undefined;
    harness.service.answer = (request, response) => {
      if (
        request.method === 'GET' &&
        request.conversationId !== readable &&
        kept.cases.get(request.conversationId)?.gone !== true
      ) {
        response.writeHead(500).end();
      } else {
        answer(request, response);
      }
    };
    const draft = await harness.prepared(ids, 'DELETE_DATA');
    harness.runs.draft(environmentId, draft.draftId).include({ group: 'unclear' }, true);
    readable = ids[0];
    const { runId } = await harness.begin(harness.runs.draft(environmentId, draft.draftId).view());
    expect((await harness.until(runId, 'done')).outcomes).toMatchObject({ confirmed: 1, changed: 1 });
    expect(harness.service.sent('DELETE').map(({ conversationId }) => conversationId)).toEqual([ids[1]]);
  });
});

test('a case is not forgotten while a run has not finished with it', async () => {
  const ids = kept.add(3, { status: 'IN_PROGRESS' });
  const held: (() => void)[] = [];
  kept.disturb = (id, response) => {
    held.push(() => kept.remove(id, false, response));
    return true;
  };
  const { runId } = await harness.begin(await harness.prepared(ids, 'EXPIRE'));
  await vi.waitUntil(() => held.length === 3);
  const check = (environment: string, id: string) => harness.runs.checkForget(environment, ['other', id]);
  await expect(check(environmentId, 'c-2')).rejects.toMatchObject({ code: 'deletion-running' });
  await expect(check('another', 'c-2')).resolves.toBeUndefined();
  await expect(check(environmentId, 'c-9')).resolves.toBeUndefined();
  for (const release of held) {
    release();
  }
  await harness.until(runId, 'done');
  await expect(check(environmentId, 'c-2')).resolves.toBeUndefined();
});
