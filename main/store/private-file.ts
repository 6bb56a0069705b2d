import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import writeFileAtomic from 'write-file-atomic';

/**
 * Replaces a file as a whole, readable by this user only, so that a crash leaves the old or the new one. Its folder is made where there is none.
 * @throws errors of the file system
 */
export async function writePrivately(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFileAtomic(path, text, { mode: 0o600 });
}
