import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Failure } from '../../../../main/common/failure.ts';
import { sendJson } from '../../../support/recording-service.ts';
import { FakeCase } from './fake-case.ts';
import { DeletionHarness, environmentId } from './harness.ts';

let harness: DeletionHarness;
let fake: FakeCase;
beforeEach(async () => {
  harness = await DeletionHarness.start();
  fake = new FakeCase(harness.service);
});
afterEach(() => harness.close());

const deletes = () => harness.service.sent('DELETE').map(({ url }) => url);

test('an unresolved deletion of the other mode stays in the list and on disk', async () => {
  fake.status = 'IN_PROGRESS';
  fake.onDelete = (response) => response.writeHead(503).end();
  const first = await harness.delete('c1', 'EXPIRE');
  const second = await harness.delete('c1', 'DELETE_DATA');
  const ids = () => harness.deletions.list().deletions.map(({ deletionId }) => deletionId);
  expect(ids()).toEqual([second.deletionId, first.deletionId]);
  await harness.restart();
  expect(ids()).toEqual([second.deletionId, first.deletionId]);
});

describe('a 404 of the service', () => {
  const notFound = (response: ServerResponse) =>
    sendJson(response, 404, { status: 'NOT_FOUND', message: 'Conversation not found', violations: [] });
  const blocked = {
    phase: 'unsettled',
    outcome: 'unknown',
    failure: { code: 'not-found', message: expect.stringContaining('The API key has changed') },
  };

  test('proves nothing for another login, but does for the original one', async () => {
    harness.apiKey = { login: 'canary-login', password: 'password' };
    fake.onDelete = (response) => response.writeHead(503).end();
    const { deletionId } = await harness.delete('c1', 'DELETE_DATA');
    expect(harness.onDisk()).not.toContain('canary-login');
    fake.readAnswer = notFound;
    harness.apiKey = { login: 'other', password: 'password' };
    harness.changed();
    harness.deletions.check(deletionId);
    expect(await harness.rested()).toMatchObject(blocked);
    await harness.restart();
    expect(await harness.rested()).toMatchObject(blocked);
    harness.apiKey = { login: 'canary-login', password: 'a-new-password' };
    harness.changed();
    expect(await harness.rested()).toMatchObject({ outcome: 'confirmed' });
  });

  test('keeps its case from being forgotten until it is dismissed', async () => {
    fake.onDelete = (response) => response.writeHead(503).end();
    await harness.delete('c1', 'DELETE_DATA');
    const { environmentId = '', deletionId = '' } = harness.deletions.list().deletions[0] ?? {};
    expect(() => harness.deletions.checkForget(environmentId, ['other', 'c1'])).toThrow('outcome');
    expect(() => harness.deletions.checkForget(environmentId, ['other'])).not.toThrow();
    harness.deletions.stopChecking(deletionId);
    await harness.deletions.dismiss(deletionId);
    expect(() => harness.deletions.checkForget(environmentId, ['c1'])).not.toThrow();
  });

  test('proves nothing if the original login is not recorded', async () => {
    fake.onDelete = (response) => response.writeHead(503).end();
    await harness.delete('c1', 'DELETE_DATA');
    const [{ item } = { item: undefined }] = await harness.recorded();
    if (item === undefined) {
      throw new Error('It is not recorded.');
    }
    const { loginDigest: _loginDigest, ...record } = item.record;
    await harness.store.apply([{ item: { ...item, record } }]);
    fake.readAnswer = notFound;
    await harness.restart();
    expect(await harness.rested()).toMatchObject({ phase: 'unsettled', outcome: 'unknown' });
  });
});

