import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Failure } from '../../../../main/common/failure.ts';
import { sendJson } from '../../../support/recording-service.ts';
import { accepted, FakeCase, refused } from './fake-case.ts';
import { context, DeletionHarness, environmentId } from './harness.ts';

let harness: DeletionHarness;
let fake: FakeCase;
afterEach(() => harness.close());

const deletes = () => harness.service.sent('DELETE');

describe('before the DELETE is sent', () => {
  beforeEach(async () => {
    harness = await DeletionHarness.start();
    fake = new FakeCase(harness.service);
  });

  test('an API key that was changed after the last read ends it, with nothing sent and nothing listed', async () => {
    const { previewId } = await harness.preview('c1', 'DELETE_DATA');
    const { answer } = harness.service;
    harness.service.answer = (request, response) => {
      harness.apiKey = { login: 'another', password: 'password' };
      harness.changed();
      answer(request, response);
    };
    await expect(harness.run(previewId)).rejects.toThrow('the API key was changed');
    expect(deletes()).toEqual([]);
    expect(harness.newest()).toBeUndefined();
  });

  test('a request that was not sent leaves no listener on the signal that cancels it', async () => {
    const { previewId } = await harness.preview('c1', 'DELETE_DATA');
    const cancel = new AbortController();
    const added = vi.spyOn(cancel.signal, 'addEventListener');
    const removed = vi.spyOn(cancel.signal, 'removeEventListener');
    const { answer } = harness.service;
    harness.service.answer = (request, response) => {
      harness.apiKey = { login: 'another', password: 'password' };
      harness.changed();
      answer(request, response);
    };
    await expect(harness.run(previewId, { signal: cancel.signal })).rejects.toThrow('API key');
    const given = () => removed.mock.calls.map(([, listener]) => listener);
    await vi.waitUntil(() => added.mock.calls.every(([, listener]) => given().includes(listener)));
  });

  test('a request that was sent leaves no listener on the signal that cancels it', async () => {
    const { previewId } = await harness.preview('c1', 'DELETE_DATA');
    const cancel = new AbortController();
    const added = vi.spyOn(cancel.signal, 'addEventListener');
    const removed = vi.spyOn(cancel.signal, 'removeEventListener');
    await harness.run(previewId, { signal: cancel.signal });
    await harness.rested();
    const given = removed.mock.calls.map(([, listener]) => listener);
    expect(added.mock.calls.filter(([, listener]) => !given.includes(listener))).toEqual([]);
    expect(deletes()).toHaveLength(1);
  });
});

