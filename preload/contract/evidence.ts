import { z } from 'zod';
import { missingFile, type SaveResult, savedName, saveProgress, saveResult } from './application.ts';
import { caseSelection } from './cases.ts';
import { environmentId } from './environments.ts';
import type { EntryDetails, NewEntry } from './new-entry.ts';
import { bytes, cancelOnSwitch, runToEnd } from './operation.ts';
import { conversationId } from './service/reading.ts';
import { target } from './target.ts';

const entry = z.object({ at: z.string(), actor: z.string(), text: z.string() });

/** The content of a case report. Times are ISO 8601; `code` is the service's own value beside its term. */
export const caseReport = z.object({
  format: z.literal('assay-case-report'),
  version: z.literal(1),
  createdAt: z.string(),
  createdBy: z.string(),
  program: z.string(),
  environment: z.object({ name: z.string(), kind: z.string(), address: z.string() }),
  conversationId: z.string(),
  receivedAt: z.string(),
  requestId: z.string().optional(),
  verdict: z.string(),
  /** The name and the birth date; their shapes while masked. */
  person: z.string().optional(),
  /** The state of the case in this console; absent where it keeps none. */
  state: z.string().optional(),
  /** The user key, as a name would be shown. */
  userKey: z.string().optional(),
  /** The decision where there is one, else the verdict. */
  heading: z.string(),
  /** True if names, numbers and addresses show their shape only. */
  isMasked: z.boolean(),
  findings: z.array(
    z.object({
      text: z.string(),
      code: z.string(),
      product: z.string().optional(),
      /** How it was settled, beside the service's result. */
      settled: z.string().optional(),
    }),
  ),
  record: z.array(
    z.object({ path: z.string(), label: z.string(), value: z.string(), isMasked: z.boolean() }),
  ),
  /** Further values of the record, which this report leaves out. */
  recordLeftOut: z.number().int(),
  checks: z.array(
    z.object({
      product: z.string(),
      status: z.string(),
      name: z.string().optional(),
      code: z.string().optional(),
      result: z.string().optional(),
    }),
  ),
  sources: z.array(z.object({ country: z.string(), method: z.string() })),
  /** The console's own checks of the record. */
  ownChecks: z.array(z.object({ text: z.string(), severity: z.string(), meaning: z.string() })),
  /** Other cases with the same user key, document number or national id. */
  seenBefore: z.array(z.object({ conversationId: z.string(), text: z.string() })),
  decision: z
    .object({
      kind: z.string(),
      at: z.string(),
      /** The system user. */
      reviewer: z.string().optional(),
      reason: z.string().optional(),
      comment: z.string().optional(),
      /** The changes since, in a few words. */
      changedSince: z.string().optional(),
    })
    .optional(),
  notes: z.array(entry),
  history: z.array(entry),
  files: z.array(z.object({ id: z.string(), title: z.string(), contentType: z.string() })),
  /** Scaled copies of chosen images, and thumbnails of videos and documents, by the ids of their files; sizes in pixels. */
  pictures: z.array(
    z.object({ mediaId: z.string(), title: z.string(), width: z.number().int(), height: z.number().int() }),
  ),
  /** Chosen images without a picture: damaged, not what they claim to be, too large. */
  withoutPicture: z.array(z.object({ mediaId: z.string(), title: z.string(), reason: z.string() })),
});
export type CaseReport = z.infer<typeof caseReport>;

const mediaId = z.string().min(1).max(512);
/** The most files of a case in one export. */
export const maxCaseFiles = 10_000;
const mediaIds = z.array(mediaId).max(maxCaseFiles);

export const passphrase = z.string().min(8).max(500);

/** The most pictures in a report, their largest side in pixels, the most bytes of one, and of all of them. */
export const maxReportPictures = 40;
export const maxPictureSide = 1600;
export const maxPictureBytes = 1_000_000;
export const maxPicturesBytes = 16_000_000;
/** The most characters of a reason, which may name a type of any length; the rest is cut. */
const maxReason = 500;
/** The window's scaled copy of an image, or why there is none. Hostile files are decoded in its sandbox only. */
const reportPicture = z.union([
  z.object({ mediaId, jpeg: bytes.refine(({ length }) => length <= maxPictureBytes) }),
  z.object({ mediaId, reason: z.string().transform((text) => text.slice(0, maxReason)) }),
]);
export type ReportPicture = z.infer<typeof reportPicture>;