describe('the record on disk', () => {
  test('is written before the request is sent, without personal data', async () => {
    let found = '';
    let recorded: unknown;
    fake.onDelete = async (response) => {
      found = harness.onDisk();
      recorded = await harness.recorded();
      response.writeHead(503).end('canary-user-key');
    };
    await harness.delete('c1', 'DELETE_DATA');
    expect(recorded).toMatchObject([
      {
        run: { environmentId, mode: 'DELETE_DATA', isSingle: true },
        item: { conversationId: 'c1', state: 'sending', record: { attempts: 1, hadData: true } },
      },
    ]);
    expect(found).toContain('c1');
    expect(`${found}${harness.onDisk()}`).not.toMatch(/canary/i);
  });

  test('contains no secret that the service echoes', async () => {
    fake.onDelete = (response) =>
      response.writeHead(409, { 'x-request-id': 'echoed-secret', 'content-type': 'application/json' }).end(
        JSON.stringify({
          status: 'CONFLICT',
          message: 'echoed-secret',
          statusDetail: 'echoed-secret',
          violations: [],
        }),
      );
    const view = await harness.delete('c1', 'DELETE_DATA');
    expect(view.outcome).toBe('refused');
    expect(`${harness.onDisk()}${JSON.stringify(view)}`).not.toContain('echoed-secret');
  });

  test('must be written before anything is sent; a failure is reported', async () => {
    const { previewId } = await harness.preview('c1', 'DELETE_DATA');
    for (const request of ['create', 'apply']) {
      harness.beforeStore = (name) => {
        if (name === request) {
          throw new Failure({ code: 'deletion-not-recorded', message: 'The disk is full.' });
        }
      };
      await expect(harness.run(previewId)).rejects.toMatchObject({
        code: 'deletion-not-recorded',
        message: expect.stringMatching(/^Nothing was sent: the request could not be recorded/),
      });
      expect(harness.newest()).toBeUndefined();
    }
    expect(deletes()).toEqual([]);
    // It succeeds once the disk is repaired.
    harness.beforeStore = () => undefined;
    await harness.run(previewId);
    await harness.rested();
    expect(deletes()).toHaveLength(1);
  });

  test('is checked again at the next start, which sends nothing', async () => {
    fake.onDelete = (response) => response.writeHead(503).end();
    await harness.delete('c1', 'DELETE_DATA');
    fake.user = {};
    await harness.restart();
    expect(await harness.rested()).toMatchObject({
      conversationId: 'c1',
      outcome: 'confirmed',
      acknowledged: false,
    });
    expect(deletes()).toHaveLength(1);
    // Its outcome was not displayed, so the next start reports it until it was.
    await harness.restart();
    const { deletionId = '' } = harness.newest() ?? {};
    await harness.deletions.acknowledge(deletionId);
    await harness.restart();
    expect(harness.newest()).toBeUndefined();
  });

  test('an unanswered request at closing has an unknown outcome at the next start', async () => {
    fake.onDelete = () => undefined;
    await harness.run((await harness.preview('c1', 'DELETE_DATA')).previewId);
    await vi.waitUntil(() => deletes().length === 1);
    await harness.restart();
    const view = await harness.rested();
    expect(view).toMatchObject({ phase: 'unsettled', outcome: 'unknown' });
    expect(view.steps[1]?.message).toBe('Assay was closed before the answer came.');
    expect(deletes()).toHaveLength(1);
  });
});

