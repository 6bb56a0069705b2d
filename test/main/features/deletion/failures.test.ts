import { expect, test } from 'vitest';
import {
  addressChanged,
  otherLogin,
  outdated,
  runningFailure,
  unfinishedFailure,
} from '../../../../main/features/deletion/failures.ts';

test('a 404 under another login is marked, since it proves nothing', () => {
  expect(otherLogin()).toMatchObject({ code: 'not-found', request: { otherLogin: true } });
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
  [runningFailure, 'deletion-running', 'already in progress', 'Wait until it has finished'],
  [unfinishedFailure, 'deletion-running', 'Nothing was forgotten', 'Wait for the run'],
] as const)('%o says what did not happen and what to do', (failure, code, message, hint) => {
  expect(failure().view()).toMatchObject({
    code,
    message: expect.stringContaining(message),
    hint: expect.stringContaining(hint),
  });
});
