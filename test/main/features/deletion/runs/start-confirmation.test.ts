import { expect, test } from 'vitest';
import type { Draft } from '../../../../../main/features/deletion/runs/preview/draft.ts';
import { confirmedRun } from '../../../../../main/features/deletion/runs/start-confirmation.ts';
import { type DeletionDraft, maxPlannedMs } from '../../../../../preload/contract/deletion-runs.ts';
import { environmentSettings } from '../../../../../preload/contract/environments.ts';
import { pace } from './run-harness.ts';

const acme = environmentSettings.parse({ name: 'Acme', kind: 'test', baseUrl: 'https://acme.example' });

function confirm(
  given: { count?: string; environmentName?: string; identity?: string; startsAt?: number; pace?: undefined },
  {
    settings = acme,
    previewed = acme,
    included = 1234,
    state = 'ready',
    identity,
  }: {
    settings?: typeof acme;
    previewed?: typeof acme;
    included?: number;
    state?: DeletionDraft['state'];
    identity?: { of: 'user-key' | 'id'; tail: string };
  } = {},
) {
  const draft = {
    settings: previewed,
    mode: 'EXPIRE',
    identity,
    view: () => ({ state, included }),
  } as unknown as Draft;
  const input = {
    environmentId: 'acme',
    draftId: 'd',
    reason: 'mistake',
    pace,
    count: '1234',
    ...given,
  } as const;
  const deps = { settings: () => settings, newId: () => 'run-1', now: () => 7 };
  return confirmedRun(draft, input as never, deps);
}

test('a run that is confirmed exactly begins with its hold', () => {
  expect(confirm({})).toEqual({
    runId: 'run-1',
    environmentId: 'acme',
    environmentName: 'Acme',
    environmentKind: 'test',
    baseUrl: 'https://acme.example',
    mode: 'EXPIRE',
    reason: 'mistake',
    createdAt: 7,
    state: 'holding',
    pace,
  });
});

test.each([
  ' 1234 ',
  '\t1234\n',
  '1,234',
  '1.234',
  '1 234',
  '1\u00a0234',
  '1\u202f234',
  '1’234'.replace('’', "'"),
])('the number may be written as %j', (count) => {
  expect(confirm({ count }).state).toBe('holding');
});

test.each(['', '123', '12345', '1234x'])('with %j as the number it does not begin', (count) => {
  const message = 'Nothing was sent: the number of conversations (1234) was not typed exactly.';
  const mismatch = { code: 'confirmation-mismatch', message, hint: 'Type the number of conversations.' };
  expect(() => confirm({ count })).toThrow(expect.objectContaining(mismatch));
});

test('with nothing included it does not begin', () => {
  expect(() => confirm({ count: '0' }, { included: 0 })).toThrow('nothing is included any more');
});

test('in production it begins only with the name', () => {
  const settings = { ...acme, kind: 'production' as const };
  const both = { settings, previewed: settings };
  expect(() => confirm({}, both)).toThrow('(“Acme”) was not typed exactly');
  expect(() => confirm({ environmentName: 'acme' }, both)).toThrow('was not typed exactly');
  expect(confirm({ environmentName: 'Acme' }, both).state).toBe('holding');
});

test('one conversation is not counted and not held', () => {
  expect(confirm({ count: '' }, { included: 1 }).state).toBe('open');
});

test('in production one conversation needs the end of its user key or id besides the name', () => {
  const settings = { ...acme, kind: 'production' as const };
  const one = { settings, previewed: settings, included: 1, identity: { of: 'id' as const, tail: 'abcd' } };
  const typed = { count: '', environmentName: 'Acme' };
  expect(() => confirm(typed, one)).toThrow('last four characters of the conversation id');
  const ofKey = { ...one, identity: { of: 'user-key' as const, tail: 'abcd' } };
  expect(() => confirm(typed, ofKey)).toThrow('last four characters of the user key');
  expect(() => confirm({ ...typed, identity: 'abce' }, one)).toThrow('were not typed exactly');
  expect(confirm({ ...typed, identity: ' abcd ' }, one).state).toBe('open');
  // Elsewhere it is not asked for.
  expect(confirm({ count: '' }, { ...one, settings: acme, previewed: acme }).state).toBe('open');
});

test('in a read-only environment it does not begin', () => {
  expect(() => confirm({}, { settings: { ...acme, readOnly: true } })).toThrow('read-only');
});

test.each([{ baseUrl: 'https://other.example' }, { name: 'Other' }, { kind: 'production' as const }])(
  'after a change of the environment to %j it does not begin',
  (change) => {
    expect(() => confirm({ environmentName: 'Acme' }, { settings: { ...acme, ...change } })).toThrow(
      'settings of the environment were changed',
    );
  },
);

test('before the preview has read everything it does not begin', () => {
  expect(() => confirm({}, { state: 'reading' })).toThrow('the preview is not complete yet');
});

test('a run is planned for a time within thirty days', () => {
  for (const startsAt of [8, 7 + maxPlannedMs]) {
    expect(confirm({ startsAt })).toMatchObject({ state: 'planned', startsAt });
  }
  for (const startsAt of [6, 7, 8 + maxPlannedMs]) {
    expect(() => confirm({ startsAt })).toThrow('within the next thirty days');
  }
});

test('a run has a pace if none was chosen', () => {
  expect(confirm({ pace: undefined }).pace).toEqual({ concurrency: 4, stopAfter: 10 });
});
