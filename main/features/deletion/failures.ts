import { Failure } from '../../common/failure.ts';

/** Returns the failure of a preview that no longer holds, for `reason` (half a sentence). */
export function outdated(reason: string): Failure {
  return new Failure({
    code: 'preview-outdated',
    message: `Nothing was sent: ${reason}.`,
    hint: 'Preview it again.',
  });
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

/** Returns the failure of forgetting a case that a run has not finished with: it would be entered again with its outcome. */
export function unfinishedFailure(): Failure {
  return new Failure({
    code: 'deletion-running',
    message: 'Nothing was forgotten: a run of deletions has not finished with one of these cases.',
    hint: 'Wait for the run, or cancel it, then forget the case.',
  });
}

/** Returns the failure of a cancellation that could not be recorded. @param isPlanned true if the run was to begin at a time */
export function notCancelled(cause: Failure, isPlanned: boolean): Failure {
  return new Failure({
    code: cause.code,
    message: 'Nothing more is sent, but the cancellation could not be recorded on this computer.',
    hint:
      'Check that the disk is not full and that Assay may write to its data directory: it is then recorded by itself. ' +
      (isPlanned
        ? 'If Assay is closed before, this run begins at its time once it was started again.'
        : 'If Assay is closed before, you are asked about this run at the next start.'),
    retryable: true,
    cause,
  });
}

/** Returns the failure of a run that was paused because of a fault of the console itself. */
export function pausedByFault(): Failure {
  return new Failure({
    code: 'internal',
    message: 'The run was paused because Assay failed. Everything sent is recorded.',
    hint: 'Resume to continue. Unfinished conversations are read before anything is sent again.',
    retryable: true,
  });
}
