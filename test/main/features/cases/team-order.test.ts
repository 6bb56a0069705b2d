import { expect, onTestFinished, test, vi } from 'vitest';
import type { IndexRequests } from '../../../../main/features/cases/index/index-service.ts';
import type { PlacedEntry, PlaceToKeep } from '../../../../main/features/records/journal/team-log.ts';
import type { KeptTeam } from '../../../../main/features/records/journal/team-marks.ts';
import { emptyTeam } from '../../../../main/features/team/replay.ts';
import { act, env, get, openInMemory, record, who } from './index-harness.ts';

vi.setConfig({ testTimeout: 120_000 });

const [me, colleague] = ['a'.repeat(64), 'b'.repeat(64)];
const day = 24 * 60 * 60 * 1000;

/** The list of a console in a team, to which entries of the log are given as they were read. */
function openInTeam() {
  const service = openInMemory();
  onTestFinished(() => service.close());
  const log = emptyTeam('6f7c2c1e-0d6a-4a1f-9a52-0f5f9a3c7d10', '0'.repeat(64), '');
  const address = { host: 'localhost', port: 5432, database: 'team', user: 'anna' };
  const team: KeptTeam = { me, name: 'Anna', address, keys: {}, invited: [], log };
  service.saveTeam({ team });
  let seq = 0;
  const keep = (author: string, ...entries: Partial<PlacedEntry>[]) => {
    const places = entries.map((entry): PlaceToKeep => {
      seq += 1;
      return {
        ...{ seq, author, authorSeq: seq, digest: String(seq), isRefused: false },
        entry: {
          ...{ kind: 'noted', at: who.at, actor: 'Ben', environment: 'https://service.test' },
          ...{ environmentIds: [env.environmentId], conversationId: 'case-1', details: { text: 'a note' } },
          ...{ local: 1, ...entry },
        },
      };
    });
    return service.keepTeam({ team, places, notices: [] });
  };
  return { service, keep };
}

/** Gives the last own entry its place in the log. */
function placeOwn(service: IndexRequests, keep: ReturnType<typeof openInTeam>['keep']): void {
  for (const { seq, kind, at, ...rest } of service.unsentEntries({ max: 100 })) {
    keep(me, { kind, at, local: seq, ...rest, note: undefined });
  }
}

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
  const { service, keep } = openInTeam();
  record(service, 'case-1');
  const decide = (at: number) => keep(colleague, { kind: 'decided', at, details: { decision: 'clear' } });
  const isRecent = (since: number) =>
    service.isDecidedByOther({ ...env, conversationId: 'case-1', since: who.at + since });
  const note = (at: number) => {
    const entries = [{ kind: 'noted' as const, details: { text: 'mine' } }];
    service.act({ ...env, ...who, at: who.at + at, selection: { ids: ['case-1'] }, entries });
    placeOwn(service, keep);
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

test('of two environments with one address an entry goes to the one that has the case, otherwise to the first', () => {
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
