import { z } from 'zod';
import { operation } from './operation.ts';

/** The abilities of the host. The renderer uses these, never the host's name. */
export const capabilities = z.object({
  /** A native dialog asks for a folder, which main writes into; otherwise the page does, where its browser can. */
  folderDialog: z.boolean(),
  /** Main writes the clipboard; otherwise the page does. */
  clipboard: z.boolean(),
  /** The window can be hidden from screenshots and screen sharing. */
  contentProtection: z.boolean(),
  /** The system can ask who uses the console after the screen was locked. */
  unlock: z.boolean(),
});
export type Capabilities = z.infer<typeof capabilities>;

/** A condition that lasts until the console closes or it is fixed. `dangerous`: it warns, rather than informs. */
export const lastingNotice = z.object({ label: z.string(), text: z.string(), dangerous: z.boolean() });
export type LastingNotice = z.infer<typeof lastingNotice>;

export const applicationInfo = z.object({
  version: z.string(),
  platform: z.string(),
  versions: z.record(z.string(), z.string()),
  capabilities,
  /** Such as that this is not the packaged product, or that other users can change the data directory. */
  notices: z.array(lastingNotice),
});
export type ApplicationInfo = z.infer<typeof applicationInfo>;

/** The result of saving a file: written by the host, offered at a download address, or cancelled. */
export const saveResult = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('saved'), path: z.string(), bytes: z.number().int() }),
  z.object({ kind: z.literal('download'), address: z.string(), fileName: z.string() }),
  z.object({ kind: z.literal('cancelled') }),
]);
export type SaveResult = z.infer<typeof saveResult>;

/** Returns the name of a file that was saved, without its folder. */
export function savedName(result: SaveResult): { name?: string } {
  const name = result.kind === 'download' ? result.fileName : result.kind === 'saved' ? result.path : '';
  const own = name.split(/[\\/]/).at(-1) ?? '';
  return own === '' ? {} : { name: own };
}

/** Progress of saving: bytes written, and the total if known; of several files, how many are done. */
export const saveProgress = z.object({
  bytes: z.number().int(),
  total: z.number().int().optional(),
  files: z.object({ done: z.number().int(), of: z.number().int() }).optional(),
});
export type SaveProgress = z.infer<typeof saveProgress>;

/** A file that could not be saved with the others. */
export const missingFile = z.object({ mediaId: z.string(), reason: z.string() });
export type MissingFile = z.infer<typeof missingFile>;

/** The pairs shown beside each other in a review: two sides of a document, a document and a face, data and a document, one file. */
export const deskPresets = ['front-back', 'document-face', 'data-document', 'one-large'] as const;
export const deskPreset = z.enum(deskPresets);
export type DeskPreset = z.infer<typeof deskPreset>;

export const deskParts = ['data', 'right', 'strip'] as const;
export const deskPart = z.enum(deskParts);
/** A part of the desk that can be folded; the left picture cannot. */
export type DeskPart = z.infer<typeof deskPart>;

/** The arrangement of the parts of a case; it does not depend on the case. */
export const deskArrangement = z.object({
  /** The last chosen preset; until one is chosen, the files of each case decide. */
  preset: deskPreset.optional(),
  /** The width of the data, as a share of the desk, for each preset. */
  dataShares: z.partialRecord(deskPreset, z.number().min(0.1).max(0.9)),
  /** The width of the left picture, as a share of both. */
  leftShare: z.number().min(0.1).max(0.9),
  /** Pixels. */
  stripHeight: z.number().int().min(40).max(600),
  folded: z.array(deskPart).max(deskParts.length),
});
export type DeskArrangement = z.infer<typeof deskArrangement>;

/** The layout of the list of cases: its columns in their order, widths in pixels, and its sorting. The window checks the names. */
export const caseListLayout = z.object({
  columns: z
    .array(z.object({ id: z.string().max(32), width: z.number().min(1).max(4000) }))
    .max(30)
    .optional(),
  sort: z.object({ by: z.string().max(32), descending: z.boolean() }).optional(),
});

