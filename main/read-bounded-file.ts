import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/** A file that is not read: it is no regular file (a pipe would never end), or longer than it can be. */
export class UnfitFile extends Error {
  /** As the second half of a sentence: "it is …". */
  readonly problem: string;

  constructor(problem: string) {
    super(problem);
    this.name = 'UnfitFile';
    this.problem = problem;
  }
}

/**
 * The bytes of a regular file of at most `limit` bytes. What it is is looked at once it is open, so that nothing can take its place
 * in between; opening does not wait for the other end of a pipe.
 *
 * @throws UnfitFile, and what the file system throws
 */
export async function readBoundedFile(path: string, limit: number): Promise<Uint8Array> {
  // Windows has no such flag, and no pipes among its files.
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const found = await file.stat();
    if (!found.isFile()) {
      throw new UnfitFile('it is not a regular file');
    }
    const bytes = Buffer.alloc(Math.min(found.size, limit) + 1);
    let length = 0;
    while (length < bytes.length) {
      const { bytesRead } = await file.read(bytes, length, bytes.length - length);
      if (bytesRead === 0) {
        break;
      }
      length += bytesRead;
    }
    if (found.size > limit || length > limit) {
      throw new UnfitFile(`it has more than ${limit.toLocaleString('en')} bytes`);
    }
    return bytes.subarray(0, length);
  } finally {
    await file.close();
  }
}
