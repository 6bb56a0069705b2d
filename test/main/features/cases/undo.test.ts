import { expect, onTestFinished, test } from 'vitest';
import type { IndexRequests } from '../../../../main/features/cases/index/index-service.ts';
import { historyText } from '../../../../preload/wording/history.ts';
import { newDataDir, OpenKeychain, sandbox, startConsole } from './cases-harness.ts';
import { act, env, get, openInMemory, record, who } from './index-harness.ts';

const undo = (
  service: IndexRequests,
  of: 'decision' | 'label' | 'note',
  conversationIds = ['c1'],
  { actor = who.actor, done = who.at } = {},
) => service.undo({ ...env, at: who.at + 1000, actor, conversationIds, of, done });

function open() {
  const service = openInMemory();
  record(service, 'c1');
  record(service, 'c2');
  return service;
}

test('the last decision is withdrawn by another entry, and both stay in the history', () => {
  const service = open();
  act(service, ['c1'], { kind: 'decided', details: { decision: 'reject', reason: 'not-genuine' } });
  expect(undo(service, 'decision')).toMatchObject({ affected: 1, touched: ['c1'] });
  const { row, history } = get(service, 'c1');
  expect(row.decision).toBeUndefined();
  expect(history.slice(0, 2).map((entry) => historyText(entry, { reasons: [] }).label)).toEqual([
    'Decision withdrawn',
    'Rejected: Document not genuine',
  ]);
  // There is nothing more to withdraw.
  expect(undo(service, 'decision').affected).toBe(0);
});

test('a changed decision is taken back to the one before, with its reason and comment', () => {
  const service = open();
  const first = { decision: 'clear', reason: 'low-risk', comment: 'Called the user.' };
  act(service, ['c1'], { kind: 'decided', details: first });
  const later = { ...env, ...who, at: who.at + 10, selection: { ids: ['c1'] } };
  service.act({ ...later, entries: [{ kind: 'decided', details: { decision: 'reject' } }] });
  expect(undo(service, 'decision', ['c1'], { done: later.at }).affected).toBe(1);
  const { row, comment, history, disagreements } = get(service, 'c1');
  expect([row.decision?.kind, row.decision?.reason, comment]).toEqual(Object.values(first));
  expect(history.slice(0, 2).map((entry) => historyText(entry, { reasons: [] }).label)).toEqual([
    'Approved: Low risk (change undone)',
    'Rejected',
  ]);
  expect([disagreements, service.verifyJournal().problems]).toEqual([undefined, []]);
  // A withdrawn decision stays withdrawn.
  const withdrawal = { kind: 'decided' as const, details: { withdrawn: true, comment: 'Mistake' } };
  service.act({ ...later, at: who.at + 2000, entries: [withdrawal] });
  service.act({
    ...later,
    at: who.at + 3000,
    entries: [{ kind: 'decided', details: { decision: 'reject' } }],
  });
  undo(service, 'decision', ['c1'], { done: who.at + 3000 });
  expect(get(service, 'c1').row.decision).toBeUndefined();
});

test('a decision that an undo brings back is of who made it, however often others changed it meanwhile', () => {
  const service = open();
  const decide = (actor: string, after: number, decision: 'clear' | 'reject') =>
    service.act({
      ...env,
      actor,
      at: who.at + after,
      selection: { ids: ['c1'] },
      entries: [{ kind: 'decided', details: { decision, reason: 'other' } }],
    });
  const undone = (actor: string, after: number) =>
    service.undo({
      ...env,
      actor,
      at: who.at + after + 1,
      conversationIds: ['c1'],
      of: 'decision',
      done: who.at + after,
    });
  decide('anna', 10, 'clear');
  for (const [actor, after] of [
    ['ben', 20],
    ['carla', 30],
  ] as const) {
    decide(actor, after, 'reject');
    expect(get(service, 'c1').row).toMatchObject({ decision: { kind: 'reject' }, reviewer: actor });
    undone(actor, after);
    expect(get(service, 'c1').row).toMatchObject({ decision: { kind: 'clear' }, reviewer: 'anna' });
  }
  expect(
    get(service, 'c1')
      .history.map(({ actor }) => actor)
      .slice(0, 5),
  ).toEqual([...['carla', 'carla', 'ben', 'ben', 'anna']]);
});

