import { open, stat } from 'node:fs/promises';

/** Large enough that reading costs less than hashing, small enough for the processor's cache. Bytes. */
const chunkBytes = 256 * 1024;

/** Returns a file's length in bytes; undefined when it has none, such as a pipe, or does not exist. */
export async function fileLength(path: string): Promise<number | undefined> {
  const stats = await stat(path).catch(() => undefined);
  return stats?.isFile() ? stats.size : undefined;
}

/**
 * Returns a file's bytes in constant memory; the next chunk is read while one is used. Each chunk is valid only until the next
 * is requested. Throws errors of the file system.
 */
export async function* fileBody(path: string): AsyncGenerator<Uint8Array, void, void> {
  const handle = await open(path);
  let current = Buffer.allocUnsafe(chunkBytes);
  let next = Buffer.allocUnsafe(chunkBytes);
  let reading = handle.read(current, 0, chunkBytes, null);
  try {
    for (;;) {
      const { bytesRead } = await reading;
      if (bytesRead === 0) {
        return;
      }
      reading = handle.read(next, 0, chunkBytes, null);
      yield current.subarray(0, bytesRead);
      [current, next] = [next, current];
    }
  } finally {
    await reading.catch(() => undefined);
    await handle.close();
  }
}