describe('cancelling', () => {
  beforeEach(async () => {
    harness = await DeletionHarness.start();
    fake = new FakeCase(harness.service);
  });

  test('a DELETE that was sent is not aborted: its reply is awaited', async () => {
    const held: (() => void)[] = [];
    fake.onDelete = (response) =>
      held.push(() => {
        fake.user = {};
        accepted(response);
      });
    const { previewId } = await harness.preview('c1', 'DELETE_DATA');
    const abort = new AbortController();
    const started = await harness.run(previewId, { signal: abort.signal });
    await vi.waitUntil(() => held.length === 1);
    // The caller cancels, as a closed window does, which also stops checking.
    abort.abort();
    harness.deletions.stopChecking(started.deletionId);
    // A read on the same connections shows that the service has handled the cancelled request.
    await harness.preview('c2', 'DELETE_DATA');
    expect(harness.service.aborted).toEqual([]);
    for (const answer of held) {
      answer();
    }
    expect(await harness.rested()).toMatchObject({ outcome: 'confirmed', requestId: 'request-delete' });
    expect(harness.service.aborted).toEqual([]);
  });

  test('before it is sent, nothing is sent', async () => {
    const { previewId } = await harness.preview('c1', 'DELETE_DATA');
    fake.readAnswer = () => undefined;
    const abort = new AbortController();
    const run = harness.run(previewId, { signal: abort.signal });
    const failed = expect(run).rejects.toMatchObject({ code: 'cancelled' });
    await vi.waitUntil(() => harness.service.requests.length === 2);
    abort.abort();
    await failed;
    expect(deletes()).toEqual([]);
    // It may be started again, because nothing was sent.
    fake.readAnswer = undefined;
    await harness.run(previewId);
    await harness.rested();
    expect(deletes()).toHaveLength(1);
  });

  test('a switch of the environment before sending: nothing is sent or left on disk', async () => {
    const { previewId } = await harness.preview('c1', 'DELETE_DATA');
    harness.checkSelected = () => {
      throw new Failure({ code: 'environment-switched', message: 'switched' });
    };
    await expect(harness.run(previewId)).rejects.toMatchObject({ code: 'environment-switched' });
    expect(deletes()).toEqual([]);
    expect(await harness.recorded()).toEqual([]);
  });

  /** Delays a run while its proxy is resolved: it is recorded but not sent. */
  async function heldRun(signal?: AbortSignal) {
    await harness.close();
    harness = await DeletionHarness.start({ proxy: { mode: 'system' } });
    fake = new FakeCase(harness.service);
    const { previewId } = await harness.preview('c1', 'DELETE_DATA');
    const reached = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    let requests = 0;
    harness.systemProxy = async () => {
      requests += 1;
      // The first request is the read.
      if (requests === 2) {
        reached.resolve();
        await held.promise;
      }
      return undefined;
    };
    const run = Promise.resolve(harness.run(previewId, signal ? { signal } : {}));
    run.catch(() => undefined);
    await reached.promise;
    return { run, previewId, release: () => held.resolve() };
  }

  test('it is reported as sent only when it is', async () => {
    const { run, release } = await heldRun();
    expect(await harness.recorded()).toMatchObject([{ item: { state: 'sending' } }]);
    expect(harness.newest()).toBeUndefined();
    expect(await Promise.race([run, setImmediate('not resolved')])).toBe('not resolved');
    release();
    expect((await run).steps[0]?.message).toBe('Request sent: DELETE with mode DELETE_DATA.');
    await vi.waitUntil(() => deletes().length === 1);
  });

  test('a switch of the environment while the proxy is resolved: nothing is sent', async () => {
    const { run, release } = await heldRun();
    harness.checkSelected = () => {
      throw new Failure({ code: 'environment-switched', message: 'switched' });
    };
    release();
    await expect(run).rejects.toMatchObject({ code: 'environment-switched' });
    expect(deletes()).toEqual([]);
    expect(harness.newest()).toBeUndefined();
    expect(await harness.recorded()).toEqual([]);
  });

  test('a new name of the environment while the proxy is resolved: nothing is sent', async () => {
    const { run, release } = await heldRun();
    harness.settings = { ...harness.settings, name: 'Another name' };
    release();
    await expect(run).rejects.toMatchObject({ code: 'preview-outdated' });
    expect(deletes()).toEqual([]);
  });

  test('another kind of the environment while the proxy is resolved: nothing is sent', async () => {
    const { run, release } = await heldRun();
    harness.settings = { ...harness.settings, kind: 'sandbox' };
    release();
    await expect(run).rejects.toMatchObject({ code: 'preview-outdated' });
    expect(deletes()).toEqual([]);
  });

  test('closing while the proxy is resolved: nothing is sent', async () => {
    const { run, release } = await heldRun();
    harness.deletions.close();
    release();
    await expect(run).rejects.toMatchObject({ code: 'cancelled' });
    expect(deletes()).toEqual([]);
  });

  test('cancelled while the proxy is resolved: nothing is sent, and it may be started again', async () => {
    const abort = new AbortController();
    const { run, previewId, release } = await heldRun(abort.signal);
    abort.abort();
    await expect(run).rejects.toMatchObject({ code: 'cancelled' });
    release();
    await harness.run(previewId);
    await harness.rested();
    expect(deletes()).toHaveLength(1);
  });

  test('stopping the check leaves it unresolved, and it can be checked again', async () => {
    let paused: () => void = () => undefined;
    const pausing = new Promise<void>((resolve) => {
      paused = resolve;
    });
    harness.onPause = () => {
      const { deletionId } = harness.newest() ?? {};
      if (deletionId) {
        harness.deletions.stopChecking(deletionId);
      }
      paused();
    };
    await harness.run((await harness.preview('c1', 'DELETE_DATA')).previewId);
    await pausing;
    const view = await harness.rested();
    expect(view).toMatchObject({ phase: 'unsettled', outcome: 'accepted' });
    expect(view.steps.at(-1)?.message).toBe('Checking was stopped.');
    harness.onPause = () => undefined;
    fake.user = {};
    harness.deletions.check(view.deletionId);
    expect(await harness.rested()).toMatchObject({ outcome: 'confirmed' });
  });
});

