import { z } from 'zod';
import { savedName, saveProgress, saveResult } from './application.ts';
import { attemptProgress } from './attempt.ts';
import { fileMismatch } from './cases.ts';
import { failureView } from './envelope.ts';
import { mrzComparison } from './mrz.ts';
import { bytes, cancelOnSwitch, operation, runToEnd } from './operation.ts';
import { mediaItem } from './service/metadata.ts';
import { readingNotes } from './service/reading.ts';
import { target } from './target.ts';

const mediaId = z.string().min(1).max(512);
const one = target.extend({ mediaId });

export const mediaList = z.object({
  /** Names the raw response, which main keeps for a while (`conversations.raw`). */
  readingId: z.string(),
  /** Each id once, from both of the response's lists. */
  media: z.array(mediaItem),
  /** Entries with an empty or too long id, which cannot be fetched. */
  withoutId: z.array(mediaItem),
  /** The state of the response's list of media: fully valid, partly valid, or none. */
  given: z.enum(['whole', 'in-part', 'not-at-all']),
  /** Unknown members; and `id` when it is another conversation's. */
  others: z.record(z.string(), z.unknown()),
  notes: readingNotes,
});
export type MediaList = z.infer<typeof mediaList>;

/** The form in which a medium is shown: by the type found from its first bytes, and only for types that are safe to show. */
export const mediaForm = z.enum(['image', 'video', 'pdf', 'none']);

/** A medium that is ready to be shown. `address` is opaque, holds no credentials and expires; absent when `form` is `none`. */
export const openedMedia = z.object({
  address: z.string().optional(),
  form: mediaForm,
  /** The type that the service declares, and the one found from its first bytes. */
  claimedType: z.string(),
  foundType: z.string().optional(),
  /** True if the content is of another type than the file claims. */
  isMismatch: z.boolean(),
  /** The first bytes of a file that is not shown, at most 256. */
  firstBytes: bytes.optional(),
  /** The reason why it is not shown. */
  reason: z.string().optional(),
  fileName: z.string(),
  bytes: z.number().int().optional(),
  /** An image's size in pixels, as stored: before its EXIF orientation is applied. */
  size: z.object({ width: z.number().int(), height: z.number().int() }).optional(),
  /** ISO 8601: when the address expires. */
  expiresAt: z.string().optional(),
  requestId: z.string().optional(),
});
export type OpenedMedia = z.infer<typeof openedMedia>;

export const mediaArrival = z.object({
  /** In hexadecimal; absent where the file did not pass from its first byte to its last, or is too large. */
  sha256: z.string().optional(),
  bytes: z.number().int().optional(),
  /** True if an image's data end before the image does. */
  isCut: z.boolean().optional(),
  /** The reason why the file is not complete. */
  problem: failureView.optional(),
});
export type MediaArrival = z.infer<typeof mediaArrival>;

/** A member of the metadata, which may be of any length; the part kept is longer than every known type and code. */
const metadataText = z.string().transform((text) => text.slice(0, 200));

/** An entry of the metadata whose file is checked. */
const fileToCheck = z.object({
  mediaId,
  type: metadataText.optional(),
  subtype: metadataText.optional(),
  variant: metadataText.optional(),
  contentType: metadataText.optional(),
});

/** The most files of a case: a longer list is cut when it is read. */
export const maxMedia = 5000;

/** The widest picture in which a machine-readable zone is searched, and the most pixels; a zone is readable in fewer. */
export const maxMrzWidth = 1600;
export const maxMrzPixels = 4_000_000;

const corner = z.object({ x: z.number().min(0).max(1), y: z.number().min(0).max(1) });

/** The facts about a file before it is opened: its name, made safe, and its size where the service gives it. */
const checkedFile = z.object({ mediaId, fileName: z.string(), bytes: z.number().int().optional() });
export type CheckedFile = z.infer<typeof checkedFile>;

/** The findings in some of the files of a case. */
const checkedPart = z.object({
  mismatches: z.array(fileMismatch.extend({ mediaId })),
  files: z.array(checkedFile),
});
export type CheckedPart = z.infer<typeof checkedPart>;

export const mediaOperations = {
  /** GET identity/metadata (interface 4.4). */
  'media.list': cancelOnSwitch({
    secrets: 'removed',
    input: target,
    output: mediaList,
    progress: attemptProgress,
  }),
  /** GET identity/metadata/media/{id} (interface 4.5), up to its first bytes. */
  'media.open': cancelOnSwitch({
    /** `contentType` from the metadata, to compare with the first bytes. */
    input: one.extend({ contentType: metadataText.optional() }),
    output: openedMedia,
    progress: attemptProgress,
  }),
  /**
   * Reads the first bytes of each file (interface 4.5): returns those that are not what they claim to be, which the list of cases keeps, and
   * the name and size of each. Files that could not be read are left out, and `isComplete` is then false. Progress gives the findings since
   * the last one.
   */
  'media.checkContents': cancelOnSwitch({
    input: target.extend({ media: z.array(fileToCheck).min(1).max(maxMedia) }),
    output: checkedPart.extend({ isComplete: z.boolean() }),
    progress: checkedPart,
  }),
  /**
   * Reads the machine-readable zone in a picture of a document on this computer, and compares it with the record; the list of cases keeps the
   * result, without the zone. Returns nothing for a picture without a zone that can be read.
   */
  'media.readMrz': cancelOnSwitch({
    input: one.extend({
      /** The document's kind, from the metadata. */
      subtype: metadataText.optional(),
      /** Shades of grey, row by row. */
      picture: z
        .object({
          width: z.number().int().min(1).max(maxMrzWidth),
          height: z.number().int().min(1),
          grey: bytes,
        })
        .refine(
          ({ width, height, grey }) => width * height === grey.length && grey.length <= maxMrzPixels,
          'A picture has a byte for each pixel, and at most 4 million',
        ),
      /** The corners between which a picture taken at an angle is straightened first, in parts of its width and height. */
      corners: z.tuple([corner, corner, corner, corner]).optional(),
    }),
    output: z.object({ comparisons: z.array(mrzComparison) }),
  }),
  /** Waits until the bytes of a file have passed, or broken off. Returns nothing when its address was given up before. */
  'media.arrival': operation({
    input: z.object({ address: z.string().max(512) }),
    output: mediaArrival,
  }),
  /** Extends the life of an address while its file is shown. Returns nothing for one that has ended; the file is then opened again. */
  'media.renew': operation({
    input: z.object({ address: z.string().max(512) }),
    output: z.object({ expiresAt: z.string().optional() }),
  }),
  /** Revokes an address before it expires. */
  'media.close': operation({ input: z.object({ address: z.string().max(512) }), output: z.object({}) }),
  /** Saves under the service's file name, made safe. */
  'media.save': runToEnd({
    policy: 'export',
    input: one,
    output: saveResult,
    progress: saveProgress,
    entries: ({ environmentId, conversationId, mediaId }, result) =>
      result.kind === 'cancelled'
        ? []
        : [{ kind: 'saved', environmentId, conversationId, details: { mediaId, ...savedName(result) } }],
  }),
};
