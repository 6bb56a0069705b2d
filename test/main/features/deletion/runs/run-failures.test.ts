import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { RunPace } from '../../../../../preload/contract/deletion-runs.ts';
import { runStateText } from '../../../../../preload/wording/deletion-runs.ts';
import { storedRun } from './memory-store.ts';
import { failed, passed, SingleRun, sent, waiting } from './single-run.ts';

let single: SingleRun;
beforeEach(() => {
  vi.useFakeTimers({ now: storedRun.createdAt });
});
afterEach(async () => {
  const closed = single.run.close(0);
  await passed(0);
  await closed;
  single.store.close();
  vi.useRealTimers();
});

/** A run of so many items that wait for their call, one call at a time. */
function runOf(count: number, pace: Partial<RunPace> = {}): SingleRun {
  const items = Array.from({ length: count }, () => waiting());
  single = new SingleRun(items, { pace: { concurrency: 1, stopAfter: 10, ...pace } });
  return single;
}

function deletes(): string[] {
  return single.service.requests.filter((one) => one.startsWith('DELETE'));
}

/** Refuses the calls for these conversations. */
function refuseCalls(...ids: string[]): void {
  single.service.before = (request) => {
    if (ids.some((id) => request === `DELETE ${id}`)) {
      throw failed('forbidden');
    }
  };
}

/** Requests to the store of this name fail; a returned function ends that. */
function breakStore(name: string): () => void {
  single.store.before = (requested) => {
    if (requested === name) {
      throw failed('deletion-not-recorded');
    }
  };
  return () => {
    single.store.before = () => undefined;
  };
}

describe('failures in a row', () => {
  test('pause the run after as many as its pace allows, and no further call is sent', async () => {
    runOf(6, { stopAfter: 3 });
    refuseCalls('c-1', 'c-2', 'c-3', 'c-4');
    const run = await single.start();
    expect(deletes()).toHaveLength(3);
    expect(single.view).toMatchObject({
      state: 'paused',
      waiting: 3,
      outcomes: { failed: 3 },
      failure: { code: 'forbidden' },
    });
    expect((await single.onDisk())?.state).toBe('paused');
    expect(single.logged).toEqual([]);
    // They are counted from zero again: the next one does not pause it.
    await run.resume();
    await passed(0);
    expect(single.view).toMatchObject({ state: 'done', outcomes: { failed: 4, confirmed: 2 } });
  });

  test('are counted from zero again after an answer', async () => {
    runOf(5, { stopAfter: 3 });
    refuseCalls('c-1', 'c-2', 'c-4', 'c-5');
    await single.start();
    expect(single.view).toMatchObject({ state: 'done', outcomes: { failed: 4, confirmed: 1 } });
  });

  test('are in a row also with a read between them that shows nothing', async () => {
    single = new SingleRun([sent(), waiting(), waiting()], { pace: { concurrency: 2, stopAfter: 2 } });
    refuseCalls('c-2', 'c-3');
    const answer = single.service.hold('DELETE c-3');
    await single.start();
    expect(single.service.requests).toEqual(['GET c-1', 'DELETE c-2', 'DELETE c-3']);
    expect(single.view).toMatchObject({ state: 'running', outcomes: { failed: 1 } });
    answer();
    await passed(0);
    expect(single.view).toMatchObject({ state: 'paused', outcomes: { failed: 2 } });
  });

  test('leave nothing to say once the run was resumed', async () => {
    runOf(2, { stopAfter: 1 });
    refuseCalls('c-1');
    const run = await single.start();
    await run.resume();
    const answer = single.service.hold('DELETE');
    await passed(0);
    expect(single.view.failure).toBeUndefined();
    await run.pause();
    expect(single.view.failure).toBeUndefined();
    answer();
  });
});

describe('an answer to what was sent before a pause', () => {
  /** A run that was paused and resumed while its only call had no answer yet; `answer` fails it. */
  async function resumedBeforeTheAnswer(code: 'credentials-rejected' | 'forbidden') {
    runOf(3, { stopAfter: 1 });
    const held = single.service.hold('DELETE');
    const run = await single.start();
    await run.pause();
    const resumed = run.resume();
    let isFirst = true;
    single.service.before = (request) => {
      if (isFirst && request.startsWith('DELETE')) {
        isFirst = false;
        throw failed(code);
      }
    };
    return {
      run,
      resumed,
      async answer() {
        held();
        await passed(0);
      },
    };
  }

  test.each(['credentials-rejected', 'forbidden'] as const)(
    'does not pause a run that was resumed meanwhile, nor its reads: %s',
    async (code) => {
      const { resumed, answer } = await resumedBeforeTheAnswer(code);
      await answer();
      await resumed;
      await passed(0);
      expect(single.view.failure).toBeUndefined();
      expect(single.view).toMatchObject({ state: 'done', waiting: 0, underWay: 0 });
    },
  );

  test('does not let a run go on that was paused again before it came', async () => {
    const { run, resumed, answer } = await resumedBeforeTheAnswer('forbidden');
    await run.pause();
    await answer();
    await resumed;
    expect(single.view.state).toBe('paused');
    expect(deletes()).toHaveLength(1);
  });
});

