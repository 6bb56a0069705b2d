import { expect, test } from 'vitest';
import { Failure } from '../../../../main/common/failure.ts';
import {
  addressChanged,
  notCancelled,
  otherLogin,
  outdated,
  pausedByFault,
  unfinishedFailure,
} from '../../../../main/features/deletion/failures.ts';

test('a 404 under another login is marked, since it proves nothing', () => {
  const marked = { code: 'not-found', retryable: false, request: { otherLogin: true } };
  expect(otherLogin()).toMatchObject(marked);
});

test('a preview that no longer holds says why, and that nothing was sent', () => {
  const view = (reason: string) => ({
    code: 'preview-outdated',
    message: `Nothing was sent: ${reason}.`,
    hint: 'Preview it again.',
    retryable: false,
  });
  expect(outdated('the API key was changed').view()).toEqual(view('the API key was changed'));
});

test.each([
  [addressChanged, 'environment-not-found', 'nothing was read or sent', 'Set the former base address again'],
  [unfinishedFailure, 'deletion-running', 'Nothing was forgotten', 'Wait for the run'],
] as const)('%o says what did not happen and what to do', (failure, code, message, hint) => {
  expect(failure().view()).toMatchObject({
    code,
    message: expect.stringContaining(message),
    hint: expect.stringContaining(hint),
  });
});

test.each([
  [true, 'this run begins at its time'],
  [false, 'you are asked about this run'],
])(
  'a cancellation that is not recorded says what happens if Assay is closed before: planned %s',
  (isPlanned, then) => {
    const cause = new Failure({ code: 'deletion-not-recorded', message: 'The disk is full.' });
    expect(notCancelled(cause, isPlanned)).toMatchObject({
      code: 'deletion-not-recorded',
      message: expect.stringContaining('could not be recorded'),
      hint: expect.stringContaining(then),
      retryable: true,
      cause,
    });
  },
);

test('a fault of the console pauses a run, which may be resumed', () => {
  expect(pausedByFault().view()).toMatchObject({
    code: 'internal',
    message: expect.stringContaining('Everything sent is recorded'),
    hint: expect.stringContaining('Resume to continue'),
    retryable: true,
  });
});
