import { whenParentEnds } from './parent.mjs';

/** The time limit for closing, in milliseconds; with what comes before and after, it stays below five seconds. */
const closeWithinMs = 4000;

/**
 * Settles at the first stop request. A second one kills the process, and so does {@link endByForceLater} when closing
 * takes too long.
 */
export function stopRequested(say: (text: string) => void): Promise<void> {
  return new Promise((resolve) => {
    whenParentEnds(resolve);
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.once(name, () => {
        process.once(name, () => endByForce(say));
        // Starts now: work that is running when the request comes may delay everything after it.
        endByForceLater(say);
        resolve();
      });
    }
  });
}

/** Kills the process unless it ends in time. Does not keep the process alive. */
export function endByForceLater(say: (text: string) => void): void {
  setTimeout(() => endByForce(say), closeWithinMs).unref();
}

/** `process.exit` waits for every thread of the pool, and one may be in a call that never returns (the keychain, a pipe). */
function endByForce(say: (text: string) => void): void {
  say('Closing took too long, so Assay was stopped.');
  process.kill(process.pid, 'SIGKILL');
}
