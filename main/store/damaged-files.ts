import { createReadStream } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { PatternSet } from '../common/pattern-set.ts';
import { kindAt } from './file-kinds.ts';

/** Shorter texts are searched whole: their halves would be found anywhere. Characters. */
const shortestHalved = 16;

/**
 * Deletes the damaged files that were set aside beside a file and hold one of these texts, such as ids of forgotten conversations: nothing
 * can be removed from a damaged file. One that cannot be read is taken to hold them. Returns how many files were deleted.
 */
export async function removeDamagedWith(path: string, texts: readonly string[]): Promise<number> {
  const prefix = `${basename(path)}.damaged`;
  const names = await readdir(dirname(path)).catch((): string[] => []);
  const copies = names.filter((name) => name.startsWith(prefix));
  if (copies.length === 0) {
    return 0;
  }
  const forms = [...new Set(texts.flatMap(formsOf))];
  let count = 0;
  for (const [, companions] of Map.groupBy(copies, (name) => name.replace(/-(?:wal|shm)$/, ''))) {
    const paths = companions.map((name) => join(dirname(path), name));
    const holding = await Promise.all(paths.map((one) => holds(one, forms)));
    if (holding.includes(true)) {
      await Promise.all(paths.map((one) => rm(one, { force: true })));
      count += paths.length;
    }
  }
  return count;
}

/** Returns the forms of a text in a file, as bytes: as it is and in JSON. A database may break a text at the end of a page, so the halves are enough. */
function formsOf(text: string): string[] {
  return [text, JSON.stringify(text).slice(1, -1)].flatMap((form) => {
    const bytes = Buffer.from(form, 'utf8').toString('latin1');
    const half = Math.floor(bytes.length / 2);
    return bytes.length < shortestHalved ? [bytes] : [bytes.slice(0, half), bytes.slice(half)];
  });
}

/** Returns whether the file holds one of the texts; true if it cannot be read. */
async function holds(path: string, forms: readonly string[]): Promise<boolean> {
  // A set finds nothing shorter than two characters.
  const patterns = new PatternSet(forms.filter(({ length }) => length > 1));
  const short = forms.filter(({ length }) => length === 1);
  const longest = Math.max(0, ...forms.map(({ length }) => length));
  let before = '';
  if (kindAt(path) !== 'file') {
    return true;
  }
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
      const text = before + (chunk as Buffer).toString('latin1');
      if (patterns.rangesIn(text).length > 0 || short.some((one) => text.includes(one))) {
        return true;
      }
      before = text.slice(-longest);
    }
    return false;
  } catch {
    return true;
  }
}
