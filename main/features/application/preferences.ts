import { type Preferences, preferences } from '../../../preload/contract/application.ts';
import { readBoundedFile, UnfitFile } from '../../common/read-bounded-file.ts';
import { writePrivately } from '../../store/private-file.ts';

export type PreferenceStore = ReturnType<typeof openPreferenceStore>;

/** A longer file was not written by Assay. Bytes. */
const maxFile = 64 * 1024;

/**
 * Opens a user's window preferences in a small JSON file. A file that cannot be read counts as empty; a failed write is
 * reported to `log` (without paths) and the preferences hold until Assay closes. A file that Assay did not write (not a
 * regular file, or too long) is left unchanged.
 */
export function openPreferenceStore(file: string, log: (message: string) => void) {
  // One write at a time, so that two windows cannot overwrite each other's change.
  let last: Promise<ReadPreferences> = readPreferences(file);
  let current = preferences.parse({});
  return {
    /** Saves the given preferences and returns all; writes nothing when none is given. */
    change(changes: { [Name in keyof Preferences]?: Preferences[Name] | undefined }): Promise<Preferences> {
      const given = Object.entries(changes).filter(([, value]) => value !== undefined);
      if (given.length > 0) {
        last = last.then(async ({ found, foreign }) => {
          const now = { ...found, ...Object.fromEntries(given) };
          if (foreign !== undefined) {
            log(`The preferences could not be written: ${foreign}.`);
            return { found: now, foreign };
          }
          await writePrivately(file, `${JSON.stringify(now, null, 2)}\n`).catch(() =>
            log('The preferences could not be written.'),
          );
          return { found: now };
        });
      }
      return last.then(({ found }) => {
        current = found;
        return found;
      });
    },
    /** Returns the preferences as they were when the last change was asked for; the defaults before that. */
    current: (): Preferences => current,
  };
}

interface ReadPreferences {
  found: Preferences;
  /** Why the file was not written by Assay; it is then never overwritten. */
  foreign?: string;
}

async function readPreferences(file: string): Promise<ReadPreferences> {
  let content: unknown = {};
  try {
    content = JSON.parse(new TextDecoder().decode(await readBoundedFile(file, maxFile)));
  } catch (error) {
    if (error instanceof UnfitFile) {
      return { found: preferences.parse({}), foreign: error.problem };
    }
    // The file does not exist yet or cannot be read: defaults apply.
  }
  const read = preferences.safeParse(content);
  return { found: read.success ? read.data : preferences.parse({}) };
}
