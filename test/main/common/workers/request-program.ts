import { resourceLimits } from 'node:worker_threads';
import { serveRequests } from '../../../../main/common/workers/serve-requests.ts';

export interface Asked {
  /** Blocks the thread for a time, without the processor; returns the time since the thread's start. */
  busy(ms: number): number;
  /** How many requests this thread has handled. */
  handled(input: Record<string, never>): number;
  limits(input: Record<string, never>): typeof resourceLimits;
}

let count = 0;
const neverChanged = new Int32Array(new SharedArrayBuffer(4));

serveRequests<Asked>({
  busy(ms) {
    count++;
    Atomics.wait(neverChanged, 0, 0, ms);
    return performance.now();
  },
  handled: () => count,
  limits: () => resourceLimits,
});
