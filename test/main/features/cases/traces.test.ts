import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { act, env, get, ids, openService, record, who } from './index-harness.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'assay-traces-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const canary = {
  userKey: 'canary-user-7731',
  firstName: 'Canarina',
  lastName: 'Kanarkowska',
  nationalId: 'CANARYNAT99',
  document: 'CANARYPAS42',
  note: 'canary note text',
  comment: 'canary comment text',
  label: 'canary label',
  view: 'canary view',
};
const conversationId = 'canary-conversation-1';
const other = { userKey: canary.userKey };

/** The texts found in any file of the directory as UTF-8 or UTF-16. Files contain no compressed text outside sealed values. */
function found(texts: readonly string[]): string[] {
  const files = readdirSync(directory).map((name) => readFileSync(join(directory, name)));
  return texts.filter((text) =>
    files.some((bytes) => bytes.includes(text) || bytes.includes(Buffer.from(text, 'utf16le'))),
  );
}

function fill(service: ReturnType<typeof openService>['service']) {
  record(service, conversationId, {
    userKey: canary.userKey,
    result: {
      identity: {
        status: 'FINISHED',
        user: {
          person: {
            name: { firstName: canary.firstName, lastName: canary.lastName },
            ids: { nationalId: canary.nationalId, passport: { id: canary.document } },
          },
        },
      },
    },
  });
  act(service, [conversationId], { kind: 'noted', details: { text: canary.note } });
  act(service, [conversationId], {
    kind: 'decided',
    details: { decision: 'reject', reason: 'not-genuine', comment: canary.comment },
  });
  act(service, [conversationId], { kind: 'labelled', details: { label: canary.label } });
  const view = {
    name: canary.view,
    filter: { text: canary.userKey },
    sort: { by: 'opened', descending: true },
  } as const;
  service.saveView({ ...env, view });
}

test('no file contains unencrypted personal data, during use and afterwards', () => {
  const { service, keys } = openService(directory);
  fill(service);
  expect(found(Object.values(canary))).toEqual([]);
  service.close();
  expect(found(Object.values(canary))).toEqual([]);
  expect(found([conversationId])).toEqual([conversationId]);

  const again = openService(directory, keys).service;
  expect(get(again, conversationId).row).toMatchObject({ userKey: canary.userKey, labels: [canary.label] });
  again.close();
});

test('a forgotten case leaves no byte in any file, including the log and free pages', () => {
  const { service } = openService(directory);
  for (let index = 0; index < 40; index += 1) {
    record(service, `kept-${index}`);
  }
  fill(service);
  for (let index = 40; index < 80; index += 1) {
    record(service, `kept-${index}`);
  }
  const sealed = sealedValues();
  expect(sealed.length).toBeGreaterThan(5);
  expect(sealed.filter(isInAFile)).toHaveLength(sealed.length);

  expect(service.forget({ ...env, ...who, selection: { ids: [conversationId] } })).toBe(1);
  expect(found([conversationId, ...Object.values(canary)])).toEqual([]);
  expect(sealed.filter(isInAFile)).toEqual([]);
  expect(service.get({ ...env, conversationId })).toBeUndefined();
  expect(service.search({ ...env, text: canary.document, max: 5 })).toEqual([]);
  expect(service.verifyJournal()).toMatchObject({ forgotten: 4, problems: [] });
  expect(ids(service)).toHaveLength(80);
  service.close();
  expect(sealed.filter(isInAFile)).toEqual([]);
});

test('forgetting an environment removes everything, including conversations unknown to the index', () => {
  const { service } = openService(directory);
  fill(service);
  const drafts = [{ kind: 'saved', ...who, ...env, conversationId: 'canary-conversation-2' }] as const;
  service.append({ drafts });
  while (service.forgetEnvironment({ ...env, ...who })) {
    // In slices.
  }
  expect(found(['canary-conversation', ...Object.values(canary)])).toEqual([]);
  expect(service.views(env)).toEqual([]);
  expect(service.verifyJournal().problems).toEqual([]);
  service.close();
});

test('a case that shares a user key with a forgotten one is still found by it', () => {
  const { service } = openService(directory);
  fill(service);
  record(service, 'another', other);
  expect(get(service, 'another').seenBefore).toMatchObject([{ conversationId, by: ['user-key'] }]);
  service.forget({ ...env, ...who, selection: { ids: [conversationId] } });
  expect(get(service, 'another').seenBefore).toEqual([]);
  expect(service.search({ ...env, text: canary.userKey, max: 5 })).toHaveLength(1);
  service.close();
});

/** Everything stored about the canary: sealed values, hashes and digests. */
function sealedValues(): Buffer[] {
  const select = (file: string, sql: string) => {
    const database = new DatabaseSync(join(directory, file), { readOnly: true });
    const values = database
      .prepare(sql)
      .all()
      .map((row) => Buffer.from(Object.values(row)[0] as Uint8Array));
    database.close();
    return values;
  };
  const own = `case_id = (SELECT id FROM conversation WHERE conversation_id = '${conversationId}')`;
  const name = `conversation_id = '${conversationId}'`;
  return [
    ...select('cases.sqlite', `SELECT user_key FROM conversation WHERE ${name}`),
    ...select('cases.sqlite', `SELECT comment FROM conversation WHERE ${name}`),
    ...select('cases.sqlite', `SELECT content_digest FROM conversation WHERE ${name}`),
    ...select('cases.sqlite', `SELECT content FROM note WHERE ${own}`),
    ...select('cases.sqlite', `SELECT content FROM reading WHERE ${own}`),
    ...select('cases.sqlite', `SELECT hash FROM identifier WHERE ${own}`),
    ...select('cases.sqlite', 'SELECT name FROM label'),
    ...select('journal.sqlite', `SELECT details FROM content WHERE ${name}`),
  ];
}

function isInAFile(value: Buffer): boolean {
  // A long value spans several pages, so only its beginning is searched.
  const beginning = value.subarray(0, 40);
  return readdirSync(directory).some((name) => readFileSync(join(directory, name)).includes(beginning));
}
