import { open, stat } from 'node:fs/promises';

/** Large enough that reading costs less than hashing, small enough to stay in the processor's cache. Bytes. */
const chunkBytes = 256 * 1024;

/** A file's length in bytes; undefined for what has none, such as a pipe, and for what is not there. */
export async function fileLength(path: string): Promise<number | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() ? found.size : undefined;
}

/**
 * A file's bytes from beginning to end, in constant memory: while one piece is used the next is read. Each piece is
 * valid only until the next is asked for. Throws what the file system throws.
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
