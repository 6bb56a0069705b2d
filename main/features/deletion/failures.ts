import type { FailureView } from '../../../preload/contract/envelope.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import { Failure } from '../../common/failure.ts';

/** Returns the failure of a preview that no longer holds, for `reason` (half a sentence). */
export function outdated(reason: string): Failure {
  return new Failure({
    code: 'preview-outdated',
    message: `Nothing was sent: ${reason}.`,
    hint: 'Preview it again.',
  });
}

export function settingsChanged(): Failure {
  return outdated('the settings of the environment were changed');
}

/** Returns the failure of an environment whose address now is another service's. */
export function addressChanged(): Failure {
  return new Failure({
    code: 'environment-not-found',
    message:
      'The environment’s base address has changed since this was started, so nothing was read or sent.',
    hint: 'Set the former base address again, or open the conversation in the environment where it was created.',
  });
}

/** Returns why a deletion could not be sent, saying that nothing was sent; a defect is returned unchanged. */
export function beforeSending(error: unknown): unknown {
  if (!(error instanceof Failure) || /Nothing was sent|cancelled/i.test(`${error.code} ${error.message}`)) {
    return error;
  }
  return error.with({ message: `${error.message} Nothing was sent.` });
}

/** Returns the failure of a read before a deletion, so that nothing was sent; a defect is returned unchanged. */
export function notReadBefore(error: unknown): unknown {
  if (beforeSending(error) === error || !(error instanceof Failure)) {
    return error;
  }
  const check = error.code === 'gone' ? '.' : ': the check before sending failed.';
  return error.with({ message: `Nothing was sent${check} ${error.message}` });
}

/** Returns a failure without what it says about its effect: the deletion's own text says it, and the failure may be that of a read. */
export function withoutEffect(failure: FailureView): FailureView {
  const { message, hint } = failure;
  return { ...failure, message: strip(message), ...omitUndefined({ hint: hint && strip(hint) }) };
}

function strip(text: string): string {
  return text
    .replace(/,? so nothing was sent\b/gi, '')
    .replace(/^Nothing is wrong with the request\. Try again/, 'Check again')
    .replace(/ ?Nothing was [^.N]*\./g, '')
    .trim();
}

/** Returns a 404 under another login than the DELETE's, which proves nothing. */
export function otherLogin(): Failure {
  return new Failure({
    code: 'not-found',
    message:
      'The service does not find this conversation (404). The API key has changed since the request was sent, and the new key may not have access to it.',
    hint: 'Enter the former API key, then check again.',
    request: { performed: 'no', transient: false, otherLogin: true },
  });
}

export function runningFailure(): Failure {
  return new Failure({
    code: 'deletion-running',
    message: 'A deletion of this conversation is already in progress.',
    hint: 'Wait until it has finished, or stop checking it first.',
  });
}

/** Returns the failure of a single deletion that could not be recorded; another error is returned unchanged. */
export function singleNotRecorded(error: unknown): unknown {
  if (!(error instanceof Failure) || error.code !== 'deletion-not-recorded') {
    return error;
  }
  return new Failure({
    ...error.view(),
    code: 'deletion-not-recorded',
    message:
      'Nothing was sent: the request could not be recorded on this computer first, so its result could be lost.',
    hint: 'Check that the disk is not full and that Assay may write to its data directory, then try again.',
    cause: error,
  });
}

/** Returns the failure of forgetting a case while the outcome of its deletion is not known: it would be entered again with it. */
export function unsettledFailure(): Failure {
  return new Failure({
    code: 'deletion-running',
    message: 'Nothing was forgotten: the outcome of a deletion is not known yet.',
    hint: 'Wait for the outcome, or dismiss the deletion, then forget the case.',
  });
}

/** Returns the same as `unsettledFailure`, for a run of many. */
export function unfinishedFailure(): Failure {
  return new Failure({
    code: 'deletion-running',
    message: 'Nothing was forgotten: a run of deletions has not finished with one of these cases.',
    hint: 'Wait for the run, or cancel it, then forget the case.',
  });
}

/** Returns the failure of a run that was paused because of a fault of the console itself. */
export function pausedByFault(): Failure {
  return new Failure({
    code: 'internal',
    message: 'The run was paused because Assay failed. What was sent is recorded.',
    hint: 'Resume to continue. Unfinished conversations are read before anything is sent again.',
    retryable: true,
  });
}
