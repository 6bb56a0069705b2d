import { expect, test, vi } from 'vitest';
import { act, env, get, record, who } from './index-harness.ts';
import { colleague, openInTeam } from './team-harness.ts';

vi.setConfig({ testTimeout: 120_000 });

const day = 24 * 60 * 60 * 1000;

test('a case with more entries than are put in order keeps what the earliest gave it', () => {
  const { service, keep } = openInTeam();
  record(service, 'case-1');
  keep(colleague, { kind: 'labelled', details: { label: 'early' } });
  keep(colleague, ...Array.from({ length: 10_000 }, () => ({})));
  act(service, ['case-1'], { kind: 'state-set', details: { state: 'waiting' } });
  keep(colleague, { kind: 'state-set', details: { state: 'done' } });
  expect(get(service, 'case-1').row.labels).toEqual(['early']);
});

test('a decision counts as made between the own entries around it in the log, whatever the clock of its author says', () => {
  const { service, keep, placeOwn } = openInTeam();
  record(service, 'case-1');
  const decide = (at: number) => keep(colleague, { kind: 'decided', at, details: { decision: 'clear' } });
  const isRecent = (since: number) =>
    service.isDecidedByOther({ ...env, conversationId: 'case-1', since: who.at + since });
  const note = (at: number) => {
    const entries = [{ kind: 'noted' as const, details: { text: 'mine' } }];
    service.act({ ...env, ...who, at: who.at + at, selection: { ids: ['case-1'] }, entries });
    placeOwn();
  };
  decide(who.at);
  expect([isRecent(-day), isRecent(day)]).toEqual([true, false]);
  note(10 * day);
  decide(who.at - 365 * day);
  expect([isRecent(9 * day), isRecent(11 * day)]).toEqual([true, false]);
  decide(who.at + 365 * day);
  note(20 * day);
  expect([isRecent(19 * day), isRecent(21 * day)]).toEqual([true, false]);
});

test('an entry for two environments with one address goes to the one that has the case, otherwise to the first', () => {
  const { service, keep } = openInTeam();
  record(service, 'case-1');
  const environmentIds = ['first', env.environmentId];
  const changed = keep(colleague, { environmentIds }, { environmentIds, conversationId: 'case-2' });
  expect(changed).toEqual([
    { ...env, conversationId: 'case-1' },
    { environmentId: 'first', conversationId: 'case-2' },
  ]);
  expect(get(service, 'case-1').notes.map(({ text }) => text)).toEqual(['a note']);
});
