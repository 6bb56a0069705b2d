import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PlanStep } from '../../../../../preload/contract/deletion-runs.ts';
import { sendError } from './kept-cases.ts';
import { StepHarness } from './step-harness.ts';

let harness: StepHarness;
beforeEach(async () => {
  harness = await StepHarness.start();
  harness.kept.add(1, { status: 'FINISHED' });
});
afterEach(() => harness.close());

/** Answers the DELETE with an error object of the service. */
function refuse(code: number, status = '', statusDetail?: string) {
  harness.kept.disturb = (_id, response) => {
    sendError(response, code, status, statusDetail);
    return true;
  };
}

describe('a call that is not accepted', () => {
  test('with a conflict is refused', async () => {
    refuse(409, 'CONFLICT', 'ActiveSubscriptionExists');
    const { item, kind } = await harness.steps.send(harness.item());
    expect(kind).toBe('answered');
    expect(item).toMatchObject({
      state: 'done',
      outcome: 'refused',
      record: { httpStatus: 409, detail: 'ActiveSubscriptionExists' },
    });
    expect(item.record.found).toBeUndefined();
    expect(harness.receipts).toEqual([]);
    expect(harness.changes.at(-1)).toEqual(item);
  });

  test('with a conflict, after one that may have been carried out, is read', async () => {
    refuse(409, 'CONFLICT', 'ConversationAlreadyFinished');
    expect(await harness.steps.send(harness.item({ uncertain: true }))).toMatchObject({
      kind: 'answered',
      item: { state: 'sent', record: { answer: 'refused', detail: 'ConversationAlreadyFinished' } },
    });
  });

  test('with a 500 is read, and counts as a failure', async () => {
    refuse(500);
    expect(await harness.steps.send(harness.item())).toMatchObject({
      kind: 'failed',
      failure: { code: 'outcome-unknown' },
      item: { state: 'sent', record: { answer: 'unknown', httpStatus: 500, detail: 'server-error' } },
    });
  });

  test.each([
    [429, '', { kind: 'failed', item: { state: 'waiting', record: { detail: 'rate-limited' } } }],
    [401, '', { kind: 'blocked', item: { state: 'waiting', record: { detail: 'credentials-rejected' } } }],
    [
      403,
      'FORBIDDEN',
      { kind: 'failed', item: { state: 'done', outcome: 'failed', record: { detail: 'forbidden' } } },
    ],
  ])('with a %i: nothing was done', async (code, status, expected) => {
    refuse(code, status);
    const result = await harness.steps.send(harness.item());
    expect(result).toMatchObject(expected);
    expect(result.failure?.code).toBe(expected.item.record.detail);
    // Another call is preceded by a read, and none was made.
    const { readAt, found, foundAt } = result.item.record;
    expect([readAt, found, foundAt]).toEqual([undefined, undefined, undefined]);
    expect(harness.waits).toHaveLength(code === 429 ? 1 : 0);
    expect(harness.changes.at(-1)).toEqual(result.item);
  });

  test.each([
    [410, 'GONE', 'DELETE_DATA', false, 'gone'],
    [404, 'NOT_FOUND', 'DELETE_DATA', false, 'missing'],
    [410, 'GONE', 'DELETE_DATA', true, 'confirmed'],
    [404, 'NOT_FOUND', 'DELETE_DATA', true, 'confirmed'],
    [410, 'GONE', 'EXPIRE', true, 'unknown'],
  ])('with a %i %s: %s, repeated %j, is %s', async (code, status, step, uncertain, outcome) => {
    refuse(code, status);
    const { item } = await harness.steps.send(harness.item({ uncertain }, { plan: [step as PlanStep] }));
    const found = status === 'GONE' ? 'gone' : 'not-found';
    expect(item).toMatchObject({
      state: 'done',
      outcome,
      record: { found, foundAt: harness.now, detail: outcome === 'confirmed' ? 'no-reply' : found },
    });
    expect(harness.receipts).toHaveLength(uncertain ? 1 : 0);
    expect(harness.absences).toEqual(outcome === 'confirmed' ? [] : [['acme', 'c-1', found]]);
    expect(harness.changes.at(-1)).toEqual(item);
  });

  /** Answers the DELETE with this body, which may not be the service's own. */
  async function replied(status: number, body: string) {
    harness.kept.disturb = (_id, response) => {
      response.writeHead(status, { location: '/elsewhere', 'x-request-id': 'r-1' }).end(body);
      return true;
    };
    return (await harness.steps.send(harness.item())).item;
  }
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
    const { state, record, outcome } = await replied(status, body);
    expect(record).toMatchObject({ httpStatus: status, requestId: 'r-1' });
    expect(record.answer).toBeUndefined();
    expect(state === 'waiting' || ['failed', 'gone', 'missing'].includes(outcome ?? '')).toBe(true);
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
  ])('%i %s does not: the conversation is read', async (status, body) => {
    expect(await replied(status, body)).toMatchObject({
      state: 'sent',
      record: { answer: 'unknown', httpStatus: status },
    });
    expect(harness.received).toEqual(['DELETE_DATA']);
  });

  test.each([200, 204])('%i is accepted, and recorded as it is', async (status) => {
    expect(await replied(status, '')).toMatchObject({
      state: 'sent',
      record: { answer: 'accepted', httpStatus: status },
    });
  });

  test('whose response repeats a secret leaves it nowhere', async () => {
    harness.apiKey = { login: 'login', password: 'echoed-secret' };
    refuse(409, 'CONFLICT', 'echoed-secret');
    const { item } = await harness.steps.send(harness.item());
    expect(item.outcome).toBe('refused');
    expect(JSON.stringify(harness.changes)).not.toContain('echoed-secret');
  });
});
