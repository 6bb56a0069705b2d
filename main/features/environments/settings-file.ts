import { z } from 'zod';
import {
  clientCertificateDetails,
  environmentId,
  environmentSettings,
} from '../../../preload/contract/environments.ts';
import { recipients } from '../../../preload/contract/recipients.ts';
import { Failure } from '../../common/failure.ts';
import { syntaxProblem } from '../../common/json-syntax.ts';
import { readBoundedFile, UnfitFile } from '../../common/read-bounded-file.ts';
import { writePrivately } from '../../store/private-file.ts';

/** The id of the embedded sandbox; never in the file. */
export const builtInId = 'sandbox';

const storedEnvironment = z.strictObject({
  id: environmentId.refine((id) => id !== builtInId, 'This id belongs to the embedded sandbox'),
  settings: environmentSettings,
  /**
   * The time since which an API key is in the keychain (ISO 8601). Never the secret. Its recipients are
   * for display; those in the secret count.
   */
  apiKey: z.strictObject({ since: z.iso.datetime(), enteredFor: recipients }).optional(),
  /** The time and the proxy of a saved proxy login. Never the secret. */
  proxyLogin: z.strictObject({ since: z.iso.datetime(), enteredFor: z.string().max(2048) }).optional(),
  /** The public facts of a saved client certificate. Never the key. */
  clientCertificate: z
    .strictObject({ since: z.iso.datetime(), ...clientCertificateDetails.shape })
    .optional(),
  signingKeys: z
    .array(
      z.strictObject({
        id: z.string().regex(/^[a-z0-9-]{1,64}$/),
        label: z.string().min(1).max(80),
        since: z.iso.datetime(),
      }),
    )
    .default([]),
});
export type StoredEnvironment = z.output<typeof storedEnvironment>;

/** Enough for thousands of environments. Bytes. */
const maxFile = 4 * 1024 * 1024;

const version = 4;
const settingsDocument = z
  .strictObject({
    version: z.literal(version, `Must be ${version}`),
    selectedId: environmentId,
    environments: z.array(storedEnvironment),
  })
  .superRefine(({ environments, selectedId }, context) => {
    const ids = new Set([builtInId]);
    environments.forEach(({ id }, index) => {
      if (ids.has(id)) {
        const path = ['environments', index, 'id'];
        context.addIssue({ code: 'custom', path, message: 'This id is used twice' });
      }
      ids.add(id);
    });
    if (!ids.has(selectedId)) {
      context.addIssue({
        code: 'custom',
        path: ['selectedId'],
        message: 'There is no environment with this id',
      });
    }
  });
export type SettingsDocument = z.output<typeof settingsDocument>;

/** The content before the file is first written. */
export const emptyDocument: SettingsDocument = { version, selectedId: builtInId, environments: [] };

/** The file's exact text (undefined when there is none) and its document. */
export interface LoadedSettings {
  text: string | undefined;
  document: SettingsDocument;
}

/**
 * Reads the settings file; {@link emptyDocument} when there is none. Never writes.
 * @throws Failure settings-unreadable, settings-newer; the message names the file and the position of the problem
 */
export async function readSettingsFile(file: string): Promise<LoadedSettings> {
  let bytes: Uint8Array;
  try {
    bytes = await readBoundedFile(file, maxFile);
  } catch (error) {
    if (isMissing(error)) {
      return { text: undefined, document: emptyDocument };
    }
    const problem = error instanceof UnfitFile ? error.problem : `it cannot be read (${errorCodeOf(error)})`;
    throw unreadable(file, problem, error);
  }
  let text: string;
  let json: unknown;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw unreadable(file, 'it is not UTF-8 text', error);
  }
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw unreadable(file, syntaxProblem(text), error);
  }
  const newerVersion = z.object({ version: z.number().int().gt(version) }).safeParse(json);
  if (newerVersion.success) {
    throw new Failure({
      code: 'settings-newer',
      message: `The settings in ${file} were written by a newer console (format ${newerVersion.data.version}; this one reads up to ${version}). They were not changed.`,
      hint: 'Use the newer console, or move the file away to start with new settings. Until then, only the sandbox is available and nothing is saved.',
      details: { file },
    });
  }
  const result = settingsDocument.safeParse(json);
  if (!result.success) {
    const issue = result.error.issues[0];
    const where = issue && issue.path.length > 0 ? `at ${z.core.toDotPath(issue.path)}: ` : '';
    throw unreadable(file, `${where}${issue?.message ?? 'it has the wrong structure'}`, result.error);
  }
  return { text, document: result.data };
}

/**
 * Replaces the file atomically, readable by this user only, so that a crash leaves the old or the new one. Returns the
 * text written.
 * @throws Failure file-not-written; the old file is unchanged
 */
export async function writeSettingsFile(file: string, document: SettingsDocument): Promise<string> {
  const text = `${JSON.stringify(document, null, 2)}\n`;
  try {
    await writePrivately(file, text);
  } catch (error) {
    throw new Failure({
      code: 'file-not-written',
      message: `The settings could not be written to ${file} (${errorCodeOf(error)}). The previous settings are unchanged.`,
      hint: 'Check the free space and the permissions of that folder, then try again.',
      retryable: true,
      details: { file },
      cause: error,
    });
  }
  return text;
}

function unreadable(file: string, problem: string, cause: unknown): Failure {
  return new Failure({
    code: 'settings-unreadable',
    message: `The settings in ${file} cannot be used: ${problem}. They were not changed.`,
    hint: 'Fix the file, or move it away to start with new settings. Until then, only the sandbox is available and nothing is saved.',
    details: { file, problem },
    cause,
  });
}

function isMissing(error: unknown): boolean {
  return errorCodeOf(error) === 'ENOENT';
}

function errorCodeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown';
}
