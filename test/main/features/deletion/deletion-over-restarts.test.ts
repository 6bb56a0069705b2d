import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
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
    // Ends all writes.
    await harness.deletions.close();
    const file = JSON.parse(harness.onDisk());
    delete file.deletions[0].loginDigest;
    fake.readAnswer = notFound;
    writeFileSync(harness.file, JSON.stringify(file));
    await harness.restart();
    expect(await harness.rested()).toMatchObject({ phase: 'unsettled', outcome: 'unknown' });
  });
});

describe('the record on disk', () => {
  test('is written before the request is sent, without personal data', async () => {
    let found = '';
    fake.onDelete = (response) => {
      found = harness.onDisk();
      response.writeHead(503).end('canary-user-key');
    };
    await harness.delete('c1', 'DELETE_DATA');
    expect(JSON.parse(found).deletions).toMatchObject([
      { environmentId, conversationId: 'c1', mode: 'DELETE_DATA', hadData: true },
    ]);
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
    mkdirSync(harness.file);
    const { previewId } = await harness.preview('c1', 'DELETE_DATA');
    await expect(harness.run(previewId)).rejects.toMatchObject({
      code: 'deletion-not-recorded',
      message: expect.stringMatching(/^Nothing was sent: the request could not be recorded/),
    });
    expect(deletes()).toEqual([]);
    // It succeeds once the disk is repaired.
    rmSync(harness.file, { recursive: true });
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

  test.each([
    ['no JSON', (file: string) => writeFileSync(file, '{"version":1,"deletions":[')],
    ['of another shape', (file: string) => writeFileSync(file, '{"version":1,"deletions":[{}]}')],
    ['far too long', (file: string) => writeFileSync(file, `[${'{},'.repeat(6_000_000)}{}]`)],
  ])('a file that is %s is set aside and said', async (_, spoil) => {
    spoil(harness.file);
    await harness.restart();
    expect(harness.deletions.list().problem).toMatchObject({ code: 'file-unreadable' });
    expect(existsSync(`${harness.file}.damaged`)).toBe(true);
    expect(await harness.delete('c1', 'DELETE_DATA')).toMatchObject({ outcome: 'accepted' });
  });

  test('an unreadable file is reported and left alone', async () => {
    writeFileSync(harness.file, '{"version":1,"deletions":[]}');
    chmodSync(harness.file, 0o000);
    await harness.restart();
    const { problem } = harness.deletions.list();
    // Root can read it nevertheless.
    expect(problem?.code).toBe(process.getuid?.() === 0 ? undefined : 'file-unreadable');
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
  expect(JSON.parse(harness.onDisk()).deletions).toEqual([]);
});
