import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { accepted, FakeCase } from './fake-case.ts';
import { context, DeletionHarness } from './harness.ts';

let harness: DeletionHarness;
let fake: FakeCase;
beforeEach(async () => {
  harness = await DeletionHarness.start();
  fake = new FakeCase(harness.service);
});
afterEach(() => harness.close());

const deletes = () => harness.service.sent('DELETE').map(({ url }) => url);

describe('a conversation that changed in between', () => {
  test('finished before it was expired: reported, and nothing is sent again', async () => {
    fake.status = 'IN_PROGRESS';
    fake.onDelete = (response) => {
      fake.status = 'FINISHED';
      response.writeHead(503).end();
    };
    const view = await harness.delete('c1', 'EXPIRE');
    expect(view).toMatchObject({ phase: 'settled', outcome: 'finished' });
    expect(view.message).toBe('The user finished the verification first, so it was not expired.');
  });

  test('finished between preview and confirmation: nothing is sent', async () => {
    fake.status = 'IN_PROGRESS';
    const { previewId } = await harness.preview('c1', 'EXPIRE');
    fake.status = 'FINISHED';
    await expect(harness.run(previewId)).rejects.toMatchObject({
      code: 'preview-outdated',
      message: 'Nothing was sent: the conversation is FINISHED now.',
    });
    expect(deletes()).toEqual([]);
    expect((await harness.recorded()).filter(({ item }) => item !== undefined)).toEqual([]);
  });
});

describe('a single request', () => {
  test('a double click sends one', async () => {
    const { previewId } = await harness.preview('c1', 'DELETE_DATA');
    const [first, second] = await Promise.all([harness.run(previewId), harness.run(previewId)]);
    expect(second.deletionId).toBe(first.deletionId);
    expect((await harness.run(previewId)).deletionId).toBe(first.deletionId);
    await harness.rested();
    expect(deletes()).toHaveLength(1);
  });

  test('two previews of the same conversation send one while the first is in progress', async () => {
    const held: (() => void)[] = [];
    fake.onDelete = (response) => held.push(() => accepted(response));
    const previews = await Promise.all([
      harness.preview('c1', 'DELETE_DATA'),
      harness.preview('c1', 'DELETE_DATA'),
      harness.preview('c1', 'EXPIRE'),
    ]);
    const results = await Promise.allSettled(previews.map(({ previewId }) => harness.run(previewId)));
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
    for (const result of results) {
      if (result.status === 'rejected') {
        expect(result.reason).toMatchObject({ code: 'deletion-running' });
      }
    }
    await vi.waitUntil(() => held.length === 1);
    const third = await harness.preview('c1', 'DELETE_DATA');
    await expect(harness.run(third.previewId)).rejects.toMatchObject({ code: 'deletion-running' });
    for (const answer of held) {
      answer();
    }
    await harness.rested();
    expect(deletes()).toHaveLength(1);
  });

  test('another conversation is not blocked', async () => {
    fake.onDelete = () => undefined;
    await harness.run((await harness.preview('c1', 'DELETE_DATA')).previewId);
    await harness.run((await harness.preview('c2', 'DELETE_DATA')).previewId);
    await vi.waitUntil(() => deletes().length === 2);
    expect(await harness.recorded()).toHaveLength(2);
  });

  test('after an unresolved deletion another may be sent from a new preview', async () => {
    fake.onDelete = (response) => response.writeHead(503).end();
    const { previewId } = await harness.preview('c1', 'DELETE_DATA');
    await harness.run(previewId);
    const first = await harness.rested();
    expect((await harness.run(previewId)).deletionId).toBe(first.deletionId);
    expect(deletes()).toHaveLength(1);
    const second = await harness.delete('c1', 'DELETE_DATA');
    expect(second.deletionId).not.toBe(first.deletionId);
    expect(harness.deletions.list().deletions).toHaveLength(1);
    expect(deletes()).toHaveLength(2);
  });
});

describe('the confirmation', () => {
  test('a read-only environment is not changed, whatever is confirmed', async () => {
    harness.settings = { ...harness.settings, readOnly: true };
    const { previewId } = await harness.preview('c1', 'DELETE_DATA');
    await expect(harness.run(previewId)).rejects.toMatchObject({ code: 'environment-read-only' });
    expect(harness.deletions.list().deletions).toEqual([]);
  });

  test('nothing is sent to production unless its name is typed exactly', async () => {
    harness.settings = { ...harness.settings, kind: 'production' };
    const { previewId, confirmation, identityOf } = await harness.preview('c1', 'DELETE_DATA');
    expect(confirmation).toBe('Acme');
    expect(identityOf).toBe('user-key');
    const identity = '-key';
    for (const typed of [undefined, '', 'acme', 'Acme ']) {
      await expect(
        harness.run(previewId, typed === undefined ? { identity } : { confirmation: typed, identity }),
      ).rejects.toMatchObject({ code: 'confirmation-mismatch' });
    }
    for (const wrong of [undefined, '', '-KEY', 'canary-user-key']) {
      await expect(
        harness.run(previewId, { confirmation: 'Acme', ...(wrong === undefined ? {} : { identity: wrong }) }),
      ).rejects.toMatchObject({ code: 'confirmation-mismatch' });
    }
    expect(deletes()).toEqual([]);
    await harness.run(previewId, { confirmation: 'Acme', identity });
    await harness.rested();
    expect(deletes()).toHaveLength(1);
  });

  test('nothing is sent without a preview, or from one of another environment or other settings', async () => {
    const { previewId } = await harness.preview('c1', 'DELETE_DATA');
    const outdated = { code: 'preview-outdated' };
    await expect(harness.run('unknown')).rejects.toMatchObject(outdated);
    const run = harness.handlers['deletion.run'];
    await expect(run({ environmentId: 'other', previewId }, context())).rejects.toMatchObject(outdated);
    harness.settings = { ...harness.settings, baseUrl: `${harness.service.baseUrl}/other` };
    await expect(harness.run(previewId)).rejects.toMatchObject(outdated);
    expect(deletes()).toEqual([]);
  });
});
