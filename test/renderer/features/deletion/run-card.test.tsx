import { expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import {
  type DeletionRun,
  type ItemOutcome,
  itemOutcomes,
} from '../../../../preload/contract/deletion-runs.ts';
import { RunCard } from '../../../../renderer/features/deletion/many/run-card.tsx';
import type { RunsState } from '../../../../renderer/features/deletion/many/runs-store.ts';
import { render } from '../../../support/render.tsx';

const none = Object.fromEntries(itemOutcomes.map((outcome) => [outcome, 0])) as Record<ItemOutcome, number>;
const store = createStore<RunsState>()(
  () => ({ control: async () => undefined, report: async () => undefined }) as unknown as RunsState,
);

const card = (change: Partial<DeletionRun>) =>
  render(
    <RunCard
      store={store}
      run={{
        runId: 'r1',
        environmentId: 'e1',
        environmentName: 'Acme',
        mode: 'DELETE_DATA',
        reason: 'test-data',
        state: 'running',
        pace: { concurrency: 4, stopAfter: 10 },
        total: 3,
        waiting: 1,
        underWay: 1,
        outcomes: { ...none, confirmed: 1 },
        rate: 1,
        heldByOthers: 0,
        createdAt: 0,
        ...change,
      }}
    />,
  );

test('a run that still sends can be paused, and its rest cancelled', () => {
  expect(card({}).buttons).toEqual(['Change pace', 'Pause', 'Cancel the rest']);
});

test('a run that only reads can be ended without confirmation, and says why it cannot read', () => {
  expect(card({ state: 'settling', waiting: 0 }).buttons).toEqual([
    'Change pace',
    'Finish without confirmation',
  ]);
  const failure = {
    code: 'credentials-rejected',
    message: 'The key was refused.',
    retryable: false,
  } as const;
  const blocked = card({ state: 'settling', waiting: 0, failure });
  expect(blocked.text).toContain('The key was refused.');
  expect(blocked.text).toContain('Cannot confirm');
  expect(blocked.text).not.toContain('/s');
  expect(blocked.buttons).toEqual(expect.arrayContaining(['Retry', 'Finish without confirmation']));
});

test('says of which ones only a first step was carried out', () => {
  const done = card({ state: 'done', waiting: 0, underWay: 0, outcomes: { ...none, incomplete: 2 } });
  expect(done.text).toContain('First step done, the rest not: 2');
});

test('says how many were sent, also before the first is confirmed', () => {
  const paused = card({ state: 'paused', waiting: 0, underWay: 3, outcomes: none });
  expect(paused.text).toContain('Sent, not confirmed yet: 3');
});

test('says that it waits for conversations that others work on', () => {
  const waiting = card({ state: 'waiting', waiting: 1, underWay: 0, heldByOthers: 1 });
  expect(waiting.text).toContain('One conversation is still in another run or deletion.');
  expect(waiting.buttons).toEqual(['Change pace', 'Pause', 'Cancel the rest']);
});

test('shows the pace until it has ended', () => {
  const pace = { concurrency: 8, perSecond: 2.5, stopAfter: 1 };
  expect(card({ pace, state: 'paused' }).text).toContain(
    '8 at once · at most 2.5 per second · pauses after one failure',
  );
  expect(card({ state: 'done', waiting: 0, underWay: 0 }).buttons).not.toContain('Change pace');
});

test('one that was cancelled is not shown as finished, and says how many were done', () => {
  const ended = { state: 'done', waiting: 0, underWay: 0, total: 5 } as const;
  const whole = card({ ...ended, outcomes: { ...none, withdrawn: 5 } });
  expect(whole.text).toContain('Cancelled, 0 of 5 deleted');
  expect(whole.text).not.toContain('Finished');
  expect(whole.html).toContain('aria-valuenow="0"');
  expect(
    card({ ...ended, mode: 'EXPIRE', outcomes: { ...none, confirmed: 2, withdrawn: 3 } }).text,
  ).toContain('Cancelled, 2 of 5 expired');
  expect(card({ ...ended, outcomes: { ...none, confirmed: 5 } }).text).toContain('Finished');
});