/** The log of calls: for how many days it is kept, 0 for the session only, and whether with the bodies of requests. */
export const callLogPreference = z.object({ days: z.number().int().min(0).max(90), bodies: z.boolean() });
export type CallLogPreference = z.infer<typeof callLogPreference>;
export const callLogDefault: CallLogPreference = { days: 7, bodies: false };

/** The groups of pages that a user can leave out of the rail. */
const railGroup = z.enum(['data', 'integration']);
export type RailGroup = z.infer<typeof railGroup>;

const preferenceValues = z.object({
  theme: z.enum(['auto', 'light', 'dark']),
  /** True if single-key shortcuts are active (WCAG 2.1.4). */
  singleKeys: z.boolean(),
  /** True if the window is hidden from screenshots and screen sharing, where supported. */
  contentProtection: z.boolean(),
  desk: deskArrangement.optional(),
  caseList: caseListLayout.optional(),
  callLog: callLogPreference.optional(),
  hiddenGroups: z.array(railGroup).max(2).optional(),
});

/** The address and port at which the listener of an environment was last started. */
export const keptListener = z.object({
  address: z.enum(['127.0.0.1', '::1']),
  port: z.number().int().min(1).max(65_535),
});

const { theme, singleKeys, contentProtection, desk, caseList, callLog, hiddenGroups } =
  preferenceValues.shape;
/** The preferences of a user who has set none. */
export const defaultPreferences = { theme: 'auto', singleKeys: true, contentProtection: false } as const;
/** A user's preferences for the window on this machine. A value that cannot be read is the default. */
export const preferences = z.object({
  theme: theme.catch(defaultPreferences.theme),
  singleKeys: singleKeys.catch(defaultPreferences.singleKeys),
  contentProtection: contentProtection.catch(defaultPreferences.contentProtection),
  desk: desk.catch(undefined),
  caseList: caseList.catch(undefined),
  callLog: callLog.catch(undefined),
  /** By the environment's id; written by main. */
  listeners: z.record(z.string(), keptListener).optional().catch(undefined),
  hiddenGroups: hiddenGroups.catch(undefined),
} satisfies Record<keyof typeof preferenceValues.shape, z.ZodType> & { listeners: z.ZodType });
export type Preferences = z.infer<typeof preferences>;

export const applicationOperations = {
  /** Starts the page's events: pending ones, such as the link that started Assay, are sent. */
  'application.ready': operation({ input: z.object({}), output: z.object({}) }),
  'application.info': operation({ input: z.object({}), output: applicationInfo }),
  /** Saves the given preferences and returns all; without any it only reads. */
  'application.preferences': operation({
    input: preferenceValues.partial(),
    output: preferences,
  }),
  /** Returns whether personal data may be shown; asks the user first where the screen was locked since. */
  'application.unlock': operation({
    policy: 'show',
    input: z.object({}),
    output: z.object({ unlocked: z.boolean() }),
  }),
  /** Versions, capabilities and the last lines of the redacted log, for support. */
  'application.diagnostics': operation({ input: z.object({}), output: z.object({ text: z.string() }) }),
  /** Waits for the end of a download; fails when the download fails. Cancelling the call stops the download. */
  'application.downloadOutcome': operation({
    input: z.object({ address: z.string().max(512) }),
    output: z.object({
      bytes: z.number().int(),
      /** Files that were left out of it. */
      missing: z.array(missingFile),
    }),
    progress: saveProgress,
  }),
  /** Writes the clipboard; with `clearAfterMs` it is cleared later if it still holds the same text. */
  'application.copy': operation({
    input: z.object({
      text: z.string().max(1_000_000),
      clearAfterMs: z.number().int().min(1000).max(600_000).optional(),
    }),
    output: z.object({}),
  }),
};
