import { whenParentEnds } from './parent.mjs';

/** How long closing may take, in milliseconds; together with what comes before and after it stays below five seconds. */
const closeWithinMs = 4000;

/**
 * Settles at the first request to stop. A second one ends the process at once, and so does {@link endByForceLater} when closing
 * takes too long.
 */
export function stopRequested(say: (text: string) => void): Promise<void> {
  return new Promise((resolve) => {
    whenParentEnds(resolve);
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.once(name, () => {
        process.once(name, () => endByForce(say));
        // From here on: what runs while the request comes may hold up everything after it, too.
        endByForceLater(say);
        resolve();
      });
    }
  });
}

/** Ends the process by force unless it has ended by itself in time. It does not keep the process alive. */
export function endByForceLater(say: (text: string) => void): void {
  setTimeout(() => endByForce(say), closeWithinMs).unref();
}

/**
 * `process.exit` waits for every thread of the pool, and one of them may be in a call that never returns (the keychain, a file that
 * is a pipe).
 */
function endByForce(say: (text: string) => void): void {
  say('Something did not end in time, so the console ends without it.');
  process.kill(process.pid, 'SIGKILL');
}
