import { EarlyDeletions } from '../../../../main/features/deletion/early-deletions.ts';

/** No conversation is on hold or must still be kept. */
export const noEarly = new EarlyDeletions({
  find: async () => ({ held: [], early: [], unknown: [] }),
  append: async () => undefined,
});
