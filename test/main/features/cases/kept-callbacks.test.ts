import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import type { NewCallback } from '../../../../main/common/new-callback.ts';
import { caseMigrations } from '../../../../main/features/cases/index/case-file.ts';
import type { IndexRequests } from '../../../../main/features/cases/index/index-service.ts';
import { KeptCallbacks } from '../../../../main/features/cases/kept-callbacks.ts';
import { newSealingKey, Sealer } from '../../../../main/store/sealing.ts';
import type { PlausibilityFinding } from '../../../../preload/contract/plausibility.ts';
import { env, get, ids, keepDays, openInMemory, openService, record, who } from './index-harness.ts';

const dayMs = 86_400_000;
const person = 'Kanarkówna';
const show = { show: 'all' } as const;

function directory(): string {
  const made = mkdtempSync(join(tmpdir(), 'assay-callbacks-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

function callback(change: Partial<NewCallback> & { status?: string } = {}): NewCallback {
  const { status = 'FINISHED', ...rest } = change;
  const conversationId = 'conversationId' in change ? change.conversationId : 'c-1';
  const body = {
    id: change.callbackId ?? 'm-1',
    target: 'CONVERSATION',
    event: 'FINISHED',
    payload: { conversation: { id: conversationId, status, userKey: person } },
  };
  return {
    receivedAt: who.at,
    state: 'valid',
    isGenuine: true,
    isKnown: true,
    answered: 200,
    callbackId: 'm-1',
    conversationId,
    content: { source: 'listener', target: 'CONVERSATION', event: 'FINISHED', note: person },
    body: Buffer.from(JSON.stringify(body)),
    ...rest,
  };
}

const keep = (service: IndexRequests, ...callbacks: NewCallback[]) =>
  service.keepCallbacks({ ...env, callbacks });
const list = (service: IndexRequests) => service.callbacks({ ...env, query: show, from: 0, count: 500 });
const everything = (folder: string) =>
  Buffer.concat(readdirSync(folder).map((name) => readFileSync(join(folder, name))));

test('a callback is sealed on disk, and read again with the key', () => {
  const folder = directory();
  const { service, keys } = openService(folder);
  const [row] = keep(service, callback());
  expect(everything(folder).includes(person)).toBe(false);
  service.close();
  expect(everything(folder).includes(person)).toBe(false);
  const again = openService(folder, keys).service;
  const found = again.callback({ ...env, id: row?.id ?? 0 });
  expect(Buffer.from(found?.body ?? []).toString('utf8')).toContain(person);
  expect(found?.content.note).toBe(person);
  expect(found?.row).toEqual(row);
  again.close();
});

test('the case comes into the list with what the callback says, once, and not from a forged one', () => {
  const service = openInMemory();
  keep(service, callback({ isGenuine: false, state: 'wrong-signature', conversationId: 'forged' }));
  expect(ids(service)).toEqual([]);
  keep(service, callback(), callback());
  expect(ids(service)).toEqual(['c-1']);
  expect(service.get({ ...env, conversationId: 'c-1' })?.reads).toHaveLength(1);
  expect(service.get({ ...env, conversationId: 'c-1' })?.row.status).toBe('FINISHED');
});

test('a callback about one product leaves what was known of the others', () => {
  const service = openInMemory();
  const check: PlausibilityFinding = { rule: 'name-differs', severity: 'differs', fields: [] };
  service.record({
    ...env,
    actor: who.actor,
    at: who.at - 1000,
    opened: true,
    conversationId: 'c-1',
    notes: {},
    conversation: {
      id: 'c-1',
      status: 'FINISHED',
      userKey: person,
      result: {
        identity: {
          status: 'FINISHED',
          user: { person: { name: { lastName: person } } },
          errors: ['FRAUD_SUSPICION'],
        },
        aml: { status: 'FINISHED', found: ['PEP'] },
      },
    },
    checks: [check],
  });
  const about = (found: string) => ({
    body: Buffer.from(
      `{"id":"m-1","target":"SUBSCRIPTION","event":"NEW_DATA","payload":{"conversation":{"id":"c-1","status":"FINISHED",
        "result":{"aml":{"status":"FINISHED",${found}}}}}}`,
    ),
  });
  keep(service, callback(about('"found":[]')));
  const codes = () => {
    const found = service.get({ ...env, conversationId: 'c-1' });
    return [found?.row.verdict, ...(found?.findings ?? []).map(({ code }) => code)];
  };
  expect(codes()).toEqual(['review', 'FRAUD_SUSPICION', 'name-differs']);
  // A repeated member is doubtful, as it is in a response.
  const repeated = callback({
    ...about('"found":["PEP"],"found":[]'),
    callbackId: 'm-2',
    receivedAt: who.at + 1,
  });
  keep(service, repeated);
  expect(codes()).toEqual(['review', 'FRAUD_SUSPICION', 'name-differs', 'UNREADABLE']);
});

test('a late callback does not bring back the data of a case that is marked as deleted', () => {
  const service = openInMemory();
  record(service, 'c-1', { userKey: undefined }, who.at - 1000);
  service.markAbsent({ ...env, ...who, conversationId: 'c-1', absence: 'gone' });
  keep(service, callback({ receivedAt: who.at + dayMs }));
  const found = get(service, 'c-1');
  expect([found.row.verdict, found.row.userKey, found.reads.length]).toEqual(['gone', undefined, 1]);
  expect(list(service).total).toBe(1);
});

test('a callback that the listener receives for a deleted case missing from the list is not kept; one that a user adds is', () => {
  const service = openInMemory();
  record(service, 'c-listed', { userKey: undefined }, who.at - 1000);
  const about = (conversationId: string, change: Partial<NewCallback> = {}) =>
    callback({ callbackId: `about ${conversationId}`, conversationId, ...change });
  const rows = service.keepCallbacks({
    ...env,
    callbacks: [
      about('c-deleted'),
      about('c-deleted', { isGenuine: false, state: 'not-verified' }),
      about('c-deleted', { content: { source: 'file' }, callbackId: 'added' }),
      about('c-listed'),
      about('c-other'),
    ],
    deletedIds: ['c-deleted', 'c-listed'],
  });
  expect(rows).toHaveLength(5);
  expect(list(service).rows.map(({ callbackId }) => callbackId)).toEqual([
    ...['about c-other', 'about c-listed', 'added'],
  ]);
  expect(ids(service)).not.toContain('c-deleted');
});

test('retention deletes a callback with its case, and one without a case after the same time', () => {
  const service = openInMemory();
  keepDays(service, 90);
  keep(service, callback({ conversationId: undefined, callbackId: 'old' }));
  keep(service, callback({ conversationId: 'c-1' }));
  const sweep = (at: number) =>
    service.sweep({ environmentIds: [env.environmentId], max: 10, at, actor: 'x' });
  // In steps of less than a week, or the clock is taken to be wrong.
  for (let day = 1; day <= 89; day += 4) {
    sweep(who.at + day * dayMs);
  }
  expect(list(service).total).toBe(2);
  for (let day = 90; day <= 94; day += 2) {
    sweep(who.at + day * dayMs);
  }
  expect(list(service).total).toBe(0);
  expect(ids(service)).toEqual([]);
});

test('a forgotten case takes its callbacks with it; a deleted environment all of them', () => {
  const folder = directory();
  const { service } = openService(folder);
  keep(service, callback(), callback({ callbackId: 'm-2', conversationId: 'c-2' }));
  service.forget({ ...env, ...who, selection: { ids: ['c-1'] } });
  expect(list(service).rows.map(({ conversationId }) => conversationId)).toEqual(['c-2']);
  keep(
    service,
    callback({ callbackId: 'm-3', conversationId: undefined, isGenuine: false, state: 'wrong-signature' }),
  );
  while (service.forgetEnvironment({ ...env, ...who })) {
    // In steps.
  }
  expect(list(service).total).toBe(0);
  service.close();
  expect(everything(folder).includes('m-3')).toBe(false);
});

test('a forgotten case takes callbacks with it that name it without its having been read from them', () => {
  const service = openInMemory();
  const unread = { conversationId: undefined, isGenuine: false, state: 'not-verified' } as const;
  const naming = (id: string) => ({
    ...unread,
    body: Buffer.from(`{"payload":{"conversation":{"id":"${id}"}`),
  });
  keep(
    service,
    callback({ ...naming('c-1'), callbackId: 'cut off' }),
    callback({ ...naming('c-2'), callbackId: 'another' }),
    callback({ ...unread, callbackId: 'in the path', content: { source: 'listener', path: '/in/c-1' } }),
  );
  service.forget({ ...env, ...who, selection: { ids: ['c-1'] } });
  expect(list(service).rows.map(({ callbackId }) => callbackId)).toEqual(['another']);
});

test('copies lose the callbacks about a forgotten case, and all whose case is not known', () => {
  const folder = directory();
  const { service } = openService(folder);
  const unread = { conversationId: undefined, isGenuine: false, state: 'not-verified' } as const;
  keep(service, callback(), callback({ callbackId: 'kept', conversationId: 'c-2' }));
  keep(service, callback({ ...unread, callbackId: 'unread' }));
  service.copyDaily({ directory: folder, at: who.at });
  const inCopies = () =>
    service.files({ directory: folder }).copies.flatMap(({ name }) => {
      const copy = new DatabaseSync(join(folder, name));
      const rows = copy.prepare('SELECT callback_id FROM callback ORDER BY id').all();
      copy.close();
      return rows.map((row) => row.callback_id);
    });
  expect(inCopies()).toEqual(['m-1', 'kept', 'unread']);
  service.forget({ ...env, ...who, selection: { ids: ['c-1'] } });
  expect(inCopies()).toEqual(['kept']);
  while (service.forgetEnvironment({ ...env, ...who })) {
    // In steps.
  }
  expect(inCopies()).toEqual([]);
  service.close();
});

test('callbacks without a valid signature do not displace others, and are bounded', () => {
  const service = openInMemory();
  keep(service, callback({ callbackId: 'genuine' }));
  for (let round = 0; round < 5; round++) {
    const forged = Array.from({ length: 500 }, (_, index) =>
      callback({ isGenuine: false, state: 'wrong-signature', callbackId: `f-${round}-${index}` }),
    );
    keep(service, ...forged);
  }
  const { total } = list(service);
  expect(total).toBe(2001);
  const genuine = service.callbacks({ ...env, query: { ...show, id: 'genuine' }, from: 0, count: 5 });
  expect(genuine.rows).toHaveLength(1);
});

test('a callback that is repeated over and over takes a bounded place, and is still counted', () => {
  const service = openInMemory();
  keep(service, callback({ callbackId: 'other' }));
  const repeat = (count: number, change: Partial<NewCallback>) =>
    keep(service, ...Array.from({ length: count }, () => callback(change))).at(-1);
  repeat(30, { callbackId: 'repeated', answered: 500 });
  repeat(1, { callbackId: 'repeated', answered: 200 });
  expect(repeat(300, { callbackId: 'repeated' })).toMatchObject({ relation: 'duplicate', attempt: 331 });
  expect(repeat(300, { callbackId: 'repeated', state: 'outside-time', answered: 401 })).toMatchObject({
    relation: 'duplicate',
    attempt: 631,
  });
  const kept = service.callbacks({ ...env, query: { ...show, id: 'repeated' }, from: 0, count: 500 });
  // The first delivery, the one that was accepted, and the latest repetitions.
  expect(kept.total).toBe(102);
  expect(kept.rows.slice(-2).map(({ relation, attempt }) => [relation, attempt])).toEqual([
    ['retry', 31],
    ['first', 1],
  ]);
  expect(kept.rows[0]?.attempt).toBe(631);
  // Without an id it cannot be seen that one repeats another.
  repeat(300, { callbackId: undefined, state: 'not-a-message', answered: 400 });
  expect(list(service).total).toBe(1 + 102 + 100);
  expect(ids(service)).toEqual(['c-1']);
});

/** The callbacks alone, without the worker. */
function openCallbacks() {
  const database = new DatabaseSync(':memory:');
  database.exec(caseMigrations[0]?.sql ?? '');
  return { database, callbacks: new KeptCallbacks(database, new Sealer([newSealingKey()])) };
}

test('a callback outside the time is not sent again and accounts for no case; its first delivery in time does', () => {
  const { database, callbacks } = openCallbacks();
  const add = database.prepare(`INSERT INTO conversation
    (environment_id, conversation_id, first_seen_at, touched_at, changed_at, read_at, verdict, verdict_rank, status)
    VALUES (?1, ?2, ?3, ?3, ?3, ?3, 'passed', 0, 'FINISHED')`);
  for (const name of ['late', 'late-then-in-time', 'in-time-then-late']) {
    add.run(env.environmentId, name, who.at);
  }
  const delivery = (name: string, change: Partial<NewCallback> = {}) =>
    callback({ callbackId: name, conversationId: name, ...change });
  const late = { state: 'outside-time', answered: 401 } as const;
  const rows = callbacks.keep(env.environmentId, [
    delivery('late', late),
    // It was accepted although it was late, so that the retry is a duplicate.
    delivery('late-then-in-time', { ...late, answered: 200 }),
    delivery('late-then-in-time'),
    delivery('late-then-in-time'),
    delivery('in-time-then-late'),
    delivery('in-time-then-late', late),
    delivery('incomplete', { state: 'not-a-message' }),
    delivery('no-id', { callbackId: undefined }),
    delivery('no-id', { callbackId: undefined }),
  ]);
  const offered = callbacks.genuineSince({ ...env, since: 0 }).callbacks.map(({ id }) => id);
  expect(offered).toEqual([2, 4, 6, 7, 8].map((place) => rows[place]?.id));
  const { missed } = callbacks.missedCallbacks({ ...env, since: 0 });
  expect(missed.map(({ conversationId }) => conversationId)).toEqual(['late']);
});

test('lists say that they are not all: 500 cases without a callback of 5,000 that are looked through, and 2,000 callbacks to send again', () => {
  const { database, callbacks } = openCallbacks();
  const missed = () => callbacks.missedCallbacks({ ...env, since: 0 });
  const add = database.prepare(`INSERT INTO conversation
    (environment_id, conversation_id, first_seen_at, touched_at, changed_at, read_at, verdict, verdict_rank, status)
    VALUES (?1, ?2, ?3, ?3, ?3, ?3, 'passed', 0, 'FINISHED')`);
  const names = Array.from({ length: 5000 }, (_, place) => `c-${place}`);
  for (const [place, name] of names.entries()) {
    add.run(env.environmentId, name, who.at + place);
  }
  const about = names.map((conversationId) => callback({ callbackId: conversationId, conversationId }));
  callbacks.keep(env.environmentId, about);
  expect(missed()).toEqual({ missed: [], isCut: false });
  add.run(env.environmentId, 'older', who.at - 1);
  expect(missed()).toEqual({ missed: [], isCut: true });
  database.exec("DELETE FROM conversation WHERE conversation_id = 'older'");
  const drop = (count: number) => database.exec(`DELETE FROM callback WHERE id <= ${count}`);
  drop(500);
  expect(missed()).toMatchObject({ missed: { length: 500 }, isCut: false });
  drop(501);
  expect(missed()).toMatchObject({ missed: { length: 500 }, isCut: true });
  const genuine = () => callbacks.genuineSince({ ...env, since: 0 });
  drop(2999);
  expect(genuine()).toMatchObject({ callbacks: { length: 2000 }, isCut: true });
  drop(3000);
  expect(genuine()).toMatchObject({ callbacks: { length: 2000 }, isCut: false });
});

test('a value that was moved to another callback cannot be opened', () => {
  const folder = directory();
  const { service, keys } = openService(folder);
  keep(service, callback(), callback({ callbackId: 'm-2' }));
  service.close();
  const file = new DatabaseSync(join(folder, 'cases.sqlite'));
  file.exec('UPDATE callback SET body = (SELECT body FROM callback WHERE id = 2) WHERE id = 1');
  file.close();
  const again = openService(folder, keys).service;
  expect(() => again.callback({ ...env, id: 1 })).toThrow(/does not open \(changed\)/);
  expect(list(again).total).toBe(2);
  again.close();
});

test('messages to send again and templates survive a restart, sealed', () => {
  const folder = directory();
  const { service, keys } = openService(folder);
  const messages = [{ callback: 1, conversationId: 'c-1', outcome: { url: 'http://receiver.example' } }];
  service.saveMessages({ ...env, list: 'resent', messages });
  service.saveMessages({ ...env, list: 'templates', messages: [{ id: 't-1', body: 'Kowalska' }] });
  service.close();
  expect(['Kowalska', 'receiver.example'].filter((text) => everything(folder).includes(text))).toEqual([]);
  const again = openService(folder, keys).service;
  expect(again.messages({ ...env, list: 'resent' })).toEqual(messages);
  expect(again.messages({ ...env, list: 'templates' })).toEqual([{ id: 't-1', body: 'Kowalska' }]);
  again.close();
});
