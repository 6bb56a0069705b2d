import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkPausesMs } from '../../../../main/features/deletion/runs/running/reads.ts';
import { sendJson } from '../../../support/recording-service.ts';
import { accepted, FakeCase, refused } from './fake-case.ts';
import { context, DeletionHarness } from './harness.ts';

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
    expect(Math.round(harness.pausedMs / 1000)).toBe(
      Math.round(checkPausesMs.reduce((sum, ms) => sum + ms) / 1000),
    );
  });
});

test('reads that the service refuses for the time being are not counted: it is confirmed once they succeed', async () => {
  let refusedReads = 0;
  fake.onDelete = (response) => {
    fake.readAnswer = (reading) => {
      refusedReads += 1;
      if (refusedReads === 30) {
        fake.readAnswer = undefined;
        fake.user = {};
      }
      sendJson(reading, 429, { status: 'TOO_MANY_REQUESTS', message: 'later' });
    };
    accepted(response);
  };
  expect(await harness.delete('c1', 'DELETE_DATA')).toMatchObject({ outcome: 'confirmed' });
  expect(refusedReads).toBe(30);
  expect(harness.pausedMs).toBeGreaterThan(20 * 60_000);
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
      expect(Math.round(harness.pausedMs / 1000)).toBeGreaterThanOrEqual(600);
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

  test.each([
    [500, '', 'Nothing was sent: the check before sending failed. The service failed on its side (500).'],
    [402, '', /^Nothing was sent: the check before sending failed\. .*\(402\)/],
    [404, object('NOT_FOUND'), /^Nothing was sent: the check before sending failed\. .*\(404\)/],
    [410, object('GONE'), /^Nothing was sent\. The conversation is no longer available: .*\(410\)/],
  ])('a %i to the read before it: nothing was sent, and it says so', async (status, body, says) => {
    const { previewId } = await harness.preview('c1', 'DELETE_DATA');
    fake.readAnswer = (read) => read.writeHead(status).end(body);
    await expect(harness.run(previewId)).rejects.toMatchObject({
      message: typeof says === 'string' ? says : expect.stringMatching(says),
    });
    expect(deletes()).toEqual([]);
  });

  test('a 410 says that nothing was left to delete', async () => {
    fake.onDelete = (response) => response.writeHead(410).end(object('GONE'));
    expect(await harness.delete('c1', 'DELETE_DATA')).toMatchObject({
      outcome: 'not-done',
      message: 'Nothing was left to delete: the service no longer has the data of this conversation (410).',
    });
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
    expect(await harness.recorded()).toEqual([]);
  });
});
