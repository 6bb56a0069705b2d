import type { RunPace } from '../../../../../preload/contract/deletion-runs.ts';

/** Items that are being worked on for each concurrent call: while one is called, the intents and replies of others are written. */
const itemsPerCall = 16;
/** The same under a rate limit, where more would only wait with a recorded intent. */
const itemsPerLimitedCall = 2;

/** Returns the most items of a run that are being worked on at the same time. */
export function maxItemsAtOnce({ concurrency, perSecond }: RunPace): number {
  return concurrency * (perSecond === undefined ? itemsPerCall : itemsPerLimitedCall);
}