function areBounded(pictures: readonly ReportPicture[]): boolean {
  const sizes = pictures.flatMap((picture) => ('jpeg' in picture ? [picture.jpeg.length] : []));
  return sizes.length <= maxReportPictures && sizes.reduce((sum, size) => sum + size, 0) <= maxPicturesBytes;
}

const chosen = target.extend({
  /** True if the report shows names and numbers themselves, not their shapes. */
  unmasked: z.boolean(),
  /** The files that belong to it. */
  mediaIds,
  /** Pictures of the files in `mediaIds`. */
  pictures: z
    .array(reportPicture)
    .max(maxCaseFiles)
    .refine(areBounded, 'too many pictures, or too large')
    .default([]),
});

/** A ZIP or a folder that was saved; files that could not be read are named and left out. Those of a download are known at its end. */
const filesResult = z.object({ result: saveResult, missing: z.array(missingFile) });
export type FilesResult = z.infer<typeof filesResult>;

/** The most cases of a pack for an auditor. */
export const maxAuditCases = 100;
/** How the cases of a pack are drawn. */
const auditDraw = z.strictObject({
  count: z.number().int().min(1).max(maxAuditCases),
  /** The seed of the draw, which also depends on the cases; printable, so that a shell can repeat it. */
  seed: z.string().regex(/^[\w-]{1,64}$/, 'Letters, digits, - and _ only'),
});
export type AuditDraw = z.infer<typeof auditDraw>;
/** A case that could not be read from the service. */
const unreadCase = z.object({ conversationId, reason: z.string() });
export type UnreadCase = z.infer<typeof unreadCase>;

const exported = (
  { environmentId, conversationId }: z.output<typeof target>,
  result: SaveResult,
  details: EntryDetails,
): NewEntry[] =>
  result.kind === 'cancelled'
    ? []
    : [{ kind: 'exported', environmentId, conversationId, details: { ...details, ...savedName(result) } }];

export const evidenceOperations = {
  /** Returns the content of a report. The conversation is read again (interface 4.2). */
  'evidence.preview': cancelOnSwitch({ input: chosen, output: caseReport }),
  'evidence.saveReport': runToEnd({
    policy: 'export',
    input: chosen.extend({ as: z.enum(['pdf', 'json']) }),
    output: saveResult,
    progress: saveProgress,
    entries: (input, result) => exported(input, result, { what: 'report', as: input.as }),
  }),
  /** Files, raw responses, the report, the case's journal and a signed manifest in one ZIP, sealed by age where a passphrase is given. */
  'evidence.savePack': runToEnd({
    policy: 'export',
    input: chosen.extend({ passphrase: passphrase.optional() }),
    output: filesResult,
    progress: saveProgress,
    entries: (input, { result }) =>
      exported(input, result, {
        what: 'evidence pack',
        files: input.mediaIds.length,
        sealed: input.passphrase !== undefined,
      }),
  }),
  /** The same for many cases, chosen or drawn by a seed, with one manifest and one signature. @throws limit-exceeded where they are too many */
  'evidence.saveAuditPack': runToEnd({
    policy: 'export',
    input: z.object({
      environmentId,
      selection: caseSelection,
      draw: auditDraw.optional(),
      unmasked: z.boolean(),
      withFiles: z.boolean(),
      passphrase: passphrase.optional(),
    }),
    output: filesResult.extend({ conversationIds: z.array(conversationId), unread: z.array(unreadCase) }),
    progress: saveProgress,
    entries: ({ environmentId, draw }, { result, conversationIds }) =>
      conversationIds.flatMap((one) =>
        exported({ environmentId, conversationId: one }, result, {
          what: 'pack for an auditor',
          cases: conversationIds.length,
          ...(draw && { seed: draw.seed }),
        }),
      ),
  }),
  /** Only the files, in one ZIP or in a folder. @throws not-supported-here for a folder where the page writes it itself */
  'evidence.saveFiles': runToEnd({
    policy: 'export',
    input: target.extend({ mediaIds: mediaIds.min(1), to: z.enum(['zip', 'folder']) }),
    output: filesResult,
    progress: saveProgress,
    entries: (input, { result, missing }) =>
      exported(input, result, {
        what: 'files',
        as: input.to,
        files: input.mediaIds.length - missing.length,
      }),
  }),
};
