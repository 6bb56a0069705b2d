import { z } from 'zod';
import { saveProgress, saveResult } from './application.ts';
import { environmentId } from './environments.ts';
import { operation } from './operation.ts';
import { mediaItem } from './service/metadata.ts';
import { conversationId, readingNotes } from './service/reading.ts';

const mediaId = z.string().min(1).max(512);
const one = z.object({ environmentId, conversationId, mediaId });

export const mediaList = z.object({
  /** Names the raw reply, which main keeps for a while (`conversations.raw`). */
  readingId: z.string(),
  /** Each id once, whichever of the reply's lists it stands in. */
  media: z.array(mediaItem),
  /** Entries whose id is empty or too long: they cannot be fetched. */
  withoutId: z.array(mediaItem),
  /** Whether the reply held a list of media: readable as a whole, with parts that were not understood, or not at all. */
  given: z.enum(['whole', 'in-part', 'not-at-all']),
  /** Members the interface does not name; and `id` where it is another conversation's. */
  others: z.record(z.string(), z.unknown()),
  notes: readingNotes,
});
export type MediaList = z.infer<typeof mediaList>;

/** How a medium can be shown: only what its first bytes prove it to be, and only kinds that are safe to show. */
export const mediaForm = z.enum(['image', 'video', 'pdf', 'none']);

/**
 * A medium made ready to look at. `address` is opaque, holds no credentials and stops working after a short while; there is
 * none where `form` is `none`.
 */
export const openedMedia = z.object({
  address: z.string().optional(),
  form: mediaForm,
  /** What the service says it is, and what its first bytes say. */
  claimedType: z.string(),
  foundType: z.string().optional(),
  /** Why it is not shown, where it is not. */
  reason: z.string().optional(),
  fileName: z.string(),
  bytes: z.number().int().optional(),
  /** ISO 8601: the address works until then. */
  expiresAt: z.string().optional(),
  requestId: z.string().optional(),
});
export type OpenedMedia = z.infer<typeof openedMedia>;

export const mediaOperations = {
  /** GET identity/metadata (interface 4.4). */
  'media.list': operation({
    input: z.object({ environmentId, conversationId }),
    output: mediaList,
    environmentBinding: 'reading',
  }),
  /** GET identity/metadata/media/{id} (interface 4.5), as far as its first bytes. */
  'media.open': operation({
    /** `contentType` as the metadata has it, to be held against the bytes. */
    input: one.extend({ contentType: z.string().max(200).optional() }),
    output: openedMedia,
    environmentBinding: 'reading',
  }),
  /** Whether an image that was shown whole had come to its end: `isCut` is absent while that is not known. */
  'media.arrival': operation({
    input: z.object({ address: z.string().max(512) }),
    output: z.object({ isCut: z.boolean().optional() }),
  }),
  /** Gives an address up before its time. */
  'media.close': operation({ input: z.object({ address: z.string().max(512) }), output: z.object({}) }),
  /** Saves under the service's file name, made safe. */
  'media.save': operation({
    input: one,
    output: saveResult,
    progress: saveProgress,
    environmentBinding: 'starting',
  }),
};
