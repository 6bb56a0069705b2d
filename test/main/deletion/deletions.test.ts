import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { checkPausesMs } from '../../../main/deletion/effect-checker.ts';
import { sendJson } from '../../support/recording-service.ts';
import { accepted, FakeCase, refused } from './fake-case.ts';
import { context, DeletionHarness, environmentId } from './harness.ts';

let harness: DeletionHarness;
let fake: FakeCase;
beforeEach(async () => {
  harness = await DeletionHarness.start();
  fake = new FakeCase(harness.service);
});
afterEach(() => harness.close());

const deletes = () => harness.service.sent('DELETE').map(({ url }) => url);

describe('a confirmed deletion', () => {
  test('EXPIRE is proved by the status', async () => {
    fake.status = 'IN_PROGRESS';
    fake.onDelete = (response) => {
      fake.status = 'EXPIRED';
      accepted(response);
    };
    const view = await harness.delete('c1', 'EXPIRE');
    expect(view).toMatchObject({ phase: 'settled', outcome: 'confirmed', requestId: 'request-delete' });
    expect(view.steps.map(({ message }) => message)).toEqual([
      'Request sent: DELETE with mode EXPIRE.',
      'Accepted (202).',
      'Read: the conversation is EXPIRED.',
    ]);
    expect(deletes()).toEqual(['/api/conversations/c1?mode=EXPIRE']);
  });

  test('DELETE_DATA is proved by missing data that was present before', async () => {
    fake.onDelete = (response) => {
      fake.user = {};
      accepted(response);
    };
    expect(await harness.delete('c1', 'DELETE_DATA')).toMatchObject({ outcome: 'confirmed' });
  });

  test('DELETE_DATA is proved by 410 and by the service’s own 404', async () => {
    for (const [status, word] of [
      [410, 'GONE'],
      [404, 'NOT_FOUND'],
    ] as const) {
      fake.readAnswer = undefined;
      fake.onDelete = (response) => {
        fake.readAnswer = (read) => sendJson(read, status, { status: word, message: 'gone', violations: [] });
        accepted(response);
      };
      expect(await harness.delete(`c${status}`, 'DELETE_DATA')).toMatchObject({ outcome: 'confirmed' });
    }
  });
});

describe('no proof', () => {
  test('from a 404 that is not the service’s own', async () => {
    fake.onDelete = (response) => {
      fake.readAnswer = (read) => read.writeHead(404).end();
      accepted(response);
    };
    expect(await harness.delete('c1', 'DELETE_DATA')).toMatchObject({
      phase: 'unsettled',
      outcome: 'accepted',
      failure: { code: 'not-found' },
    });
  });

  test('from unreadable data', async () => {
    fake.onDelete = (response) => {
      fake.user = [] as unknown as object;
      accepted(response);
    };
    expect(await harness.delete('c1', 'DELETE_DATA')).toMatchObject({ outcome: 'accepted' });
  });

  test('from data that other products still return', async () => {
    const others = {
      bankTransactions: { status: 'FINISHED', transactions: [{ iban: 'DE1', amount: 5 }] },
      databaseVerification: { status: 'FINISHED', record: { name: 'Canary' } },
    };
    fake.more = { result: { identity: { status: 'FINISHED', user: fake.user }, ...others } };
    fake.onDelete = (response) => {
      fake.more = { result: { identity: { status: 'FINISHED' }, ...others } };
      accepted(response);
    };
    expect(await harness.delete('c1', 'DELETE_DATA')).toMatchObject({ outcome: 'accepted' });
  });

  test('from an empty object instead of the conversation', async () => {
    fake.onDelete = (response) => {
      fake.readAnswer = (read) => sendJson(read, 200, {});
      response.writeHead(503).end();
    };
    expect(await harness.delete('c1', 'DELETE_DATA')).toMatchObject({
      phase: 'unsettled',
      outcome: 'unknown',
    });
  });

  test('from an accepted request without an effect', async () => {
    const view = await harness.delete('c1', 'DELETE_DATA');
    expect(view).toMatchObject({ phase: 'unsettled', outcome: 'accepted' });
    expect(view.message).toContain('not confirmed');
    expect(harness.pausedMs).toBe(checkPausesMs.reduce((sum, ms) => sum + ms));
  });
});