describe('the file of former versions', () => {
  const former = (more: object) => ({
    environmentId,
    baseUrl: harness.service.baseUrl,
    mode: 'EXPIRE',
    hadData: false,
    environmentName: 'Acme',
    environmentKind: 'test',
    reason: 'duplicate',
    ticket: 'SUP-1',
    sentAt: '2026-11-20T10:00:00.000Z',
    ...more,
  });
  const answered = { answeredAt: '2026-11-20T10:00:01.000Z' };
  const settled = { ...answered, settledAt: '2026-11-20T10:00:02.000Z' };

  test('is taken over once: what is not settled is read, nothing is sent, and each proof has its receipt', async () => {
    fake.status = 'EXPIRED';
    const deletions = [
      former({ deletionId: 'pending', conversationId: 'c1' }),
      former({ deletionId: 'sent', conversationId: 'c2', ...answered, outcome: 'accepted', httpStatus: 202 }),
      former({
        deletionId: 'unknown',
        conversationId: 'c3',
        ...answered,
        outcome: 'unknown',
        failedBy: 'closed',
      }),
      former({
        deletionId: 'finished',
        conversationId: 'c4',
        ...settled,
        outcome: 'confirmed',
        httpStatus: 202,
      }),
      former({
        deletionId: 'refused',
        conversationId: 'c5',
        ...settled,
        outcome: 'refused',
        httpStatus: 409,
        statusDetail: 'ConversationAlreadyFinished',
      }),
      former({
        deletionId: 'failed',
        conversationId: 'c6',
        ...settled,
        outcome: 'not-done',
        failedBy: 'forbidden',
      }),
    ];
    writeFileSync(harness.file, JSON.stringify({ version: 1, deletions }));
    await harness.restart();
    await vi.waitUntil(() => harness.deletions.list().deletions.every(({ phase }) => phase === 'settled'));
    const views = () =>
      harness.deletions.list().deletions.map(({ deletionId, outcome }) => `${deletionId} ${outcome}`);
    const expected = [
      'failed not-done',
      'refused refused',
      'finished confirmed',
      'unknown confirmed',
      'sent confirmed',
      'pending confirmed',
    ];
    expect(views()).toEqual(expected);
    expect(deletes()).toEqual([]);
    expect(existsSync(harness.file)).toBe(false);
    const receipts = (await harness.receipts()).map(({ conversationId, outcome, ticket, user, runId }) => [
      conversationId,
      outcome,
      ticket,
      user,
      runId,
    ]);
    expect(receipts.sort()).toEqual(
      ['c1', 'c2', 'c3'].map((id) => [id, 'confirmed', 'SUP-1', 'tester', null]),
    );
    await harness.restart();
    expect(views()).toEqual(expected);
    expect(await harness.receipts()).toHaveLength(3);
  });

  test('is taken over whole although the console is killed before it was removed', async () => {
    const deletions = [former({ deletionId: 'pending', conversationId: 'c1' })];
    const file = JSON.stringify({ version: 1, deletions });
    writeFileSync(harness.file, file);
    await harness.restart();
    writeFileSync(harness.file, file);
    await harness.restart();
    expect(harness.deletions.list().deletions).toHaveLength(1);
    expect(existsSync(harness.file)).toBe(false);
  });

  test.each([
    ['no JSON', '{"version":1,"deletions":['],
    ['of another shape', '{"version":2,"deletions":[]}'],
    ['far too long', `[${'{},'.repeat(6_000_000)}{}]`],
  ])('that is %s is kept under another name, which is said', async (_, text) => {
    writeFileSync(harness.file, text);
    await harness.restart();
    expect(harness.deletions.list().problem).toMatchObject({
      code: 'file-unreadable',
      hint: expect.stringContaining(`${harness.file}.damaged`),
    });
    expect(readFileSync(`${harness.file}.damaged`, 'utf8')).toBe(text);
    expect(existsSync(harness.file)).toBe(false);
    expect(await harness.delete('c1', 'DELETE_DATA')).toMatchObject({ outcome: 'accepted' });
  });

  test('with one invalid record is kept, and its others are taken over', async () => {
    fake.status = 'IN_PROGRESS';
    const deletions = [
      former({ deletionId: 'd1', conversationId: 'c1' }),
      former({ deletionId: 'bad', conversationId: 'c2', mode: 'SHRED' }),
      former({ deletionId: 'd2', conversationId: 'c3' }),
    ];
    const text = JSON.stringify({ version: 1, deletions });
    writeFileSync(harness.file, text);
    await harness.restart();
    expect(harness.deletions.list().deletions.map(({ deletionId }) => deletionId)).toEqual(['d2', 'd1']);
    expect(harness.deletions.list().problem?.message).toContain('One deletion in the list');
    expect(readFileSync(`${harness.file}.damaged`, 'utf8')).toBe(text);
    await harness.restart();
    expect(harness.deletions.list().problem).toBeUndefined();
  });

  test('that is damaged does not replace one kept earlier', async () => {
    for (const text of ['first', 'second', 'third']) {
      writeFileSync(harness.file, text);
      await harness.restart();
    }
    const kept = ['.damaged', '.damaged-2', '.damaged-3'].map((end) =>
      readFileSync(harness.file + end, 'utf8'),
    );
    expect(kept).toEqual(['first', 'second', 'third']);
  });

  test('that is no file is kept under another name', async () => {
    mkdirSync(harness.file);
    await harness.restart();
    expect(harness.deletions.list().problem).toMatchObject({ code: 'file-unreadable' });
    expect(existsSync(harness.file)).toBe(false);
  });
});

describe('a changed environment', () => {
  test('its new address is not asked about a deletion begun at the old one', async () => {
    fake.onDelete = (response) => response.writeHead(503).end();
    const view = await harness.delete('c1', 'DELETE_DATA');
    const before = harness.service.requests.length;
    harness.settings = { ...harness.settings, baseUrl: `${harness.service.baseUrl}/elsewhere` };
    harness.changed();
    harness.deletions.check(view.deletionId);
    expect(await harness.rested()).toMatchObject({ failure: { code: 'environment-not-found' } });
    expect(harness.service.requests).toHaveLength(before);
  });

  test('a key missing at the start ends the check, and entering it resumes it', async () => {
    fake.onDelete = (response) => response.writeHead(503).end();
    await harness.delete('c1', 'DELETE_DATA');
    harness.apiKey = undefined;
    harness.changed();
    await harness.restart();
    const view = await harness.rested();
    expect(view).toMatchObject({ phase: 'unsettled', failure: { code: 'credentials-missing' } });
    fake.user = {};
    harness.apiKey = { login: 'login', password: 'password' };
    harness.changed();
    expect(await harness.rested()).toMatchObject({ outcome: 'confirmed' });
  });
});

test('a finished deletion can be dismissed, and is then removed from disk', async () => {
  fake.onDelete = () => undefined;
  await harness.run((await harness.preview('c1', 'DELETE_DATA')).previewId);
  const { deletionId = '' } = harness.newest() ?? {};
  await expect(harness.deletions.dismiss(deletionId)).rejects.toMatchObject({ code: 'deletion-running' });
  await vi.waitUntil(() => deletes().length === 1);
  harness.service.answer = (_, response) => response.destroy();
  await harness.restart();
  await harness.rested();
  await harness.deletions.dismiss(deletionId);
  expect(harness.newest()).toBeUndefined();
  expect(await harness.recorded()).toEqual([]);
});
