import { whenParentEnds } from './parent.mjs';

/** The time limit for closing, in milliseconds; with what comes before and after, it stays below five seconds. */
const closeWithinMs = 4000;
/**
 * Signals within this time of the first are the same request, in milliseconds: a terminal sends one to the whole process group, and
 * npm and the launcher pass on those they receive.
 */
const sameRequestMs = 1500;

/**
 * Settles at the first stop request. A second one, made later, kills the process, and so does {@link endByForceLater} when
 * closing takes too long.
 */
export function stopRequested(say: (text: string) => void): Promise<void> {
  return new Promise((resolve) => {
    whenParentEnds(resolve);
    let requestedAt: number | undefined;
    const request = () => {
      const now = performance.now();
      if (requestedAt === undefined) {
        requestedAt = now;
        // Starts now: work that is running when the request comes may delay everything after it.
        endByForceLater(say);
        resolve();
      } else if (now - requestedAt > sameRequestMs) {
        endByForce(say);
      }
    };
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(name, request);
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
