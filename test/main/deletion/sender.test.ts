import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { sendJson } from '../../support/recording-service.ts';
import { accepted, FakeCase } from './fake-case.ts';
import { DeletionHarness } from './harness.ts';

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