describe('a preview made before another request about the conversation', () => {
  beforeEach(async () => {
    harness = await DeletionHarness.start();
    fake = new FakeCase(harness.service);
  });

  test('is refused after that request, even if it was made during it', async () => {
    const held: (() => void)[] = [];
    fake.onDelete = (response) => held.push(() => accepted(response));
    const [first, second] = [
      await harness.preview('c1', 'DELETE_DATA'),
      await harness.preview('c1', 'DELETE_DATA'),
    ];
    await harness.run(first.previewId);
    await vi.waitUntil(() => held.length === 1);
    const third = await harness.preview('c1', 'EXPIRE');
    held[0]?.();
    const view = await harness.rested();
    await harness.deletions.dismiss(view.deletionId);
    for (const { previewId } of [second, third]) {
      await expect(harness.run(previewId)).rejects.toMatchObject({ code: 'preview-outdated' });
    }
    expect(deletes()).toHaveLength(1);
  });

  test('is refused in another environment of the same service too', async () => {
    const held: (() => void)[] = [];
    fake.onDelete = (response) => held.push(() => accepted(response));
    const other = { environmentId: 'second', conversationId: 'c1', mode: 'DELETE_DATA' } as const;
    const { previewId } = await harness.handlers['deletion.preview'](other, context());
    const runThere = () =>
      harness.handlers['deletion.run']({ environmentId: 'second', previewId }, context());
    await harness.run((await harness.preview('c1', 'DELETE_DATA')).previewId);
    await expect(runThere()).rejects.toMatchObject({ code: 'deletion-running' });
    await vi.waitUntil(() => held.length === 1);
    held[0]?.();
    await harness.rested();
    await expect(runThere()).rejects.toMatchObject({ code: 'preview-outdated' });
    expect(deletes()).toHaveLength(1);
  });
});

