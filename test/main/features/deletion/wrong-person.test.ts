import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { identityOf, isIdentity } from '../../../../main/features/deletion/runs/preview/identity.ts';
import { sendConversation } from '../../../support/recording-service.ts';
import { KeptCases } from './runs/kept-cases.ts';
import { RunHarness } from './runs/run-harness.ts';

// The service, or something in front of it, answers with another person's data than that of the conversation that would be deleted.

describe('the last four characters', () => {
  test.each([
    ['a space before the last three', 'customer 12a b c', 'b c'],
    ['accents written as two characters', 'jose\u0301', 'jos\u00e9'],
    ['accents typed as two characters', 'jos\u00e9', 'jose\u0301'],
    ['characters that cannot be seen', 'user-1234\u200b', '1234'],
  ])('are accepted as they can be typed: %s', (_name, userKey, typed) => {
    const identity = identityOf(userKey, 'c1');
    expect(identity.of).toBe('user-key');
    expect([isIdentity(identity, typed), isIdentity(identity, ' nope')]).toEqual([true, false]);
  });

  test.each([
    ['without a user key', undefined],
    ['where nothing of it can be seen', ' \u200b '],
    ['where it is too long to be shown whole', 'k'.repeat(301)],
  ])('are those of the id %s', (_name, userKey) => {
    const identity = identityOf(userKey, 'case-4711');
    expect(identity).toMatchObject({ of: 'id', tail: '4711' });
    expect(isIdentity(identity, undefined)).toBe(false);
  });
});

describe('a run', () => {
  let runs: RunHarness;
  let kept: KeptCases;
  beforeEach(async () => {
    runs = await RunHarness.start();
    kept = new KeptCases(runs.service);
  });
  afterEach(() => runs.close());

  /** From now on the reads of `c-1` are answered with this instead. */
  function answerInstead(id: string, change: Record<string, unknown>): void {
    const { answer } = runs.service;
    runs.service.answer = (request, response) =>
      request.method === 'GET' && request.conversationId === 'c-1' && !request.url.endsWith('/metadata')
        ? sendConversation(response, id, { status: 'FINISHED', userKey: 'user-of-c-1', ...change })
        : answer(request, response);
  }

  test('leaves out a conversation whose response is about another one', async () => {
    const ids = kept.add(2, { status: 'FINISHED' });
    answerInstead('another', {});
    const draft = await runs.prepared(ids, 'DELETE_DATA');
    expect(draft).toMatchObject({ included: 1, groups: { works: 1, unclear: 1 } });
  });

  test('includes one whose id the service writes in other letters', async () => {
    const ids = kept.add(1, { status: 'FINISHED' });
    answerInstead('C-1', {});
    expect(await runs.prepared(ids, 'DELETE_DATA')).toMatchObject({ included: 1 });
  });

  test('does not delete a conversation with another user key than the preview showed', async () => {
    const ids = kept.add(2, { status: 'FINISHED' });
    const draft = await runs.prepared(ids, 'DELETE_DATA');
    answerInstead('c-1', { userKey: 'somebody-else' });
    // A request sent for it elsewhere makes the run read it again.
    runs.sentRequests.add(runs.settings.baseUrl, 'c-1');
    const { runId } = await runs.begin(draft);
    expect((await runs.until(runId, 'done')).outcomes).toMatchObject({ confirmed: 1, changed: 1 });
    expect(kept.deletesOf('c-1')).toEqual([]);
    expect(await runs.items(runId)).toMatchObject([{ outcome: 'changed', detail: 'other-user-key' }, {}]);
  });

  test('knows a very long user key again', async () => {
    kept.add(1, { status: 'FINISHED' });
    answerInstead('c-1', {
      userKey: 'k'.repeat(400),
      result: { identity: { status: 'FINISHED', user: {} } },
    });
    const draft = await runs.prepared(['c-1'], 'DELETE_DATA');
    runs.sentRequests.add(runs.settings.baseUrl, 'c-1');
    const { runId } = await runs.begin(draft);
    await runs.until(runId, 'settling', 'done');
    expect(kept.deletesOf('c-1')).toEqual(['DELETE_DATA']);
  });
});
