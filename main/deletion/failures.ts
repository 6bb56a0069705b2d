import { Failure } from '../failure.ts';

/** What was previewed is not what is there any more, for `reason`, half a sentence. */
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

/** The environment leads to another service than the one a deletion was begun at. */
export function addressChanged(): Failure {
  return new Failure({
    code: 'environment-not-found',
    message:
      'The environment has another base address than when this was begun, so nothing was read or sent.',
    hint: 'Set the former base address again, or look the conversation up where it was made.',
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
