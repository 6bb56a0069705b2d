import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { casesPath } from '../../../../main/features/cases/index/case-file.ts';
import { contentDigest, entryHash } from '../../../../main/features/records/journal/entry.ts';
import { journalPath } from '../../../../main/features/records/journal/journal-file.ts';
import { act, env, get, ids, keepDays, openService, record, who } from './index-harness.ts';

let directory: string;
let keys: ReturnType<typeof openService>['keys'];

/** The number of the entry that rejects the case. */
const rejecting = 4;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'assay-forged-'));
  const first = openService(directory);
  keys = first.keys;
  record(first.service, 'worked');
  record(first.service, 'other');
  act(first.service, ['worked'], { kind: 'decided', details: { decision: 'clear' } });
  first.service.act({
    ...env,
    actor: who.actor,
    at: who.at + 60_000,
    selection: { ids: ['worked'] },
    entries: [{ kind: 'decided', details: { decision: 'reject' } }],
  });
  first.service.close();
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** Writes to the journal and the list as another program would. */
function forge(journalSql: string, casesSql: string, appended: readonly Forged[] = []) {
  const journal = new DatabaseSync(journalPath(directory));
  for (const name of ['entry_is_never_changed', 'entry_is_never_deleted', 'content_is_never_changed']) {
    journal.exec(`DROP TRIGGER IF EXISTS ${name}`);
  }
  journal.exec(journalSql);
  for (const one of appended) {
    append(journal, one);
  }
  journal.close();
  const cases = new DatabaseSync(casesPath(directory));
  cases.exec(casesSql);
  cases.close();
}

interface Forged {
  kind: string;
  conversationId: string;
  forgotten?: string;
}

/** An entry whose chain is right, by a program that has no key. */
function append(journal: DatabaseSync, { kind, conversationId, forgotten = '[]' }: Forged) {
  const last = journal.prepare('SELECT seq, hash FROM entry ORDER BY seq DESC LIMIT 1').get();
  const seq = Number(last?.seq) + 1;
  const details = journal.prepare('SELECT details FROM content WHERE seq = 1').get()?.details as Uint8Array;
  const content = {
    seq,
    salt: Buffer.alloc(16),
    environment_id: env.environmentId,
    conversation_id: conversationId,
    forgotten,
    details,
  };
  const entry = {
    seq,
    at: who.at + 90_000,
    actor: who.actor,
    kind,
    content_digest: contentDigest(content),
    previous_hash: last?.hash as Uint8Array,
  };
  journal
    .prepare('INSERT INTO entry VALUES (:seq, :at, :actor, :kind, :content_digest, :previous_hash, :hash)')
    .run({ ...entry, hash: entryHash(entry) });
  journal
    .prepare(
      'INSERT INTO content VALUES (:seq, :salt, :environment_id, :conversation_id, :forgotten, :details)',
    )
    .run(content);
}

const cleared = `UPDATE conversation SET decision = 'clear', decided_at = ${who.at} WHERE conversation_id = 'worked'`;

const removed: readonly [what: string, sql: string, appended?: readonly Forged[]][] = [
  ['its content removed', `DELETE FROM content WHERE seq = ${rejecting}`],
  ['its content moved', `UPDATE content SET conversation_id = 'other' WHERE seq = ${rejecting}`],
  ['its kind changed', `UPDATE entry SET kind = 'saved' WHERE seq = ${rejecting}`],
  ['its details changed', `UPDATE content SET details = x'00' WHERE seq = ${rejecting}`],
  [
    'its content removed, and an entry of the forger that records it',
    `DELETE FROM content WHERE seq = ${rejecting}`,
    [{ kind: 'forgotten', conversationId: '', forgotten: `[[${rejecting},${rejecting}]]` }],
  ],
];

test.each(removed)(
  'a decision of which the journal has %s is missed in the case until a person confirms it',
  (_what, sql, appended) => {
    forge(sql, cleared, appended);
    const { service } = openService(directory, keys);
    // The check of all entries is complete after this.
    service.unsignable();
    const said = new RegExp(`entry ${rejecting}\\b`, 'i');
    expect(get(service, 'worked').disagreements?.join(' ')).toMatch(said);
    const { problems, head } = service.verifyJournal();
    expect(problems.map(({ message }) => message).join(' ')).toMatch(said);

    // Until a person has confirmed it, and again when something else is found.
    service.confirmJournal({ seq: head?.seq ?? 0, ...who });
    expect([service.unsignable(), get(service, 'worked').disagreements]).toEqual([undefined, undefined]);
    expect(service.verifyJournal().problems.filter(({ isConfirmed }) => !isConfirmed)).toEqual([]);
    service.close();
    forge('DELETE FROM content WHERE seq = 1', '');
    const later = openService(directory, keys).service;
    expect(later.unsignable()).toMatch(/entry 1\b/);
    later.close();
  },
);

test('an entry that another program added counts for nothing and is named', () => {
  forge('', cleared, [{ kind: 'decided', conversationId: 'worked' }]);
  const { service } = openService(directory, keys);
  expect(ids(service, { decisions: ['clear'] })).toEqual([]);
  const { row, disagreements } = get(service, 'worked');
  expect(row.decision?.kind).toBe('reject');
  expect(disagreements?.join(' ')).toMatch(/Entry 5 .*was not written by this console/);
  expect(service.verifyJournal().problems).toEqual(
    expect.arrayContaining([{ kind: 'added', seq: 5, message: 'Entry 5 was not written by this console.' }]),
  );
  service.close();
});

test('a decision that another program added is not what retention keeps', () => {
  forge('', '', [{ kind: 'decided', conversationId: 'worked' }]);
  const { service } = openService(directory, keys);
  keepDays(service, 30);
  for (let days = 5; days <= 60; days += 5) {
    service.sweep({
      environmentIds: [env.environmentId],
      max: 10,
      at: who.at + days * 86_400_000,
      actor: 'x',
    });
  }
  service.close();
  const later = openService(directory, keys).service;
  expect(get(later, 'worked').row).toMatchObject({ decision: { kind: 'reject' }, products: [] });
  later.close();
});

test('a decision cannot be forged by removing the keys of the journal', () => {
  forge("DELETE FROM meta WHERE name = 'content_keys'", cleared);
  const { service } = openService(directory, keys);
  const missing = /4 entries up to entry 4 cannot be decrypted/;
  expect(service.unsignable()).toMatch(missing);
  expect(get(service, 'worked').disagreements?.join(' ')).toMatch(/can no longer be decrypted: decision/);
  const { problems, head } = service.verifyJournal();
  expect(problems).toEqual([expect.objectContaining({ message: expect.stringMatching(missing) })]);
  service.confirmJournal({ seq: head?.seq ?? 0, ...who });
  expect(service.unsignable()).toBeUndefined();
  service.close();
});
