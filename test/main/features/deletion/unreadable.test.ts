import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Failure } from '../../../../main/common/failure.ts';
import { sendJson } from '../../../support/recording-service.ts';
import { DeletionHarness } from './harness.ts';

let harness: DeletionHarness;
/** What a read answers now: a status of HTTP, or the conversation. */
let read: number | 'active' | 'expired' | 'html' | 'locked';
beforeEach(async () => {
  harness = await DeletionHarness.start();
  read = 500;
  harness.service.answer = ({ method, conversationId: id }, response) => {
    if (method === 'DELETE') {
      response.writeHead(202, { 'x-request-id': 'request-202' }).end();
    } else if (read === 500) {
      response.writeHead(500, { 'x-request-id': 'request-500' }).end();
    } else if (read === 'locked') {
      response.writeHead(401).end();
    } else if (read === 'html') {
      response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');
    } else if (typeof read === 'number') {
      const status = read === 410 ? 'GONE' : 'NOT_FOUND';
      sendJson(response, read, { status, message: 'no', violations: [] });
    } else {
      const status = read === 'active' ? 'IN_PROGRESS' : 'EXPIRED';
      sendJson(response, 200, { id, userKey: 'u-1', status, result: {} });
    }
  };
});
afterEach(() => harness.close());

describe('a conversation that cannot be read', () => {
  test('is said so, and is sent only with its own confirmation', async () => {
    const preview = await harness.preview('c1', 'DELETE_DATA');
    expect(preview).toMatchObject({
      expectation: 'unknown',
      unreadable: { code: 'server-error', requestId: 'request-500' },
      subject: { products: [] },
    });
    expect(preview.sentences[0]).toContain('neither its status nor whose data it holds could be checked');
    await expect(harness.run(preview.previewId)).rejects.toMatchObject({ code: 'confirmation-mismatch' });
    expect(harness.service.sent('DELETE')).toHaveLength(0);
    await harness.run(preview.previewId, { unread: true });
    await harness.rested();
    expect(harness.service.sent('DELETE')).toHaveLength(1);
  });

  test('is settled by 410 where reading works again, otherwise it stays accepted and has a receipt', async () => {
    const { previewId } = await harness.preview('c1', 'DELETE_DATA');
    await harness.run(previewId, { unread: true });
    const deletion = await harness.rested();
    expect(deletion).toMatchObject({ phase: 'unsettled', outcome: 'accepted' });
    expect(await harness.receipts()).toMatchObject([
      { outcome: 'accepted', read: { found: 'server-error' } },
    ]);
    read = 410;
    harness.deletions.check(deletion.deletionId);
    expect(await harness.rested()).toMatchObject({ phase: 'settled', outcome: 'confirmed' });
    const outcomes = (await harness.receipts()).map(({ outcome }) => outcome);
    expect(outcomes).toEqual(['accepted', 'confirmed']);
    expect(harness.service.sent('DELETE')).toHaveLength(1);
  });

  test('that can be read meanwhile is not sent: whose data it is can be checked now', async () => {
    const { previewId } = await harness.preview('c1', 'EXPIRE');
    read = 'active';
    await expect(harness.run(previewId, { unread: true })).rejects.toMatchObject({
      code: 'preview-outdated',
    });
    expect(harness.service.sent('DELETE')).toHaveLength(0);
  });

  test('asks in production for the last four of its id, since the user key is not known', async () => {
    harness.settings = { ...harness.settings, kind: 'production' };
    const preview = await harness.preview('conversation-7788', 'EXPIRE');
    expect(preview).toMatchObject({ confirmation: 'Acme', identityOf: 'id' });
    const given = { unread: true, confirmation: 'Acme' };
    await expect(harness.run(preview.previewId, { ...given, identity: '7799' })).rejects.toMatchObject({
      code: 'confirmation-mismatch',
    });
    await harness.run(preview.previewId, { ...given, identity: '7788' });
    await harness.rested();
    expect(harness.service.sent('DELETE')).toHaveLength(1);
  });

  test.each([404, 403, 'html'] as const)('for another reason (%s) offers nothing', async (reason) => {
    read = reason;
    await expect(harness.preview('c1', 'EXPIRE')).rejects.toMatchObject({ code: expect.any(String) });
  });
});

test('a deletion that is dismissed before it is proved leaves a receipt that says so', async () => {
  read = 'active';
  const { previewId } = await harness.preview('c1', 'EXPIRE');
  await harness.run(previewId);
  const { deletionId } = await harness.rested();
  await harness.deletions.dismiss(deletionId);
  expect(await harness.receipts()).toMatchObject([{ outcome: 'accepted', read: { found: 'IN_PROGRESS' } }]);
});

test('a deletion whose receipt cannot be written is not dismissed', async () => {
  const { previewId } = await harness.preview('c1', 'EXPIRE');
  await harness.run(previewId, { unread: true });
  read = 'locked';
  const { deletionId } = await harness.rested();
  expect(await harness.receipts()).toEqual([]);
  harness.beforeStore = (name) => {
    if (name === 'apply') {
      throw new Failure({ code: 'deletion-not-recorded', message: 'The disk is full.' });
    }
  };
  await expect(harness.deletions.dismiss(deletionId)).rejects.toMatchObject({
    code: 'deletion-not-recorded',
  });
  expect(harness.newest()?.deletionId).toBe(deletionId);
  harness.beforeStore = () => undefined;
  await harness.deletions.dismiss(deletionId);
  expect(harness.newest()).toBeUndefined();
  expect(await harness.receipts()).toMatchObject([{ outcome: 'accepted' }]);
});
