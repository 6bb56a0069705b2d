import { createHash } from 'node:crypto';
import { PassThrough, type Readable, Transform } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** One file in a ZIP. */
export interface ZipEntry {
  path: string;
  /** The id of a file of the service (interface 2.3). */
  mediaId?: string;
  bytes: number;
  /** In hexadecimal. */
  sha256: string;
}

/** Writes a ZIP as a stream, one file after the other, and notes the SHA-256 of each. Nothing is held in memory. */
export class ZipWriter {
  readonly entries: ZipEntry[] = [];
  readonly #zip = new ZipFile();
  readonly #output = new PassThrough();
  readonly #at: Date;
  /** Rejects once the output has ended. */
  readonly #closed: Promise<never>;
  #source: Readable | undefined;

  /** @param at the time of every file */
  constructor(at: Date) {
    this.#at = at;
    // The writing may fail before anything reads the ZIP; a later reader still receives the error.
    this.#output.on('error', () => undefined);
    this.#zip.outputStream.pipe(this.#output);
    this.#zip.on('error', (error: Error) => this.#output.destroy(error));
    this.#closed = new Promise((_resolve, reject) => {
      this.#output.once('close', () => {
        this.#source?.destroy();
        reject(new Error('The ZIP is no longer written.'));
      });
    });
    this.#closed.catch(() => undefined);
  }

  /** Returns the ZIP. Destroying it ends the writing. */
  get output(): Readable {
    return this.#output;
  }

  /** @throws the error of the source; the ZIP is then useless */
  async addStream(path: string, source: Readable, mediaId: string): Promise<void> {
    const hash = createHash('sha256');
    let bytes = 0;
    const counter = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        bytes += chunk.length;
        done(undefined, chunk);
      },
    });
    source.once('error', (error) => counter.destroy(error));
    this.#source = source;
    this.#zip.addReadStream(source.pipe(counter), path, { mtime: this.#at, compress: false });
    await Promise.race([finished(counter), this.#closed]);
    this.entries.push({ path, mediaId, bytes, sha256: hash.digest('hex') });
  }

  addText(path: string, content: string | Buffer): void {
    const bytes = Buffer.from(content);
    this.#zip.addBuffer(bytes, path, { mtime: this.#at });
    this.entries.push({
      path,
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    });
  }

  end(): void {
    this.#zip.end();
  }

  fail(error: Error): void {
    this.#output.destroy(error);
  }
}

/** Returns the stream of a ZIP that `write` fills; when it throws, the stream fails with that error. */
export function zipStream(at: Date, write: (zip: ZipWriter) => Promise<void>): Readable {
  const zip = new ZipWriter(at);
  write(zip).then(
    () => zip.end(),
    (error: unknown) => zip.fail(error instanceof Error ? error : new Error(String(error))),
  );
  return zip.output;
}
