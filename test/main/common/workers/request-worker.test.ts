import { expect, onTestFinished, test } from 'vitest';
import { RequestWorker } from '../../../../main/common/workers/request-worker.ts';
import { WorkerLimit } from '../../../../main/common/workers/worker-limit.ts';
import type { Asked } from './request-program.ts';

async function startWorker(timeoutMs: number) {
  const worker = new RequestWorker<Asked>({
    url: new URL('./request-program.ts', import.meta.url),
    name: 'test',
    timeoutMs,
    heapMb: 64,
    prepare: async (send) => void (await send('handled', {}, { timeoutMs: 60_000 })),
  });
  onTestFinished(() => worker.close());
  await worker.ready();
  return worker;
}

test('a short request behind a long one waits and is not a timeout', async () => {
  const worker = await startWorker(2000);
  const long = worker.request('busy', 3000, { timeoutMs: 60_000 });
  const behind = worker.request('handled', {});
  await expect(long).resolves.toBeGreaterThan(0);
  await expect(behind).resolves.toBe(1);
  // Still the same thread.
  await expect(worker.request('handled', {})).resolves.toBe(1);
});

test('a request that takes too long ends the thread, also behind another; the next one starts a new one', async () => {
  const worker = await startWorker(2000);
  const first = worker.request('busy', 10);
  const long = worker.request('busy', 60_000);
  const behind = worker.request('handled', {});
  await expect(first).resolves.toBeGreaterThan(0);
  await expect(long).rejects.toBeInstanceOf(WorkerLimit);
  await expect(behind).rejects.toBeInstanceOf(WorkerLimit);
  await expect(worker.request('handled', {})).resolves.toBe(0);
});

test('its space for new objects is small beside what Node allows a thread for its end', async () => {
  const worker = await startWorker(60_000);
  expect((await worker.request('limits', {})).maxYoungGenerationSizeMb).toBe(32);
});
