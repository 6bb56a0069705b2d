import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import type { DeletionMode, DeletionView } from '../../../../preload/contract/deletion.ts';
import { fullTests } from '../../../support/full-tests.ts';
import { sendJson } from '../../../support/recording-service.ts';
import { accepted, FakeCase } from './fake-case.ts';
import { DeletionHarness } from './harness.ts';

let harness: DeletionHarness;
afterEach(() => harness.close());

type Respond = (response: ServerResponse) => void;
const object = (status: number, name: string, more: object = {}): Respond => {
  return (response) => sendJson(response, status, { status: name, message: 'no', violations: [], ...more });
};
const plain = (status: number, type: string, body: string): Respond => {
  return (response) =>
    response
      .writeHead(status, { 'content-type': type, 'retry-after': '1', location: 'https://other.example/' })
      .end(body);
};
const page = (status: number) => plain(status, 'text/html', '<html>no</html>');
const truncated: Respond = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
  response.write('{"id":', () => response.destroy());
};

/** The failure code of a read with this response, and the response. */
const failures: [code: string, respond: Respond][] = [
  ['bad-request', object(400, 'BAD_REQUEST')],
  ['credentials-rejected', plain(401, 'text/plain', '')],
  ['plan-exhausted', plain(402, 'text/plain', '')],
  ['forbidden', object(403, 'FORBIDDEN')],
  ['gateway-refused', page(403)],
  ['not-found', object(404, 'NOT_FOUND')],
  ['unexpected-status', page(404)],
  ['proxy-failed', plain(407, 'text/plain', '')],
  ['conflict', plain(409, 'text/plain', '')],
  ['gone', object(410, 'GONE')],
  ['unexpected-status', page(410)],
  ['rate-limited', page(429)],
  ['server-error', plain(500, 'text/plain', '')],
  ['gateway-failed', page(502)],
  ['gateway-failed', page(503)],
  ['gateway-failed', page(504)],
  ['unexpected-status', page(302)],
  ['unexpected-status', plain(418, 'text/plain', '')],
  ['connection-reset', (response) => response.destroy()],
  ['timeout-headers', () => undefined],
  ['reply-html', page(200)],
  ['reply-empty', plain(200, 'application/json', '')],
  ['reply-wrong-type', plain(200, 'image/png', 'x')],
  ['reply-not-json', plain(200, 'application/json', 'x')],
  ['connection-reset', truncated],
  ['reply-truncated', plain(200, 'application/json', '{"id":')],
];
const conflicts: Respond[] = [
  'ConversationAlreadyFinished',
  'ConversationNotYetFinished',
  'ActiveSubscriptionExists',
  'SomethingElse',
].map((statusDetail) => object(409, 'CONFLICT', { statusDetail }));

/** Facts about a deletion, each with the wordings that would state it. */
const facts: Record<string, RegExp> = {
  'it had no effect': /nothing was (?:sent|changed|read|deleted)|not (?:been )?(?:changed|deleted|sent)\b/i,
  'the outcome is unknown': /not (?:known|confirmed)|unknown whether|does not say whether/i,
  'it is not repeated': /not (?:send|sent).* again/i,
  'it may still be carried out': /may still carry|may have (?:arrived|been)/i,
  'checks go on': /keeps? checking/i,
  'it is finished': /already finished|finished the verification/i,
  'it is not finished': /not finished yet/i,
  'monitoring is active': /monitoring is (?:still )?active/i,
  'try again': /\btry again\b|check again/i,
};

function sentencesOf({ message, hint, failure, steps }: DeletionView): string[] {
  const texts = [message, hint, failure?.message, failure?.hint, ...steps.map((step) => step.message)];
  return texts
    .flatMap((text) => text?.match(/[^.]+(?:\.(?!\s|$)[^.]*)*\.?/g) ?? [])
    .map((text) => text.trim());
}

function expectEachFactOnce(view: DeletionView): void {
  const sentences = sentencesOf(view);
  expect(sentences, 'a sentence twice').toEqual([...new Set(sentences)]);
  for (const [fact, wording] of Object.entries(facts)) {
    const said = sentences.filter((sentence) => wording.test(sentence));
    expect(said.length, `${fact}: ${said.join(' | ')}`).toBeLessThanOrEqual(1);
  }
  if (view.failure?.requestId !== undefined) {
    expect(view.requestId).not.toBe(view.failure.requestId);
  }
}

async function start(): Promise<FakeCase> {
  harness = await DeletionHarness.start({ timeouts: { connectMs: 1000, headersMs: 100, idleMs: 100 } });
  return new FakeCase(harness.service);
}

/** Deletes, and checks the view at each of four pauses and at the end. */
async function expectOneWording(mode: DeletionMode): Promise<DeletionView> {
  const views: DeletionView[] = [];
  harness.onPause = () => {
    const view = harness.newest() as DeletionView;
    if (views.push(view) === 4) {
      harness.deletions.stopChecking(view.deletionId);
    }
  };
  views.push(await harness.delete('c1', mode));
  views.forEach(expectEachFactOnce);
  return views.at(-1) as DeletionView;
}

/** The texts are made of the same parts for both modes. */
const modes: readonly DeletionMode[] = fullTests ? ['EXPIRE', 'DELETE_DATA'] : ['DELETE_DATA'];

describe.each(modes)('with mode %s no fact is stated twice', (mode) => {
  test.each([...failures.map(([, respond]) => respond), ...conflicts])(
    'when the DELETE fails (response %#)',
    async (respond) => {
      const fake = await start();
      fake.status = 'IN_PROGRESS';
      fake.onDelete = respond;
      await expectOneWording(mode);
    },
  );

  test.each(failures)('when the reads after it fail with %s', async (code, respond) => {
    const fake = await start();
    fake.status = 'IN_PROGRESS';
    fake.onDelete = (response) => {
      fake.readAnswer = respond;
      accepted(response);
    };
    const view = await expectOneWording(mode);
    if (view.failure) {
      expect(view.failure.code).toBe(code);
    }
  });

  test.each(failures)('when both fail, the reads with %s', async (_, respond) => {
    const fake = await start();
    fake.status = 'IN_PROGRESS';
    fake.onDelete = (response) => {
      fake.readAnswer = respond;
      response.destroy();
    };
    await expectOneWording(mode);
  });
});
