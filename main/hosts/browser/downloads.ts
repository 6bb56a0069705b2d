import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { MissingFile, SaveProgress } from '../../../preload/contract/application.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import type { FileContents, FileToSave } from '../../bridge/host.ts';
import { cancelledFailure, Failure } from '../../common/failure.ts';

/** The time for which a download address is valid and its outcome can be requested, in milliseconds. */
const lifetimeMs = 60_000;
/** The most downloads at once; the oldest is dropped. */
const maxKnown = 100;
/** The interval of progress reports, in milliseconds. */
const progressEveryMs = 100;

interface DownloadOutcome {
  bytes: number;
  /** Files that were left out of it. */
  missing: MissingFile[];
}

/** One file that the browser downloads. */
export class Download {
  readonly file: FileToSave;
  /** When it expires, by the clock of {@link Downloads}. */
  readonly until: number;
  isTaken = false;
  bytes = 0;
  total: number | undefined;
  contents: FileContents | undefined;
  readonly #stopping = new AbortController();
  readonly #outcome = Promise.withResolvers<DownloadOutcome>();

  constructor(file: FileToSave, until: number) {
    this.file = file;
    this.until = until;
    // The outcome may never be requested.
    this.#outcome.promise.catch(() => undefined);
  }

  /** Aborted when the user cancels it in the console. */
  get stopped(): AbortSignal {
    return this.#stopping.signal;
  }

  /** Resolves when the browser has received everything; rejects with the reason otherwise. */
  get outcome(): Promise<DownloadOutcome> {
    return this.#outcome.promise;
  }

  get progress(): SaveProgress {
    return this.contents?.progress() ?? { bytes: this.bytes, ...omitUndefined({ total: this.total }) };
  }

  stop(): void {
    this.#stopping.abort();
    this.#outcome.reject(cancelledFailure());
  }

  completed(): void {
    const { bytes, total } = this;
    if (total === undefined || bytes === total) {
      this.#outcome.resolve({ bytes, missing: [...(this.contents?.missing ?? [])] });
    } else {
      this.#outcome.reject(brokenOff(bytes, total));
    }
  }

  failed(error: unknown): void {
    this.#outcome.reject(error instanceof Failure ? error : brokenOff(this.bytes, this.total));
  }

  /** Records that the browser closed the connection: cancelled there, or it could not write the file. */
  abandoned(): void {
    this.#outcome.reject(
      new Failure({
        code: 'file-not-written',
        message: 'The browser stopped the download; the file is not complete.',
        hint: 'See the browser’s list of downloads for the reason, then save the file again.',
        retryable: true,
      }),
    );
  }
}

/** Files to download, each under an address that works once and expires. */
export class Downloads {
  readonly #now: () => number;
  readonly #known = new LRUCache<string, Download>({ max: maxKnown });

  /** @param now milliseconds, monotonic */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Registers a file; returns the path of its address. */
  offer(file: FileToSave): string {
    for (const [token, { until }] of this.#known) {
      if (until <= this.#now()) {
        this.#known.delete(token);
      }
    }
    const token = randomBytes(32).toString('base64url');
    this.#known.set(token, new Download(file, this.#now() + lifetimeMs));
    return `${downloadPath}${token}`;
  }

  /** Returns the download of a path; returned once. */
  take(path: string): Download | undefined {
    const download = this.#find(path);
    if (!download || download.isTaken) {
      return undefined;
    }
    download.isTaken = true;
    return download;
  }

  /**
   * Waits until the browser has received a file.
   * @throws Failure reply-truncated, file-not-written, cancelled, or the failure of the source
   */
  async outcome(
    path: string,
    { signal, progress }: { signal: AbortSignal; progress(progress: SaveProgress): void },
  ): Promise<DownloadOutcome> {
    const download = this.#find(path);
    if (!download) {
      throw new Failure({
        code: 'invalid-input',
        message: 'The download is unknown or has expired.',
        hint: 'Save the file again.',
      });
    }
    const report = setInterval(() => progress(download.progress), progressEveryMs);
    const unused = setTimeout(() => {
      if (!download.isTaken) {
        download.abandoned();
      }
    }, lifetimeMs);
    const stop = () => download.stop();
    signal.addEventListener('abort', stop, { once: true });
    try {
      return await download.outcome;
    } finally {
      clearInterval(report);
      clearTimeout(unused);
      signal.removeEventListener('abort', stop);
    }
  }

  #find(path: string): Download | undefined {
    const token = path.startsWith(downloadPath) ? path.slice(downloadPath.length) : '';
    const download = this.#known.peek(token);
    return download && download.until > this.#now() ? download : undefined;
  }
}

const downloadPath = '/download/';

function brokenOff(bytes: number, total: number | undefined): Failure {
  return new Failure({
    code: 'reply-truncated',
    message:
      total === undefined
        ? `The download stopped after ${bytes} bytes, so the file is not complete.`
        : `The download stopped after ${bytes} of ${total} bytes, so the file is not complete.`,
    hint: 'Save it again.',
    retryable: true,
  });
}

/** `content-disposition` for a safe file name in any script (RFC 6266, RFC 8187). */
export function attachment(fileName: string): string {
  const plain = fileName.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(fileName.toWellFormed()).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
