import { z } from 'zod';
import { operation } from './operation.ts';

/** What this host can do. The renderer asks for these and never for the host's name. */
export const capabilities = z.object({
  /** A native dialog asks where to save; otherwise the file arrives as a download. */
  saveDialog: z.boolean(),
  /** The clipboard is written by main; otherwise by the page itself. */
  clipboard: z.boolean(),
  /** A link to the outside is opened by the host after it has asked. */
  externalLinks: z.boolean(),
  /** The window can be kept out of screenshots and shared screens. */
  contentProtection: z.boolean(),
});
export type Capabilities = z.infer<typeof capabilities>;

export const applicationInfo = z.object({
  version: z.string(),
  platform: z.string(),
  versions: z.record(z.string(), z.string()),
  capabilities,
  /** What this host wants people to know, such as that it is not the packaged product. */
  notice: z.string().optional(),
});
export type ApplicationInfo = z.infer<typeof applicationInfo>;

/** Where a saved file went: written by the host, handed over as a download address, or the person thought better of it. */
export const saveResult = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('saved'), path: z.string(), bytes: z.number().int() }),
  z.object({ kind: z.literal('download'), address: z.string(), fileName: z.string() }),
  z.object({ kind: z.literal('cancelled') }),
]);
export type SaveResult = z.infer<typeof saveResult>;

/** A file being saved: bytes written so far, and of how many where that is known. */
export const saveProgress = z.object({ bytes: z.number().int(), total: z.number().int().optional() });

/** How a person wants the window, on this machine. Nothing about anybody else. */
export const preferences = z.object({
  theme: z.enum(['auto', 'light', 'dark']).catch('auto'),
  /** Whether shortcuts of a single key act (WCAG 2.1.4). */
  singleKeys: z.boolean().catch(true),
  /** Whether the window is kept out of screenshots and shared screens, where the system can do that. */
  contentProtection: z.boolean().catch(false),
});
export type Preferences = z.infer<typeof preferences>;

export const applicationOperations = {
  /** The page hears events from now on: what waited for it, such as the link that started the console, is sent. */
  'application.ready': operation({ input: z.object({}), output: z.object({}) }),
  'application.info': operation({ input: z.object({}), output: applicationInfo }),
  /** Changes what is given and answers all of them, as kept on this machine; with nothing given it only reads. */
  'application.preferences': operation({
    input: z
      .object({
        theme: z.enum(['auto', 'light', 'dark']),
        singleKeys: z.boolean(),
        contentProtection: z.boolean(),
      })
      .partial(),
    output: preferences,
  }),
  /** What support asks for: versions, capabilities and the last lines of the log, redacted. */
  'application.diagnostics': operation({ input: z.object({}), output: z.object({ text: z.string() }) }),
  /** https only; the host asks before it opens. */
  'application.openExternal': operation({
    input: z.object({ url: z.url({ protocol: /^https$/ }).max(2048) }),
    output: z.object({ opened: z.boolean() }),
  }),
  /**
   * Follows a download that a save handed out to its end, and fails as the download fails. Cancelling the call stops the
   * download.
   */
  'application.downloadOutcome': operation({
    input: z.object({ address: z.string().max(512) }),
    output: z.object({ bytes: z.number().int() }),
    progress: saveProgress,
  }),
  /** Writes the clipboard; with `clearAfterMs`, clears it later if it still holds the same text. */
  'application.copy': operation({
    input: z.object({
      text: z.string().max(1_000_000),
      clearAfterMs: z.number().int().min(1000).max(600_000).optional(),
    }),
    output: z.object({}),
  }),
};
