import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, unlinkSync } from 'node:fs';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../../../common/failure.ts';
import { kindAt } from '../../../store/file-kinds.ts';

/** The name of a spool file. */
const spoolName = /^[0-9a-f]{32}$/;
/** Plain bytes in one sealed chunk. */
export const chunkBytes = 256 * 1024;
/** The length of the AES-256-GCM tag after each chunk, in bytes. */
const tagBytes = 16;
/** The most disk space for all spool files together, in bytes. */
const defaultLimit = 4 * 1024 ** 3;

/**
 * Temporary files of media whose service sends no parts. Each is sealed with a key that exists only in this process, so that what
 * remains after a crash cannot be read; such remains are removed at the next start.
 */
export class SpoolDirectory {
  readonly #path: string;
  readonly #limit: number;
  #inUse = 0;

  /**
   * @param path created where it does not exist, and emptied of earlier spool files: the data directory belongs to one process at a
   * time. If that fails, as on a full disk, `create` gives the reason.
   */
  constructor(path: string, limit = defaultLimit) {
    this.#path = path;
    this.#limit = limit;
    try {
      mkdirSync(path, { recursive: true, mode: 0o700 });
      removeEarlier(path);
    } catch {
      // Nothing is lost: the files of an earlier start cannot be read.
    }
  }

  /** @throws Failure file-not-written */
  async create(): Promise<SpoolFile> {
    const path = join(this.#path, randomBytes(16).toString('hex'));
    try {
      await mkdir(this.#path, { recursive: true, mode: 0o700 });
      if (kindAt(this.#path) !== 'folder') {
        throw Object.assign(new Error(), { code: 'ENOTDIR' });
      }
      const handle = await open(path, 'wx+', 0o600);
      // A file without a name is gone as soon as it is closed, also after a crash. Windows cannot do that.
      const isNamed = process.platform === 'win32';
      if (!isNamed) {
        await rm(path);
      }
      return new SpoolFile(handle, isNamed ? path : undefined, (bytes) => this.#take(bytes));
    } catch (error) {
      throw notKept(error);
    }
  }

  #take(bytes: number): void {
    if (this.#inUse + bytes > this.#limit) {
      throw new Failure({
        code: 'limit-exceeded',
        message:
          'The service sends this file only as a whole, and it is larger than what Assay keeps while it is shown.',
        hint: 'Save the file to open it in another program.',
      });
    }
    this.#inUse += bytes;
  }
}

/** Sealed chunks by number. Each is written once: a number is the nonce of its chunk. */
export class SpoolFile {
  readonly #handle: FileHandle;
  readonly #path: string | undefined;
  readonly #key = randomBytes(32);
  readonly #take: (bytes: number) => void;
  #bytes = 0;
  #isClosed = false;

  /** @param take counts bytes of the disk, negative ones when they are given back; throws beyond the limit */
  constructor(handle: FileHandle, path: string | undefined, take: (bytes: number) => void) {
    this.#handle = handle;
    this.#path = path;
    this.#take = take;
  }

  /**
   * @param plain `chunkBytes` bytes, fewer in the last chunk
   * @throws Failure limit-exceeded, file-not-written
   */
  async write(index: number, plain: Buffer): Promise<void> {
    if (this.#isClosed) {
      throw notKept(new Error('The temporary file is closed.'));
    }
    const bytes = plain.length + tagBytes;
    this.#take(bytes);
    this.#bytes += bytes;
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonceOf(index));
    const ciphertext = cipher.update(plain);
    cipher.final();
    const tag = cipher.getAuthTag();
    try {
      await this.#handle.writev([ciphertext, tag], index * (chunkBytes + tagBytes));
    } catch (error) {
      throw notKept(error);
    }
  }

  /** @param length plain bytes of the chunk */
  async read(index: number, length: number): Promise<Buffer> {
    const block = Buffer.allocUnsafe(length + tagBytes);
    const { bytesRead } = await this.#handle.read(block, 0, block.length, index * (chunkBytes + tagBytes));
    if (bytesRead !== block.length) {
      throw new Error('A temporary file is shorter than what was written to it.');
    }
    const decipher = createDecipheriv('aes-256-gcm', this.#key, nonceOf(index));
    decipher.setAuthTag(block.subarray(length));
    const plain = decipher.update(block.subarray(0, length));
    decipher.final();
    return plain;
  }

  /** Removes the file and its key. */
  async close(): Promise<void> {
    if (this.#isClosed) {
      return;
    }
    this.#isClosed = true;
    this.#key.fill(0);
    this.#take(-this.#bytes);
    await this.#handle.close().catch(() => undefined);
    if (this.#path !== undefined) {
      await rm(this.#path, { force: true }).catch(() => undefined);
    }
  }
}

/** Removes the files of an earlier start, by their names, and nothing else: a link is not followed. */
function removeEarlier(path: string): void {
  if (kindAt(path) !== 'folder') {
    return;
  }
  for (const name of readdirSync(path)) {
    if (spoolName.test(name) && kindAt(join(path, name)) === 'file') {
      unlinkSync(join(path, name));
    }
  }
}

function nonceOf(index: number): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(index, 8);
  return nonce;
}

function notKept(error: unknown): Failure {
  const reason = (error as NodeJS.ErrnoException).code ?? 'unknown';
  return new Failure({
    code: 'file-not-written',
    message: `The file could not be kept while it is shown: ${reason === 'ENOSPC' ? 'the disk is full' : reason}.`,
    hint: 'Free disk space, then open it again.',
    retryable: true,
    details: { reason },
    cause: error,
  });
}
