import { serveRequests } from '../../../../main/common/workers/serve-requests.ts';

export interface Asked {
  /** Keeps the thread busy for a time; returns the time since the thread's start. */
  busy(ms: number): number;
  /** How many requests this thread has handled. */
  handled(input: Record<string, never>): number;
}

let count = 0;

serveRequests<Asked>({
  busy(ms) {
    count++;
    const until = performance.now() + ms;
    while (performance.now() < until) {
      // Busy.
    }
    return performance.now();
  },
  handled: () => count,
});