describe('the response', () => {
  beforeEach(async () => {
    harness = await DeletionHarness.start();
    fake = new FakeCase(harness.service);
  });

  test('that refuses it settles it, on disk and in every window, without a read', async () => {
    fake.onDelete = refused('ConversationNotYetFinished');
    const view = await harness.delete('c1', 'DELETE_DATA');
    expect(view).toMatchObject({ phase: 'settled', outcome: 'refused' });
    expect(view.failure).toBeUndefined();
    expect(harness.published.at(-1)?.deletions[0]).toMatchObject({ phase: 'settled' });
    expect(await harness.recorded()).toMatchObject([{ item: { state: 'done', outcome: 'refused' } }]);
    expect(harness.pausedMs).toBe(0);
  });

  test('that accepts it does not settle it', async () => {
    harness.onPause = () => harness.deletions.stopChecking(harness.newest()?.deletionId ?? '');
    await harness.delete('c1', 'DELETE_DATA');
    await vi.waitUntil(async () => (await harness.receipts()).length === 1);
    expect(await harness.recorded()).toMatchObject([{ item: { state: 'done', outcome: 'accepted' } }]);
    expect(await harness.receipts()).toMatchObject([{ outcome: 'accepted', runId: null }]);
  });

  test('that says why nothing was done is shown with its reason', async () => {
    fake.onDelete = (response) =>
      sendJson(response, 403, { status: 'FORBIDDEN', message: 'no', violations: [] });
    const view = await harness.delete('c1', 'DELETE_DATA');
    expect(view).toMatchObject({ outcome: 'not-done', failure: { code: 'forbidden' } });
  });

  test('that leaves the outcome open is followed by a read, whose reason is shown instead', async () => {
    const seen: unknown[] = [];
    fake.onDelete = (response) => response.writeHead(500).end();
    harness.onPause = () => {
      seen.push(harness.newest()?.failure);
      harness.deletions.stopChecking(harness.newest()?.deletionId ?? '');
    };
    // Answered only once the DELETE is, so that nothing but the DELETE can have failed.
    expect(await harness.delete('c1', 'DELETE_DATA')).toMatchObject({ outcome: 'unknown' });
    expect(seen).toEqual([undefined]);
    expect(harness.published.map(({ deletions: [one] }) => one?.failure)).not.toContainEqual(
      expect.anything(),
    );
  });

  test('that Assay cannot handle is reported, and the outcome is not known', async () => {
    const client = harness.services.client(environmentId);
    const defect = new TypeError('defect');
    const send = vi.spyOn(client, 'deleteConversation').mockImplementation(async (_id, _mode, options) => {
      options?.beforeSend?.('login');
      throw defect;
    });
    harness.onPause = () => harness.deletions.stopChecking(harness.newest()?.deletionId ?? '');
    const view = await harness.delete('c1', 'DELETE_DATA');
    expect(view).toMatchObject({ outcome: 'unknown' });
    expect(harness.logged).toEqual([defect]);
    expect(send).toHaveBeenCalledTimes(1);
  });

  test('that comes while the console closes is followed by no read', async () => {
    const held: (() => void)[] = [];
    fake.onDelete = (response) => held.push(() => accepted(response));
    await harness.run((await harness.preview('c1', 'DELETE_DATA')).previewId);
    await vi.waitUntil(() => held.length === 1);
    harness.deletions.close();
    const closing = harness.runs.close();
    const before = harness.service.sent('GET').length;
    held[0]?.();
    await closing;
    expect(harness.newest()?.outcome).toBe('accepted');
    // A read on the same connections arrives after any that was started before it.
    await harness.preview('c2', 'DELETE_DATA');
    expect(
      harness.service
        .sent('GET')
        .slice(before)
        .map(({ conversationId }) => conversationId),
    ).not.toContain('c1');
  });
});

describe('with tokens', () => {
  beforeEach(async () => {
    harness = await DeletionHarness.start({
      authentication: { scheme: 'oauth', tokenUrl: '', clientAuthentication: 'header' },
    });
    fake = new FakeCase(harness.service);
    const { answer } = harness.service;
    let tokens = 0;
    harness.service.answer = (request, response) => {
      if (request.url.startsWith('/api/oauth2/token')) {
        tokens += 1;
        sendJson(response, 200, { access_token: `token-${tokens}`, token_type: 'bearer', expires_in: 600 });
      } else {
        answer(request, response);
      }
    };
  });

  test('a DELETE that is repeated with a new token is one deletion', async () => {
    let answered = 0;
    fake.onDelete = (response) => {
      answered += 1;
      if (answered === 1) {
        response.writeHead(401).end();
      } else {
        fake.user = {};
        accepted(response);
      }
    };
    expect(await harness.delete('c1', 'DELETE_DATA')).toMatchObject({ outcome: 'confirmed' });
    expect(deletes()).toHaveLength(2);
    expect(harness.deletions.list().deletions).toHaveLength(1);
  });
});
