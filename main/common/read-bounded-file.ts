import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import { open } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';

// Windows has neither this flag nor named pipes in its file systems.
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** A file that is not read: not a regular file (reading a pipe would never end), or too long. */
export class UnfitFile extends Error {
  /** The reason, to follow "it is …". */
  readonly problem: string;

  constructor(problem: string) {
    super(problem);
    this.name = 'UnfitFile';
    this.problem = problem;
  }
}

/**
 * Reads the bytes of a regular file of at most `limit` bytes. The open handle is checked, so that the file cannot be replaced
 * in between; opening does not block on a pipe.
 * @param check throws UnfitFile for a file that must not be read
 * @throws UnfitFile, and errors of the file system
 */
export async function readBoundedFile(
  path: string,
  limit: number,
  check: (stats: Stats) => void = () => undefined,
): Promise<Uint8Array> {
  const file = await open(path, flags);
  try {
    const stats = await file.stat();
    check(stats);
    checkFit(stats, stats.size, limit);
    // It may grow while it is read.
    const bytes = await buffer(file.createReadStream({ end: limit, autoClose: false }));
    checkFit(stats, bytes.length, limit);
    return bytes;
  } finally {
    await file.close();
  }
}

/** Reads a file like the above, synchronously, for a small file needed at start-up. */
export function readBoundedFileSync(path: string, limit: number): Uint8Array {
  const file = openSync(path, flags);
  try {
    const stats = fstatSync(file);
    checkFit(stats, stats.size, limit);
    const bytes = Buffer.alloc(stats.size + 1);
    return bytes.subarray(0, readSync(file, bytes));
  } finally {
    closeSync(file);
  }
}

function checkFit(stats: Stats, length: number, limit: number): void {
  if (!stats.isFile()) {
    throw new UnfitFile('it is not a regular file');
  }
  if (length > limit) {
    throw new UnfitFile(`it has more than ${limit.toLocaleString('en')} bytes`);
  }
}
