import { describe, expect, test } from 'vitest';
import { type DeletionRun, itemOutcomes } from '../../../preload/contract/deletion-runs.ts';
import type { EnvironmentView } from '../../../preload/contract/environments.ts';
import type { ReadingRun } from '../../../preload/contract/reading.ts';
import { type ConditionInput, conditionsOf } from '../../../renderer/shell/conditions.ts';

const acts = {
  reloadSettings: () => undefined,
  enterApiKey: () => undefined,
  sessionOnly: () => undefined,
  reload: () => undefined,
  checkKeychain: () => undefined,
  cancelKeychain: () => undefined,
  controlRun: () => undefined,
  viewRun: () => undefined,
  viewDeletionRuns: () => undefined,
  viewCallbacks: () => undefined,
  stopListener: () => undefined,
};

const environment = (kind: 'sandbox' | 'test', more: object = {}) =>
  ({ id: kind, builtIn: kind === 'sandbox', settings: { name: 'Acme', kind }, ...more }) as EnvironmentView;

const nothing: ConditionInput = {
  connection: 'up',
  online: true,
  problem: undefined,
  keychain: { state: 'available', message: 'Secrets are kept in the keychain.', sessionOnly: false },
  selected: environment('sandbox'),
  storage: { storage: 'disk', notices: [], total: 0 },
  notices: [],
  runs: [],
  deletionRuns: [],
  listeners: [],
  nameOf: () => 'Acme',
};
const labels = (facts: Partial<ConditionInput>) =>
  conditionsOf({ ...nothing, ...facts }, acts).map(({ tone, label }) => `${tone} ${label}`);

describe('conditions', () => {
  test('are empty if everything is normal', () => {
    expect(labels({})).toEqual([]);
  });

  test('offer to stop waiting for a password window of the keychain', () => {
    const message = 'Waiting for the keychain.';
    const keychain = { state: 'locked', message, isWaiting: true, sessionOnly: false } as const;
    expect(labels({ keychain })).toEqual([expect.stringContaining('Waiting for the keychain')]);
    const [condition] = conditionsOf({ ...nothing, keychain }, acts);
    expect(condition?.actions.map(({ label }) => label)).toEqual([
      'Stop waiting',
      'Keep secrets for this session only',
    ]);
  });

  test('name the listener that goes on while something else is shown, and what is wrong with it', () => {
    const listener = {
      environmentId: 'sandbox',
      url: 'http://127.0.0.1:1/callback',
      received: 0,
      refused: 0,
      answer: { kind: 'verify' as const },
    };
    expect(labels({ listeners: [listener] })).toEqual(['active Listening']);
    expect(labels({ listeners: [{ ...listener, received: 3 }] })).toEqual(['active Listening: 3 received']);
    expect(labels({ listeners: [{ ...listener, fault: 'The disk is full.' }] })).toEqual([
      'caution Listening',
    ]);
    const [condition] = conditionsOf({ ...nothing, listeners: [{ ...listener, received: 3 }] }, acts);
    expect(condition?.text).toBe('Callbacks of Acme are received at http://127.0.0.1:1/callback.');
    expect(condition?.actions.map(({ label }) => label)).toEqual(['View', 'Stop listener']);
  });

  test('are sorted by urgency', () => {
    expect(
      labels({
        connection: 'lost',
        notices: [
          { label: 'Browser host', text: '', dangerous: false },
          { label: 'Data directory', text: '', dangerous: true },
        ],
      }),
    ).toEqual(['bad Connection lost', 'caution Data directory', 'neutral Browser host']);
  });

  test('warn of secrets and cases in memory only if there is something to lose', () => {
    const keychain = { state: 'available', message: 'Kept.', sessionOnly: true } as const;
    const storage = { storage: 'memory', notices: ['In memory.'], total: 0 } as const;
    const facts = { keychain, storage: { ...storage, notices: [...storage.notices] } };
    expect(labels(facts)).toEqual(['neutral Session only', 'neutral Cases in memory']);
    expect(labels({ ...facts, selected: environment('test', { apiKey: {} }) })).toEqual([
      'caution Session only',
      'caution Cases in memory',
    ]);
  });

  test('give the reason for storing nothing once', () => {
    const message = 'There is no keyring.';
    const found = conditionsOf(
      {
        ...nothing,
        keychain: { state: 'absent', message, sessionOnly: false },
        storage: { storage: 'memory', notices: [`Cases are kept in memory. ${message}`], total: 0 },
      },
      acts,
    );
    expect(found.map(({ text }) => text)).toEqual([
      `${message} The sandbox does not need it.`,
      'Cases are kept in memory.',
    ]);
  });

  test('name an environment without an API key, and being offline if the service is remote', () => {
    expect(labels({ selected: environment('test'), online: false })).toEqual([
      'caution Offline',
      'caution No API key',
    ]);
    expect(labels({ online: false })).toEqual([]);
  });

  test('show the progress of a reading run, and why one waits for a person', () => {
    const run: ReadingRun = {
      environmentId: 'a',
      state: 'running',
      pace: { concurrency: 4 },
      total: 22,
      done: 13,
      failed: 1,
      added: 13,
      changed: 0,
      gone: 0,
      rate: 3,
      startedAt: 0,
    };
    expect(labels({ runs: [run] })).toEqual(['active Reading 14 of 22']);
    expect(labels({ runs: [{ ...run, state: 'paused' }] })).toEqual(['caution Reading paused']);
    const [paused] = conditionsOf({ ...nothing, runs: [{ ...run, state: 'paused' }] }, acts);
    expect(paused?.actions.map(({ label }) => label)).toEqual(['View', 'Resume', 'Stop']);
  });

  test('of a run of deletions that was cancelled do not say that it finished', () => {
    const outcomes = Object.fromEntries(
      itemOutcomes.map((outcome) => [outcome, 0]),
    ) as DeletionRun['outcomes'];
    const run: DeletionRun = {
      runId: 'r1',
      environmentId: 'e1',
      environmentName: 'Acme',
      mode: 'DELETE_DATA',
      reason: 'test-data',
      state: 'done',
      pace: { concurrency: 4, stopAfter: 10 },
      total: 5,
      waiting: 0,
      heldByOthers: 0,
      underWay: 0,
      leftOut: 0,
      expired: 0,
      outcomes: { ...outcomes, withdrawn: 5 },
      rate: 0,
      createdAt: 0,
    };
    expect(labels({ deletionRuns: [run] })).toEqual(['neutral Deleting: cancelled, 0 of 5 deleted']);
    const finished = { ...run, outcomes: { ...outcomes, confirmed: 3, refused: 2 } };
    expect(labels({ deletionRuns: [finished] })).toEqual(['good Deleting: finished, 3 of 5 deleted']);
  });
});