describe('a failure that concerns every request', () => {
  test('makes all wait as long as the service asks, which people see', async () => {
    runOf(20);
    const end = single.service.refuse('DELETE', failed('rate-limited', { retryAfterMs: 7000 }));
    await single.start();
    expect(single.view).toMatchObject({
      state: 'waiting',
      resumesAt: Date.now() + 7000,
      failure: { code: 'rate-limited' },
      waiting: 20,
    });
    expect(await single.countOf('sending')).toBe(0);
    end();
    await passed(6999);
    expect(single.service.requests).toEqual(['DELETE c-1']);
    await passed(1);
    expect(single.view).toMatchObject({ state: 'done', outcomes: { confirmed: 20 } });
  });

  test('is not the reason of a pause that a user makes once it is over', async () => {
    runOf(20);
    const end = single.service.refuse('DELETE', failed('rate-limited', { retryAfterMs: 7000 }));
    const run = await single.start();
    end();
    const answer = single.service.hold('DELETE c-5');
    await passed(7000);
    expect(single.view.state).toBe('running');
    await run.pause();
    answer();
    await passed(0);
    expect(single.view.state).toBe('paused');
    expect(single.view.waiting).toBeGreaterThan(0);
    expect(single.view.failure).toBeUndefined();
  });

  test('makes reads wait as well', async () => {
    single = new SingleRun([sent(), sent()], { pace: { concurrency: 1, stopAfter: 10 } });
    single.service.gone.add('c-1').add('c-2');
    const end = single.service.refuse('GET', failed('rate-limited', { retryAfterMs: 7000 }));
    await single.start();
    end();
    await passed(6999);
    expect(single.service.requests).toHaveLength(1);
    await passed(1);
    expect(single.view).toMatchObject({ state: 'done', outcomes: { confirmed: 2 } });
  });

  test('has growing pauses where the service does not say how long', async () => {
    runOf(1);
    single.service.refuse('', failed('connection-refused'));
    await single.start();
    await passed(30_000);
    expect(single.service.requests).toEqual(['DELETE c-1', 'GET c-1', 'GET c-1', 'GET c-1', 'GET c-1']);
    const [first = 0, ...others] = single.service.times;
    expect(others.map((at) => at - first)).toEqual([2000, 6000, 14_000, 30_000]);
  });

  test('has its first pause again after an answer', async () => {
    runOf(1);
    single.service.before = () => {
      if ([1, 4].includes(single.service.requests.length)) {
        throw failed('connection-refused');
      }
    };
    await single.start();
    await passed(2000);
    expect(single.service.requests).toEqual(['DELETE c-1', 'GET c-1', 'DELETE c-1', 'GET c-1']);
    expect(single.view).toMatchObject({ state: 'waiting', resumesAt: Date.now() + 2000 });
    await passed(2000);
    expect(single.view).toMatchObject({ state: 'done', outcomes: { confirmed: 1 } });
  });

  test('waits no longer once the run is resumed', async () => {
    runOf(1);
    const end = single.service.refuse('DELETE', failed('rate-limited', { retryAfterMs: 60_000 }));
    const run = await single.start();
    end();
    await run.resume();
    await passed(0);
    expect(single.view.state).toBe('done');
  });
});

