import { serveRequests } from '../../../main/workers/serve-requests.ts';

export interface Asked {
  /** Keeps the thread busy for so many milliseconds; answers with the time since the start of the thread. */
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