describe('an ambiguous reply', () => {
  const reset = (response: { destroy(): void }) => response.destroy();
  const withStatus = (status: number) => (response: Parameters<typeof accepted>[0]) =>
    response.writeHead(status, { 'content-type': 'text/html' }).end('<html>');
  const answers = [
    ['500', withStatus(500), 'The service answered 500.'],
    ['502', withStatus(502), 'The service answered 502.'],
    ['503', withStatus(503), 'The service answered 503.'],
    ['504', withStatus(504), 'The service answered 504.'],
    ['a reset', reset, 'The connection failed before the answer came.'],
    ['no answer in time', () => undefined, 'No answer came in time.'],
  ] as const;

  test.each(answers)(
    '%s: the service completes the request 14 s later, which is detected',
    async (_, answer, step) => {
      await harness.close();
      harness = await DeletionHarness.start({ timeouts: { connectMs: 1000, headersMs: 200, idleMs: 200 } });
      fake = new FakeCase(harness.service);
      fake.onDelete = answer;
      const said: string[] = [];
      harness.onPause = () => {
        said.push(harness.newest()?.message ?? '');
        if (harness.pausedMs >= 14_000) {
          fake.user = {};
        }
      };
      const view = await harness.delete('c1', 'DELETE_DATA');
      expect(view).toMatchObject({ phase: 'settled', outcome: 'confirmed' });
      expect(view.steps[1]?.message).toBe(step);
      expect(new Set(said)).toEqual(new Set(['It is not known whether the data was deleted.']));
      expect(deletes()).toHaveLength(1);
    },
  );

  test.each(answers)(
    '%s: the outcome stays unknown if there is no effect in ten minutes',
    async (_, answer) => {
      await harness.close();
      harness = await DeletionHarness.start({ timeouts: { connectMs: 1000, headersMs: 200, idleMs: 200 } });
      fake = new FakeCase(harness.service);
      fake.onDelete = answer;
      const view = await harness.delete('c1', 'DELETE_DATA');
      expect(view).toMatchObject({ phase: 'unsettled', outcome: 'unknown' });
      expect(harness.pausedMs).toBeGreaterThanOrEqual(600_000);
      expect(deletes()).toHaveLength(1);
      fake.user = {};
      await harness.handlers['deletion.check']({ deletionId: view.deletionId }, context());
      expect(await harness.rested()).toMatchObject({ outcome: 'confirmed' });
      expect(deletes()).toHaveLength(1);
    },
  );
});

describe('the description of the reply', () => {
  test.each([200, 204])('%i is reported as what it is', async (status) => {
    fake.onDelete = (response) => response.writeHead(status).end();
    const { steps } = await harness.delete('c1', 'DELETE_DATA');
    expect(steps[1]?.message).toBe(`The service answered ${status} instead of the documented 202.`);
  });

  test.each([
    ['EXPIRE', 'ConversationAlreadyFinished', 'already finished'],
    ['DELETE_DATA', 'ConversationNotYetFinished', 'not finished yet'],
    ['DELETE_DATA', 'ActiveSubscriptionExists', 'AML monitoring is still active'],
  ] as const)('%s: 409 %s is explained once, with what to do', async (mode, detail, words) => {
    fake.onDelete = refused(detail);
    const view = await harness.delete('c1', mode);
    expect(view).toMatchObject({ phase: 'settled', outcome: 'refused', statusDetail: detail });
    expect(view.failure).toBeUndefined();
    expect(JSON.stringify(view).split(words)).toHaveLength(2);
    expect(view.hint).toBeTruthy();
  });

  test('a refusal that proves that nothing was done is reported as such', async () => {
    fake.onDelete = (response) =>
      sendJson(response, 403, { status: 'FORBIDDEN', message: 'no', violations: [] });
    expect(await harness.delete('c1', 'DELETE_DATA')).toMatchObject({
      phase: 'settled',
      outcome: 'not-done',
      failure: { code: 'forbidden' },
    });
  });

  const object = (status: string) => JSON.stringify({ status, message: 'no', violations: [] });
  test.each([
    [400, object('BAD_REQUEST')],
    [401, ''],
    [402, ''],
    [403, object('FORBIDDEN')],
    [403, '<html>blocked</html>'],
    [404, object('NOT_FOUND')],
    [407, ''],
    [410, object('GONE')],
    [429, '<html>slow down</html>'],
  ])('%i %s proves that nothing was done', async (status, body) => {
    fake.onDelete = (response) => response.writeHead(status).end(body);
    expect(await harness.delete('c1', 'DELETE_DATA')).toMatchObject({ outcome: 'not-done' });
    expect(deletes()).toHaveLength(1);
  });

  test.each([
    [301, ''],
    [303, ''],
    [307, '<html>'],
    [400, ''],
    [400, '<html>'],
    [403, '{}'],
    [404, '<html>'],
    [405, object('FORBIDDEN')],
    [408, ''],
    [409, '{}'],
    [409, '<html>'],
    [410, ''],
    [418, ''],
    [421, ''],
    [425, ''],
    [499, ''],
  ])('%i %s does not: the conversation is checked, and the effect found', async (status, body) => {
    fake.onDelete = (response) => response.writeHead(status, { location: '/elsewhere' }).end(body);
    const said: string[] = [];
    harness.onPause = () => {
      said.push(harness.newest()?.message ?? '');
      fake.user = {};
    };
    const view = await harness.delete('c1', 'DELETE_DATA');
    expect(view).toMatchObject({ phase: 'settled', outcome: 'confirmed' });
    expect(view.steps[1]?.message).toBe(`The service answered ${status}.`);
    expect(said).toEqual(['It is not known whether the data was deleted.']);
    expect(deletes()).toHaveLength(1);
  });

  test('an unreachable service received no request', async () => {
    const { previewId } = await harness.preview('c1', 'DELETE_DATA');
    const { answer } = harness.service;
    // It stops between the preview and the request.
    harness.service.answer = (request, response) => {
      harness.service.stopListening();
      response.setHeader('connection', 'close');
      answer(request, response);
    };
    await expect(harness.run(previewId)).rejects.toMatchObject({
      code: 'connection-refused',
      message: expect.stringMatching(/ Nothing was sent\.$/),
    });
    expect(harness.newest()).toBeUndefined();
    expect(JSON.parse(harness.onDisk()).deletions).toEqual([]);
  });
});

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
    expect(existsSync(harness.file)).toBe(false);
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
    expect(JSON.parse(harness.onDisk()).deletions).toHaveLength(2);
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
