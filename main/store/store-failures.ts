import { Failure } from '../common/failure.ts';
import { whyUnwritable } from './memory-copy.ts';

/** Something was not saved. `why` follows "Not saved:". */
export function notSaved(why: string): Failure {
  return new Failure({
    code: 'file-not-written',
    message: `Not saved: ${why}.`,
    hint:
      why === 'the disk is full' ? 'Free disk space, then try again.' : 'Check its rights, then try again.',
    retryable: true,
  });
}

type Requests<R> = { [N in keyof R]: (input: never) => unknown };

/** Returns the same requests, which name a full disk or a file that cannot be written instead of an error of SQLite. */
export function withStoreFailures<R extends Requests<R>>(requests: R): R {
  const withNames = (act: (input: never) => unknown) => (input: never) => {
    try {
      return act(input);
    } catch (error) {
      const why = whyUnwritable(error);
      throw why === undefined ? error : notSaved(why);
    }
  };
  const entries = Object.entries<(input: never) => unknown>(requests);
  // The entries keep their names and types.
  return Object.fromEntries(entries.map(([name, act]) => [name, withNames(act)])) as unknown as R;
}
