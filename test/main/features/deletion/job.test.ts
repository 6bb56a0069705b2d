import { describe, expect, test } from 'vitest';
import { isRunning, type Job, viewOf } from '../../../../main/features/deletion/job.ts';
import type { DeletionRecord } from '../../../../main/features/deletion/record.ts';
import type { FailureView } from '../../../../preload/contract/envelope.ts';

const at = '2026-01-01T00:00:00.000Z';
const later = '2026-01-01T00:00:05.000Z';
const failure: FailureView = {
  code: 'server-error',
  message: 'The service failed. Nothing was sent.',
  retryable: true,
  requestId: 'r-failure',
};

function jobOf(record: Partial<DeletionRecord>, job: Partial<Job> = {}): Job {
  return {
    record: {
      deletionId: 'd-1',
      environmentId: 'sandbox',
      baseUrl: 'http://127.0.0.1:1',
      conversationId: 'c-1',
      mode: 'EXPIRE',
      hadData: false,
      sentAt: at,
      ...record,
    },
    isChecking: false,
    reads: 0,
    acknowledged: false,
    ...job,
  };
}
const accepted = { outcome: 'accepted', answeredAt: later, httpStatus: 202 } as const;

test('a deletion runs while it is sent or checked', () => {
  expect(isRunning(jobOf({}))).toBe(true);
  expect(isRunning(jobOf(accepted, { isChecking: true }))).toBe(true);
  expect(isRunning(jobOf(accepted))).toBe(false);
  expect(isRunning(jobOf({ outcome: 'confirmed' }))).toBe(false);
});

describe('the view of a deletion', () => {
  test('that is sent has one step and no time of an answer', () => {
    const view = viewOf(jobOf({}));
    expect(view.phase).toBe('sending');
    expect(view.steps).toEqual([{ kind: 'neutral', message: expect.stringMatching(/^Request sent/), at }]);
  });

  test('that is checked says that checking continues, and when it reads next', () => {
    const checked = viewOf(jobOf(accepted, { isChecking: true, nextReadAt: later }));
    expect(checked.phase).toBe('checking');
    expect(checked.nextReadAt).toBe(later);
    expect(JSON.stringify(checked)).toContain('keeps checking');
    const stopped = viewOf(jobOf(accepted, { nextReadAt: later }));
    expect(stopped.phase).toBe('unsettled');
    expect(stopped).not.toHaveProperty('nextReadAt');
    expect(JSON.stringify(stopped)).not.toContain('keeps checking');
  });

  test('whose read failed leaves what to do to the failure, and shows a request id once', () => {
    const failed = viewOf(jobOf({ ...accepted, requestId: 'r-failure' }, { failure }));
    expect(failed).not.toHaveProperty('requestId');
    expect(failed.failure?.message).toBe('The service failed.');
    expect(viewOf(jobOf({ ...accepted, requestId: 'r-1' }, { failure })).requestId).toBe('r-1');
    expect(failed).not.toHaveProperty('hint');
    expect(viewOf(jobOf(accepted)).hint).toMatch(/./);
  });

  test.each([
    ['accepted', { outcome: 'accepted', httpStatus: 202 }, 'active'],
    ['refused', { outcome: 'refused', httpStatus: 409 }, 'bad'],
    ['unknown', { outcome: 'unknown', httpStatus: 503 }, 'caution'],
  ] as const)('%s by the service has a step of that tone', (_, record, kind) => {
    expect(viewOf(jobOf({ ...record, answeredAt: later })).steps[1]).toMatchObject({ kind, at: later });
  });

  test('that was read lists the read until it is settled', () => {
    const read = { reads: 2, lastReadAt: later };
    const steps = (record: Partial<DeletionRecord>, job: Partial<Job>) => viewOf(jobOf(record, job)).steps;
    expect(steps(accepted, read).at(-1)).toMatchObject({ kind: 'active', at: later });
    expect(steps(accepted, { ...read, failure }).at(-1)).toMatchObject({ kind: 'caution', at: later });
    expect(steps(accepted, {}).map(({ kind }) => kind)).toEqual(['neutral', 'active']);
    expect(
      steps({ ...accepted, outcome: 'confirmed', settledAt: later }, read).map(({ kind }) => kind),
    ).toEqual(['neutral', 'active', 'good']);
  });

  test.each([
    ['confirmed', 'settled', ['neutral', 'good']],
    ['finished', 'settled', ['neutral', 'caution']],
    ['refused', 'settled', ['neutral']],
    ['not-done', 'settled', ['neutral']],
  ] as const)('whose outcome is %s is %s and has a step only for what was read', (outcome, phase, kinds) => {
    const view = viewOf(jobOf({ outcome, settledAt: later }, { stoppedAt: at }));
    expect(view.phase).toBe(phase);
    expect(view.steps.map(({ kind }) => kind)).toEqual(kinds);
    const { steps } = viewOf(jobOf({ outcome }));
    expect(steps.map(({ kind }) => kind)).toEqual(['neutral']);
  });

  test('whose checking was stopped says when, until it is settled', () => {
    const view = viewOf(jobOf(accepted, { stoppedAt: at }));
    expect(view.steps.at(-1)).toEqual({ kind: 'neutral', message: 'Checking was stopped.', at });
  });
});
