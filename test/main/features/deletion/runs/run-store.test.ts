import { expect, test } from 'vitest';
import { RunStore } from '../../../../../main/features/deletion/runs/store/run-store.ts';

function openStore() {
  return new RunStore({
    path: undefined,
    signer: () => Promise.reject(new Error('There is no key.')),
    journal: () => Promise.reject(new Error('There is no journal.')),
    now: () => 1,
    log: () => undefined,
  });
}

test('a file that is still being opened when the console closes is not waited for', async () => {
  const store = openStore();
  const runs = store.request('runs', {});
  const cancelled = expect(runs).rejects.toMatchObject({ code: 'cancelled' });
  await store.stopOpening();
  await cancelled;
  await store.close();
});

test('a file that was opened stays open until the console has closed what uses it', async () => {
  const store = openStore();
  expect(await store.request('runs', {})).toEqual([]);
  await store.stopOpening();
  expect(await store.request('runs', {})).toEqual([]);
  await store.close();
});
