import { describe, expect, onTestFinished, test } from 'vitest';
import { Failure } from '../../../../main/common/failure.ts';
import { ownBytes } from '../../../../main/common/workers/own-bytes.ts';
import { WorkerLimit } from '../../../../main/common/workers/worker-limit.ts';
import { WorkerPool, type WorkerPoolOptions } from '../../../../main/common/workers/worker-pool.ts';
import type { Answered, Asked } from './task-program.ts';

const url = new URL('./task-program.ts', import.meta.url);

function poolOf(given: Partial<WorkerPoolOptions> = {}) {
  const pool = new WorkerPool<Asked, Answered, string>({
    url,
    name: 'test',
    concurrency: 2,
    queueLength: 2,
    timeoutMs: 20_000,
    heapMb: 64,
    ...given,
  });
  onTestFinished(() => pool.close());
  return pool;
}

const task = (input: Asked) => () => ({ input });
const errorOf = (work: Promise<unknown>) =>
  work.then(
    () => {
      throw new Error('it was to fail');
    },
    (error: unknown) => error,
  );
const limitOf = async (work: Promise<unknown>) => {
  const error = await errorOf(work);
  if (!(error instanceof WorkerLimit)) {
    throw error;
  }
  return error.kind;
};
const codeOf = async (work: Promise<unknown>) => {
  const error = await errorOf(work);
  if (!(error instanceof Failure)) {
    throw error;
  }
  return error.code;
};
/** Resolves when a task has started in its worker. */
function begun(
  pool: ReturnType<typeof poolOf>,
  input: Asked,
  options: { signal?: AbortSignal; stopWithinMs?: number } = {},
) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const result = pool.run(task(input), { ...options, onEvent: () => resolve() });
  result.catch(() => undefined);
  return { result, began: promise };
}

test('a task runs in another thread, and bytes are transferred, not copied', async () => {
  const bytes = Uint8Array.from([1, 2]);
  const answered = await poolOf().run(() => ({ input: { kind: 'double', bytes }, transfer: [bytes.buffer] }));
  expect(answered.threadId).not.toBe(0);
  expect([...(answered.bytes ?? [])]).toEqual([1, 2, 1, 2]);
  expect(bytes.byteLength).toBe(0);
});

test('a worker gets no environment or arguments of the process', async () => {
  process.env.ASSAY_TEST_SECRET = 'x';
  onTestFinished(() => {
    delete process.env.ASSAY_TEST_SECRET;
  });
  expect((await poolOf().run(task({ kind: 'environment' }))).said).toEqual({ env: {}, argv: [] });
});

describe('a failing task', () => {
  test('rejects with the thrown error', async () => {
    const error = await errorOf(poolOf().run(task({ kind: 'throw' })));
    expect(error).toBeInstanceOf(TypeError);
  });

  test('fails when its worker exits', async () => {
    expect(await errorOf(poolOf().run(task({ kind: 'leave' })))).toMatchObject({ message: /ended before/ });
  });

  test('fails if there is no such worker', async () => {
    const pool = poolOf({ url: new URL('./nowhere.ts', import.meta.url) });
    expect(await errorOf(pool.run(task({ kind: 'throw' })))).toMatchObject({ code: 'MODULE_NOT_FOUND' });
  });

  test('fails if its input cannot be prepared, and releases its slot', async () => {
    const pool = poolOf({ concurrency: 1 });
    const failing = pool.run(() => {
      throw new RangeError('too long');
    });
    expect(await errorOf(failing)).toBeInstanceOf(RangeError);
    expect((await pool.run(task({ kind: 'environment' }))).threadId).not.toBe(0);
  });
});

describe('a task over its limits', () => {
  test('of time is ended, and the next one runs', async () => {
    const pool = poolOf({ concurrency: 1, timeoutMs: 4000 });
    expect(await limitOf(pool.run(task({ kind: 'spin' })))).toBe('time');
    expect((await pool.run(task({ kind: 'environment' }))).threadId).not.toBe(0);
  });

  test('of memory is ended, and this process continues', async () => {
    expect(await limitOf(poolOf().run(task({ kind: 'gather' })))).toBe('memory');
  });

  test('of number waits, and is refused beyond the queue', async () => {
    const pool = poolOf();
    const stop = new AbortController();
    const spinning = [1, 2].map(() => begun(pool, { kind: 'spin' }, { signal: stop.signal }));
    await Promise.all(spinning.map(({ began }) => began));
    const waiting = [1, 2].map(() => pool.run(task({ kind: 'environment' })));
    expect(await limitOf(pool.run(task({ kind: 'environment' })))).toBe('busy');
    stop.abort();
    await Promise.all(spinning.map(({ result }) => codeOf(result)));
    expect(await Promise.all(waiting)).toHaveLength(2);
  });
});

describe('stopping', () => {
  test('takes effect at once, however busy the worker is, before anything else of this thread', async () => {
    const stop = new AbortController();
    const { result, began } = begun(poolOf(), { kind: 'spin' }, { signal: stop.signal });
    await began;
    const later = new Promise((resolve) => setImmediate(resolve, 'later'));
    stop.abort();
    // The task would not end by itself, and after its time limit it would end with another code.
    expect(await Promise.race([codeOf(result), later])).toBe('cancelled');
  });

  test('lets a task return its last result', async () => {
    const stop = new AbortController();
    const { result, began } = begun(
      poolOf(),
      { kind: 'until-stopped' },
      { signal: stop.signal, stopWithinMs: 10_000 },
    );
    await began;
    stop.abort();
    expect((await result).said).toBe('stopped');
  });

  test('ends a task that does not', async () => {
    const stop = new AbortController();
    const { result, began } = begun(poolOf(), { kind: 'spin' }, { signal: stop.signal, stopWithinMs: 50 });
    await began;
    stop.abort();
    expect(await codeOf(result)).toBe('cancelled');
  });

  test('a waiting task leaves the queue', async () => {
    const pool = poolOf({ concurrency: 1, queueLength: 1 });
    const end = new AbortController();
    const { result, began } = begun(pool, { kind: 'spin' }, { signal: end.signal });
    await began;
    const stop = new AbortController();
    const waiting = pool.run(task({ kind: 'environment' }), { signal: stop.signal });
    stop.abort();
    expect(await codeOf(waiting)).toBe('cancelled');
    const next = pool.run(task({ kind: 'environment' }));
    end.abort();
    await codeOf(result);
    expect((await next).threadId).not.toBe(0);
  });

  test('before the start, nothing is started', async () => {
    expect(await codeOf(poolOf().run(task({ kind: 'spin' }), { signal: AbortSignal.abort() }))).toBe(
      'cancelled',
    );
  });

  test('closing the pool ends every worker and refuses later tasks', async () => {
    const pool = poolOf({ concurrency: 1 });
    const { result, began } = begun(pool, { kind: 'spin' }, { stopWithinMs: 60_000 });
    await began;
    const waiting = pool.run(task({ kind: 'spin' }));
    const both = Promise.all([codeOf(result), codeOf(waiting)]);
    await pool.close();
    expect(await both).toEqual(['cancelled', 'cancelled']);
    expect(await codeOf(pool.run(task({ kind: 'spin' })))).toBe('cancelled');
  });
});

test('bytes of a larger buffer are copied, others are transferred', () => {
  const whole = new Uint8Array(4);
  expect(ownBytes(whole)).toBe(whole);
  expect(ownBytes(whole.subarray(1, 3)).buffer.byteLength).toBe(2);
});