describe('a failure that only a person can end', () => {
  test('pauses the run and its reads; they go on when the settings were changed, calls when it is resumed', async () => {
    single = new SingleRun([sent(), waiting(), sent()], { pace: { concurrency: 1, stopAfter: 10 } });
    single.service.gone.add('c-1').add('c-3');
    const end = single.service.refuse('GET', failed('credentials-rejected'));
    const run = await single.start({ isInterrupted: true });
    await passed(60_000);
    // Both had begun when the first one was refused.
    expect(single.service.requests).toEqual(['GET c-1', 'GET c-3']);
    expect(single.view).toMatchObject({ underWay: 2, failure: { code: 'credentials-rejected' } });
    end();
    run.environmentChanged();
    await passed(0);
    expect(single.view.outcomes.confirmed).toBe(2);
    expect(single.service.requests).toHaveLength(4);
    expect(deletes()).toEqual([]);
    await run.resume();
    await passed(0);
    expect(single.view.state).toBe('done');
  });

  test('pauses a run that is sending', async () => {
    runOf(3);
    const end = single.service.refuse('DELETE', failed('credentials-rejected'));
    const run = await single.start();
    expect(deletes()).toHaveLength(1);
    expect(single.view).toMatchObject({ state: 'paused', failure: { code: 'credentials-rejected' } });
    end();
    await run.resume();
    await passed(0);
    expect(single.view).toMatchObject({ state: 'done', outcomes: { confirmed: 3 } });
  });

  test('is said of a cancelled run, which reads again when it is asked to', async () => {
    single = new SingleRun([sent()], { state: 'cancelled' });
    single.service.gone.add('c-1');
    const end = single.service.refuse('GET', failed('credentials-rejected'));
    const run = await single.start();
    expect(single.view).toMatchObject({ state: 'settling', failure: { code: 'credentials-rejected' } });
    end();
    await passed(60_000);
    expect(single.service.requests).toHaveLength(1);
    await run.cancel();
    await passed(0);
    expect(single.view).toMatchObject({ state: 'done', outcomes: { confirmed: 1 } });
  });

  test('ends with the reads if they are stopped, which they are not while calls may be sent', async () => {
    single = new SingleRun([sent(), waiting()]);
    const run = await single.start({ isInterrupted: true });
    await expect(run.stopReading()).rejects.toMatchObject({ code: 'invalid-input' });
    await run.cancel();
    await run.stopReading();
    await passed(0);
    expect(single.view).toMatchObject({ state: 'done', outcomes: { accepted: 1, withdrawn: 1 } });
  });
});

describe('a step that cannot be recorded', () => {
  test('is not sent, and pauses the run; it goes on with what is on disk', async () => {
    runOf(3);
    const repair = breakStore('apply');
    const run = await single.start();
    expect(single.service.requests).toEqual([]);
    expect(single.view).toMatchObject({ state: 'paused', failure: { code: 'deletion-not-recorded' } });
    expect(single.logged).toEqual([]);
    repair();
    await run.resume();
    await passed(0);
    expect(single.view).toMatchObject({ state: 'done', outcomes: { confirmed: 3 } });
    expect(deletes()).toHaveLength(3);
  });

  test('of a cancelled run stops its reads until it is resumed', async () => {
    single = new SingleRun([sent(), sent()], {
      state: 'cancelled',
      pace: { concurrency: 1, stopAfter: 10 },
    });
    single.service.gone.add('c-1').add('c-2');
    const repair = breakStore('apply');
    const run = await single.start();
    expect(single.view).toMatchObject({ state: 'settling', failure: { code: 'deletion-not-recorded' } });
    const before = single.service.requests.length;
    await passed(60_000);
    expect(single.service.requests).toHaveLength(before);
    repair();
    await run.resume();
    await passed(0);
    expect(single.view).toMatchObject({ state: 'done', outcomes: { confirmed: 2 } });
  });

  test('a withdrawal: nothing is sent all the same, and cancelling again withdraws the run', async () => {
    runOf(2);
    const run = await single.start({ heldMs: 10_000 });
    const repair = breakStore('withdraw');
    const before = single.changes;
    await expect(run.cancel()).rejects.toMatchObject({ code: 'deletion-not-recorded' });
    // Once for the cancellation, and once for its failure.
    expect(single.changes).toBe(before + 2);
    expect(single.view).toMatchObject({
      state: 'settling',
      failure: {
        code: 'deletion-not-recorded',
        message: expect.stringMatching(/^Nothing more is sent, but/),
      },
    });
    expect(runStateText(single.view)).toBe('Cancellation not recorded');
    await passed(60_000);
    expect(single.service.requests).toEqual([]);
    repair();
    await run.cancel();
    await passed(0);
    expect(single.view).toMatchObject({ state: 'done', outcomes: { withdrawn: 2 } });
  });

  test('only that the run is done: it is not shown, and the next start tries again', async () => {
    runOf(1);
    breakStore('setRun');
    await single.start();
    expect(single.view.state).toBe('done');
    expect(single.logged).toMatchObject([{ code: 'deletion-not-recorded' }]);
  });
});

test('items that cannot be fetched pause the run, and are not asked for without end', async () => {
  single = new SingleRun([waiting(), sent()]);
  single.service.gone.add('c-2');
  const repair = breakStore('next');
  const run = await single.start();
  await passed(60_000);
  expect(single.store.requests.length).toBeLessThan(20);
  expect(single.view).toMatchObject({ state: 'paused', failure: { code: 'deletion-not-recorded' } });
  repair();
  await run.resume();
  await passed(0);
  expect(single.view).toMatchObject({ state: 'done', outcomes: { confirmed: 2 } });
});

test('a defect pauses the run, is logged, and says that Assay failed', async () => {
  runOf(2);
  const defect = new TypeError('defect');
  single.store.before = (name) => {
    if (name === 'apply') {
      throw defect;
    }
  };
  await single.start();
  expect(single.view).toMatchObject({ state: 'paused', failure: { code: 'internal' } });
  expect(single.logged[0]).toBe(defect);
});
