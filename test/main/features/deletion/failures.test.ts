import { describe, expect, test } from 'vitest';
import { Failure } from '../../../../main/common/failure.ts';
import {
  addressChanged,
  beforeSending,
  otherLogin,
  outdated,
  runningFailure,
  settingsChanged,
  singleNotRecorded,
  unfinishedFailure,
  unsettledFailure,
  withoutEffect,
} from '../../../../main/features/deletion/failures.ts';
import type { FailureView } from '../../../../preload/contract/envelope.ts';

const view = (message: string, hint?: string): FailureView => ({
  code: 'server-error',
  message,
  retryable: true,
  requestId: 'r-1',
  ...(hint === undefined ? {} : { hint }),
});

describe('why a deletion could not be sent', () => {
  test('says that nothing was sent, and keeps the rest of the failure', () => {
    const failure = beforeSending(
      new Failure({ code: 'keychain-locked', message: 'It is locked.', hint: 'Unlock it.', retryable: true }),
    ) as Failure;
    expect(failure).toBeInstanceOf(Failure);
    expect(failure.view()).toEqual({
      code: 'keychain-locked',
      message: 'It is locked. Nothing was sent.',
      hint: 'Unlock it.',
      retryable: true,
    });
  });

  test.each([
    [
      'a failure that says so already',
      new Failure({ code: 'unreachable', message: 'No network. Nothing was sent.' }),
    ],
    [
      'a failure that says so in other letters',
      new Failure({ code: 'unreachable', message: 'x, so nothing was sent.' }),
    ],
    ['a cancelled request', new Failure({ code: 'cancelled', message: 'It was stopped.' })],
    ['a defect', new TypeError('no property')],
    ['a defect with such a text', new Error('It is locked.')],
  ])('is unchanged for %s', (_, error) => {
    expect(beforeSending(error)).toBe(error);
  });
});

describe('a failure without what it says about its effect', () => {
  test.each([
    ['The name does not exist, so nothing was sent.', 'The name does not exist.'],
    ['The name does not exist so nothing was sent.', 'The name does not exist.'],
    ['It was refused. Nothing was read or sent.', 'It was refused.'],
    ['Nothing was sent. Try again later.', 'Try again later.'],
    ['It was refused. Nothing was sent to the service. It is down.', 'It was refused. It is down.'],
    ['The service answered NOT_FOUND.', 'The service answered NOT_FOUND.'],
    ['Nothing is wrong with the request. Try again in a while.', 'Check again in a while.'],
  ])('%s', (message, left) => {
    expect(withoutEffect(view(message))).toEqual(view(left));
    expect(withoutEffect(view('It failed.', message))).toEqual(view('It failed.', left));
  });

  test('keeps a service’s code in capitals that follows', () => {
    expect(withoutEffect(view('Nothing was NOT_FOUND.')).message).toBe('Nothing was NOT_FOUND.');
  });
});

test('a 404 under another login is marked, since it proves nothing', () => {
  expect(otherLogin()).toMatchObject({ code: 'not-found', request: { otherLogin: true } });
});

test('a single deletion that could not be recorded was not sent, and says so', () => {
  const cause = new Failure({
    code: 'deletion-not-recorded',
    message: 'Nothing more was sent.',
    retryable: true,
  });
  expect((singleNotRecorded(cause) as Failure).view()).toMatchObject({
    code: 'deletion-not-recorded',
    message: expect.stringMatching(/^Nothing was sent: the request could not be recorded/),
    retryable: true,
  });
  const defect = new TypeError('defect');
  expect(singleNotRecorded(defect)).toBe(defect);
});

test('a case with an unsettled deletion is not forgotten', () => {
  expect(unsettledFailure().view()).toMatchObject({
    code: 'deletion-running',
    message: 'Nothing was forgotten: the outcome of a deletion is not known yet.',
  });
});

test('a preview that no longer holds says why, and that nothing was sent', () => {
  const view = (reason: string) => ({
    code: 'preview-outdated',
    message: `Nothing was sent: ${reason}.`,
    hint: 'Preview it again.',
    retryable: false,
  });
  expect(outdated('the API key was changed').view()).toEqual(view('the API key was changed'));
  expect(settingsChanged().view()).toEqual(view('the settings of the environment were changed'));
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
