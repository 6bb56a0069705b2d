import { mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { type Preferences, preferences } from '../../preload/contract/application.ts';

export interface KeptPreferences {
  /** Changes what is given, keeps it, and answers all; nothing is written where nothing is given. */
  change(changes: { [Name in keyof Preferences]?: Preferences[Name] | undefined }): Promise<Preferences>;
}

/**
 * How a person wants the window: a small file of JSON. It may be lost without harm, so one that cannot be read counts as empty,
 * and one that cannot be written is told to `log` (without the machine's paths) while the choice holds until the console closes.
 */
export function keepPreferences(file: string, log: (message: string) => void): KeptPreferences {
  // One after the other, so that two windows cannot undo each other's change.
  let last: Promise<Preferences> = readPreferences(file);
  return {
    change(changes) {
      const given = Object.entries(changes).filter(([, value]) => value !== undefined);
      if (given.length > 0) {
        last = last.then(async (before) => {
          const now = { ...before, ...Object.fromEntries(given) };
          await write(file, now).catch(() => log('The preferences could not be written.'));
          return now;
        });
      }
      return last;
    },
  };
}

async function readPreferences(file: string): Promise<Preferences> {
  let found: unknown = {};
  try {
    found = JSON.parse(await readFile(file, 'utf8'));
  } catch {
    // Not there yet, or not readable: see above.
  }
  const read = preferences.safeParse(found);
  return read.success ? read.data : preferences.parse({});
}

async function write(file: string, kept: Preferences): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFileAtomic(file, `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600 });
}