test('a label is taken back only where it was not there before, and labels set together are taken back together', () => {
  const service = open();
  act(service, ['c1'], { kind: 'labelled', details: { label: 'VIP' } });
  const later = { ...env, actor: who.actor, at: who.at + 10, selection: { ids: ['c1', 'c2'] } };
  const labels = ['VIP', 'second look'].map((label) => ({ kind: 'labelled' as const, details: { label } }));
  service.act({ ...later, entries: labels });
  expect(undo(service, 'label', ['c1', 'c2'], { done: later.at }).affected).toBe(2);
  expect([get(service, 'c1').row.labels, get(service, 'c2').row.labels]).toEqual([['VIP'], []]);
  service.act({ ...later, at: who.at + 2000, entries: [{ kind: 'unlabelled', details: { label: 'VIP' } }] });
  undo(service, 'label', ['c1', 'c2'], { done: who.at + 2000 });
  expect([get(service, 'c1').row.labels, get(service, 'c2').row.labels]).toEqual([['VIP'], []]);
});

test('the last note is withdrawn, its entry stays, and the list agrees with the journal', () => {
  const service = open();
  act(service, ['c1'], { kind: 'noted', details: { text: 'first' } });
  service.act({
    ...env,
    ...who,
    at: who.at + 10,
    selection: { ids: ['c1'] },
    entries: [{ kind: 'noted', details: { text: 'second' } }],
  });
  expect(undo(service, 'note', ['c1'], { done: who.at + 10 }).affected).toBe(1);
  const { notes, history, row, disagreements } = get(service, 'c1');
  expect([notes.map(({ text }) => text), row.noteCount]).toEqual([['first'], 1]);
  expect(history.map(({ kind }) => kind).slice(0, 2)).toEqual(['note-withdrawn', 'noted']);
  expect([disagreements, service.verifyJournal().problems]).toEqual([undefined, []]);
  expect(undo(service, 'note', ['c1'], { done: who.at + 10 }).affected).toBe(0);
});

test('a later decision or label, such as in another window, is not taken back', () => {
  const service = open();
  const later = { ...env, ...who, at: who.at + 10, selection: { ids: ['c1'] } };
  const label = { label: 'VIP' };
  act(
    service,
    ['c1'],
    { kind: 'decided', details: { decision: 'clear' } },
    { kind: 'labelled', details: label },
  );
  service.act({ ...later, entries: [{ kind: 'decided', details: { decision: 'reject' } }] });
  service.act({ ...later, entries: [{ kind: 'unlabelled', details: label }] });
  service.act({ ...later, at: who.at + 20, entries: [{ kind: 'labelled', details: label }] });
  expect([undo(service, 'decision').affected, undo(service, 'label').affected]).toEqual([0, 0]);
  const { row } = get(service, 'c1');
  expect([row.decision?.kind, row.labels]).toEqual(['reject', ['VIP']]);
});

test('nothing of another user is taken back', () => {
  const service = open();
  act(
    service,
    ['c1'],
    { kind: 'labelled', details: { label: 'VIP' } },
    { kind: 'noted', details: { text: 'a' } },
    { kind: 'decided', details: { decision: 'clear' } },
  );
  for (const of of ['decision', 'label', 'note'] as const) {
    expect(undo(service, of, ['c1'], { actor: 'another' }).affected).toBe(0);
  }
});

test('a forgetting can be cancelled, and closing the console carries it out', async () => {
  const { dataDir, remove } = newDataDir();
  const keychain = new OpenKeychain();
  const first = await startConsole(dataDir, keychain);
  onTestFinished(remove);
  const conversationId = first.samples[0]?.id ?? '';
  const target = { ...sandbox, conversationId };
  await first.bridge.invoke('conversations.open', target);
  const forget = { ...sandbox, selection: { ids: [conversationId] }, afterMs: 60_000 };
  const abort = new AbortController();
  const cancelled = first.bridge.invoke('cases.forget', forget, { signal: abort.signal });
  abort.abort();
  await expect(cancelled).rejects.toMatchObject({ view: { code: 'cancelled' } });
  expect((await first.bridge.invoke('cases.get', target)).case).toBeDefined();
  const carriedOut = first.bridge.invoke('cases.forget', forget).catch(() => undefined);
  // A later request is answered after the case was looked up.
  await first.bridge.invoke('cases.get', target);
  await first.close();
  await carriedOut;
  const second = await startConsole(dataDir, keychain);
  onTestFinished(() => second.close());
  expect((await second.bridge.invoke('cases.get', target)).case).toBeUndefined();
});
