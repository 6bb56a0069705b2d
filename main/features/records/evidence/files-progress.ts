import type { MissingFile, SaveProgress } from '../../../../preload/contract/application.ts';
import type { FileContents } from '../../../bridge/host.ts';

/** The interval of progress reports, in milliseconds. */
const reportEveryMs = 100;

/** The progress of saving several files, and those left out. */
export class FilesProgress implements FileContents {
  readonly missing: MissingFile[] = [];
  readonly #of: number;
  readonly #report: (progress: SaveProgress) => void;
  #bytes = 0;
  #done = 0;
  #reportedAt = 0;

  constructor(of: number, report: (progress: SaveProgress) => void) {
    this.#of = of;
    this.#report = report;
  }

  progress(): SaveProgress {
    return { bytes: this.#bytes, files: { done: this.#done, of: this.#of } };
  }

  received(bytes: number): void {
    this.#bytes += bytes;
    if (performance.now() - this.#reportedAt >= reportEveryMs) {
      this.#reportNow();
    }
  }

  saved(): void {
    this.#done += 1;
    this.#reportNow();
  }

  leftOut(missing: MissingFile): void {
    this.missing.push(missing);
  }

  #reportNow(): void {
    this.#reportedAt = performance.now();
    this.#report(this.progress());
  }
}
