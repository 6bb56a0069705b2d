import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { type Preferences, preferences } from '../../preload/contract/application.ts';
import { readBoundedFile, UnfitFile } from '../read-bounded-file.ts';

export interface PreferenceStore {
  /** Changes what is given, keeps it, and answers all; nothing is written where nothing is given. */
  change(changes: { [Name in keyof Preferences]?: Preferences[Name] | undefined }): Promise<Preferences>;
}

/** Longer files were not written by the console. Bytes. */
const maxFile = 64 * 1024;

/**
 * How a person wants the window: a small file of JSON. It may be lost without harm, so one that cannot be read counts as empty,
 * and one that cannot be written is told to `log` (without the machine's paths) while the choice holds until the console closes.
 * What is no file of the console's (not a regular file, or too long) is left as it is.
 */
export function openPreferenceStore(file: string, log: (message: string) => void): PreferenceStore {
  // One after the other, so that two windows cannot undo each other's change.
  let last: Promise<ReadPreferences> = readPreferences(file);
  return {
    change(changes) {
      const given = Object.entries(changes).filter(([, value]) => value !== undefined);
      if (given.length > 0) {
        last = last.then(async ({ found, foreign }) => {
          const now = { ...found, ...Object.fromEntries(given) };
          if (foreign !== undefined) {
            log(`The preferences could not be written: ${foreign}.`);
            return { found: now, foreign };
          }
          await write(file, now).catch(() => log('The preferences could not be written.'));
          return { found: now };
        });
      }
      return last.then(({ found }) => found);
    },
  };
}

interface ReadPreferences {
  found: Preferences;
  /** Why the file is not the console's own, and so is never written. */
  foreign?: string;
}

async function readPreferences(file: string): Promise<ReadPreferences> {
  let found: unknown = {};
  try {
    found = JSON.parse(new TextDecoder().decode(await readBoundedFile(file, maxFile)));
  } catch (error) {
    if (error instanceof UnfitFile) {
      return { found: preferences.parse({}), foreign: error.problem };
    }
    // Not there yet, or not readable: see above.
  }
  const read = preferences.safeParse(found);
  return { found: read.success ? read.data : preferences.parse({}) };
}

async function write(file: string, kept: Preferences): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFileAtomic(file, `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600 });
}
