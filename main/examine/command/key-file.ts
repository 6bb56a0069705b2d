/** An input or file that cannot be used, as text for people; without any of its content. */
export class FileError extends Error {}

export interface FileReader {
  /** Reads a whole small file. @throws errors of the file system */
  readFile(path: string): Promise<Uint8Array>;
}

/** Reads a key. Removes one line end after it, which editors add; everything else belongs to the key. @throws FileError */
export async function readKey(path: string, system: FileReader): Promise<Uint8Array> {
  const bytes = Buffer.from(await readWhole(path, system));
  const lineEnd = bytes.at(-1) !== 0x0a ? 0 : bytes.at(-2) === 0x0d ? 2 : 1;
  const key = bytes.subarray(0, bytes.length - lineEnd);
  if (key.length === 0) {
    throw new FileError(`${path} contains no key.`);
  }
  return key;
}

/** @throws FileError */
export async function readWhole(path: string, system: FileReader): Promise<Uint8Array> {
  try {
    return await system.readFile(path);
  } catch (error) {
    throw unreadable(path, error);
  }
}

export function unreadable(what: string, error: unknown): FileError {
  return new FileError(`${what} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
}
