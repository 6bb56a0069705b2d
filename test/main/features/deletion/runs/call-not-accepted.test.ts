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
    expect(await harness.steps.send(harness.item())).toMatchObject({
      kind: 'answered',
      item: {
        state: 'done',
        outcome: 'refused',
        record: { httpStatus: 409, detail: 'ActiveSubscriptionExists' },
      },
    });
    expect(harness.receipts).toEqual([]);
    expect(harness.changes.at(-1)?.call).toMatchObject({ kind: 'answer', answer: 'refused' });
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
    // Another call is preceded by a read.
    expect(result.item.record.readAt).toBeUndefined();
    expect(harness.waits).toHaveLength(code === 429 ? 1 : 0);
    expect(harness.changes.at(-1)?.call).toMatchObject({
      kind: 'answer',
      answer: expected.item.record.detail,
      sentAt: harness.now,
    });
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
    expect(item).toMatchObject({
      state: 'done',
      outcome,
      record: {
        found: status === 'GONE' ? 'gone' : 'not-found',
        foundAt: harness.now,
        detail: status === 'GONE' ? 'gone' : 'not-found',
      },
    });
    expect(harness.receipts).toHaveLength(uncertain ? 1 : 0);
    expect(harness.changes.at(-1)?.call).toMatchObject({ kind: 'answer', answer: item.record.detail });
  });

  test('with a 404 that is not the service’s own is read', async () => {
    harness.kept.disturb = (_id, response) => {
      response.writeHead(404, { 'content-type': 'text/html' }).end('<html>');
      return true;
    };
    expect((await harness.steps.send(harness.item())).item).toMatchObject({
      state: 'sent',
      record: { answer: 'unknown' },
    });
  });
});
