import { rename, rm } from 'node:fs/promises';
import pLimit from 'p-limit';
import { z } from 'zod';
import { headlessStep } from '../../../preload/contract/headless.ts';
import { Failure } from '../../common/failure.ts';
import { readBoundedFile } from '../../common/read-bounded-file.ts';
import { writePrivately } from '../../store/private-file.ts';

/** The part of a flow that is kept: ids, times and components, nothing that an applicant entered. */
export const flowRecord = z.object({
  environmentId: z.string(),
  conversationId: z.string(),
  /** Milliseconds since the epoch. */
  startedAt: z.number(),
  changedAt: z.number(),
  steps: z.array(headlessStep).max(100),
  /** A sent answer with unknown outcome: the time, and a digest of the step. */
  sent: z.object({ at: z.number(), page: z.string() }).optional(),
});
export type FlowRecord = z.infer<typeof flowRecord>;

/** Bytes. */
const maxFile = 16 * 1024 * 1024;
/** The most flows that are kept; the oldest are removed. */
export const maxFlows = 500;

const fileContent = z.object({ version: z.literal(1), runs: z.array(flowRecord) });

interface RunFileDeps {
  file: string;
  /** Logs a text, which never has a path or content of the file. */
  log(message: string): void;
}

/** `<data directory>/headless-runs.json`: the flows that have not ended. A damaged file is set aside and reported. */
export class FlowFile {
  readonly #deps: RunFileDeps;
  readonly #queue = pLimit(1);

  constructor(deps: RunFileDeps) {
    this.#deps = deps;
  }

  /** Reads the kept flows; none where the file cannot be read, which is reported. */
  async read(): Promise<FlowRecord[]> {
    const { file, log } = this.#deps;
    let bytes: Uint8Array;
    try {
      bytes = await readBoundedFile(file, maxFile);
    } catch (error) {
      if (!(error instanceof Error && (error as NodeJS.ErrnoException).code === 'ENOENT')) {
        log('The file with the headless flows cannot be read, so no flow is continued.');
      }
      return [];
    }
    try {
      return fileContent.parse(JSON.parse(new TextDecoder().decode(bytes))).runs;
    } catch {
      await rename(file, this.#aside).catch(() => undefined);
      log('The file with the headless flows is damaged. It was set aside, and no flow is continued.');
      return [];
    }
  }

  /** Deletes a damaged file that was set aside: nothing can be removed from it. */
  async removeDamaged(): Promise<void> {
    await rm(this.#aside, { force: true });
  }

  get #aside(): string {
    return `${this.#deps.file}.damaged`;
  }

  /** Replaces the file; resolves when it is on disk. @throws Failure file-not-written */
  write(flows: readonly FlowRecord[]): Promise<void> {
    return this.#queue(async () => {
      const { file } = this.#deps;
      try {
        await writePrivately(file, `${JSON.stringify({ version: 1, runs: flows })}\n`);
      } catch {
        throw new Failure({
          code: 'file-not-written',
          message: 'The position in the flow could not be saved. Nothing was sent.',
          hint: 'Check the free space on the disk, then try again.',
          retryable: true,
        });
      }
    });
  }
}
