import { Failure } from '../failure.ts';

/** The preview no longer holds, for `reason` (half a sentence). */
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

/** The environment's address now is another service's. */
export function addressChanged(): Failure {
  return new Failure({
    code: 'environment-not-found',
    message:
      'The environment has another base address than when this was begun, so nothing was read or sent.',
    hint: 'Set the former base address again, or look the conversation up where it was made.',
  });
}

/** Why a deletion could not be sent, saying that nothing was sent; a defect is returned unchanged. */
export function beforeSending(error: unknown): unknown {
  if (!(error instanceof Failure) || /Nothing was sent|cancelled/i.test(`${error.code} ${error.message}`)) {
    return error;
  }
  return new Failure({ ...error.view(), message: `${error.message} Nothing was sent.` });
}

/** A 404 under another login than the DELETE's, which proves nothing. */
export function otherLogin(): Failure {
  return new Failure({
    code: 'not-found',
    message:
      'The service does not find this conversation (404), but it was asked with another API key than the one the request was sent with. That key may not see the conversation.',
    hint: 'Enter the former API key, then check again.',
    details: { otherLogin: true },
  });
}

export function runningFailure(): Failure {
  return new Failure({
    code: 'deletion-running',
    message: 'A deletion of this conversation is already under way.',
    hint: 'Wait until it is settled, or stop checking it first.',
  });
}

export function tooManyUnsettled(count: number): Failure {
  return new Failure({
    code: 'deletion-running',
    message: `Nothing was sent: ${count} deletions are not settled yet.`,
    hint: 'Check or dismiss some of them first.',
  });
}
