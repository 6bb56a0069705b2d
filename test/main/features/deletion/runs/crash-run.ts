import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished } from 'vitest';
import { jsonReport } from '../../../../../main/features/deletion/runs/report/run-report.ts';
import type { StoredLine } from '../../../../../main/features/deletion/runs/store/records.ts';
import { RunStore } from '../../../../../main/features/deletion/runs/store/run-store.ts';
import type { ReceiptContent } from '../../../../../main/features/records/receipts/receipt.ts';
import { verifyReceiptFile } from '../../../../../main/features/records/receipts/receipt-verification.ts';
import { RecordingService } from '../../../../support/recording-service.ts';
import { KeptCases } from './kept-cases.ts';
import { sessionKey } from './session-key.ts';

const program = fileURLToPath(new URL('./crash-program.ts', import.meta.url));
const builtWorkers = new URL('../../../../support/use-built-workers.ts', import.meta.url).href;

/** A service, and consoles one after the other that delete at it what is listed. */
export class CrashStage {
  readonly directory = mkdtempSync(join(tmpdir(), 'assay-crash-'));
  readonly service: RecordingService;
  readonly kept: KeptCases;

  static async start(): Promise<CrashStage> {
    const stage = new CrashStage(await RecordingService.start());
    onTestFinished(async () => {
      await stage.service.close();
      rmSync(stage.directory, { recursive: true, force: true });
    });
    return stage;
  }

  constructor(service: RecordingService) {
    this.service = service;
    this.kept = new KeptCases(service);
  }

  /** Lists the conversations of each run, in the order in which they are started, and returns the arguments of the program. */
  arguments(runs: readonly (readonly string[])[], ...options: string[]): string[] {
    const file = join(this.directory, 'runs.json');
    writeFileSync(file, JSON.stringify(runs));
    return ['--import', builtWorkers, program, this.directory, this.service.baseUrl, file, ...options];
  }

  /**
   * Starts a console and kills it near a request that follows its first DELETE, if it is to be killed. Returns the lines that it printed.
   * @param kill one of this many requests, chosen at random, is the one near which it is killed
   */
  async life(args: string[], kill?: number): Promise<{ said: string[]; isKilled: boolean }> {
    const child = spawn(process.execPath, args);
    onTestFinished(() => void child.kill('SIGKILL'));
    let isKilled = false;
    if (kill !== undefined) {
      let left = randomInt(1, kill + 1);
      let isSending = false;
      const answer = this.service.answer;
      this.service.answer = (request, response) => {
        isSending ||= request.method === 'DELETE';
        left -= isSending ? 1 : 0;
        if (left === 0) {
          isKilled = true;
          // A random moment near the request: the intents and responses of others are being written then.
          void wait(randomInt(0, 4)).then(() => child.kill('SIGKILL'));
          if (randomInt(2) === 0) {
            // Not carried out, and without a response.
            response.destroy();
            return;
          }
        }
        answer(request, response);
      };
      child.once('close', () => {
        this.service.answer = answer;
      });
    }
    return { said: await output(child), isKilled };
  }

  /** All that the consoles recorded, by run in the order of their start. The receipts were verified. */
  async recorded(): Promise<{ items: StoredLine[]; receipts: ReceiptContent[]; total: number }[]> {
    const key = sessionKey({ dataDir: this.directory });
    const store = new RunStore({
      path: join(this.directory, 'deletion-runs.sqlite'),
      signer: () => key.signer(),
      journal: async () => undefined,
      now: Date.now,
      log: () => undefined,
    });
    try {
      const signer = await key.signer();
      const keyIds = new Set(key.publicKeys().map(({ id }) => id));
      const found = [];
      for (const run of await store.request('runs', {})) {
        const counts = await store.request('counts', { runId: run.runId });
        const { [run.runId]: texts = { actor: '' } } = await store.request('texts', { runIds: [run.runId] });
        const content = jsonReport({ run: { ...run, texts }, counts, store, signer, now: Date.now() });
        const file = await text(Readable.from(content));
        const parsed = JSON.parse(file) as { items: StoredLine[]; receipts: { receipt: ReceiptContent }[] };
        const receipts = parsed.receipts.map(({ receipt }) => receipt);
        expect(verifyReceiptFile(file, keyIds)).toMatchObject({ receipts: receipts.length, problems: [] });
        const total = Object.values(counts.outcomes).reduce((sum, count) => sum + count, 0);
        found.push({ items: parsed.items, receipts, total });
      }
      return found;
    } finally {
      await store.close();
    }
  }
}

/** The lines that a console printed until it ended. */
export async function output(child: ChildProcessWithoutNullStreams): Promise<string[]> {
  const said: string[] = [];
  const errors: string[] = [];
  child.stderr.on('data', (piece: Buffer) => errors.push(String(piece)));
  createInterface({ input: child.stdout }).on('line', (line) => said.push(line));
  await once(child, 'close');
  expect(errors.join('')).toBe('');
  expect(said.filter((line) => line.startsWith('error'))).toEqual([]);
  return said;
}

/**
 * Runs whose console is killed and started again until everything is done, and what is found then.
 * @param kills how often it is killed at most
 * @param near a console is killed near one of this many requests after its first DELETE
 */
export async function killedRuns(
  stage: CrashStage,
  runs: readonly (readonly string[])[],
  { kills, near, options = [] }: { kills: number; near: number; options?: string[] },
) {
  const args = stage.arguments(runs, ...options);
  let killed = 0;
  for (let said: string[] = []; !said.includes('done'); ) {
    const life = await stage.life(args, killed < kills ? near : undefined);
    killed += life.isKilled ? 1 : 0;
    said = life.said;
  }
  stage.kept.expectReadsBetween();
  const found = await stage.recorded();
  const items = found.flatMap((run) => run.items);
  const receipts = found.flatMap((run) => run.receipts);
  expect(found.map(({ total }) => total)).toEqual(runs.map((ids) => ids.length));
  expect(items.map(({ conversationId }) => conversationId).sort()).toEqual(runs.flat().sort());
  const deletes = stage.service.sent('DELETE').length;
  process.stdout.write(
    `killed ${killed} times, ${deletes} DELETE for ${items.length} conversations in ${runs.length} runs, ${receipts.length} receipts\n`,
  );
  return { killed, items, receipts };
}

/** Runs of one conversation each between runs of many, as ids of conversations. */
export function mixedRuns(ids: readonly string[], singles: number): string[][] {
  const alone = ids.slice(0, singles).map((id) => [id]);
  const rest = ids.slice(singles);
  const middle = Math.ceil(rest.length / 2);
  return [rest.slice(0, middle), ...alone, rest.slice(middle)];
}

/** Every step of what was active or finished was carried out, with one receipt for each. */
export function expectAllDeleted(
  { kept }: CrashStage,
  active: readonly string[],
  finished: readonly string[],
  { items, receipts }: { items: StoredLine[]; receipts: ReceiptContent[] },
): void {
  const all = [...active, ...finished];
  expect(all.filter((id) => kept.of(id).gone !== true)).toEqual([]);
  expect(items.filter(({ outcome }) => outcome !== 'confirmed')).toEqual([]);
  const steps = receipts.map(({ conversationId, mode, outcome }) => `${conversationId} ${mode} ${outcome}`);
  const expected = [
    ...active.map((id) => `${id} EXPIRE confirmed`),
    ...all.map((id) => `${id} DELETE_DATA confirmed`),
  ];
  expect(steps.sort()).toEqual(expected.sort());
}

/** A cancelled run, killed besides: each conversation whose state was changed has its receipt, and none that was called counts as withdrawn. */
export function expectCancelled(
  { kept }: CrashStage,
  { items, receipts }: { items: StoredLine[]; receipts: ReceiptContent[] },
): void {
  for (const { conversationId = '', outcome } of items) {
    const { status, gone } = kept.of(conversationId);
    const modes = receipts.filter((one) => one.conversationId === conversationId).map(({ mode }) => mode);
    const seen = { conversationId, outcome, status, gone, modes };
    if (status === 'EXPIRED') {
      expect(seen).toMatchObject({ modes: expect.arrayContaining(['EXPIRE']) });
    }
    if (gone) {
      expect(seen).toMatchObject({ modes: expect.arrayContaining(['DELETE_DATA']) });
    }
    if (kept.deletesOf(conversationId).length > 0) {
      expect(seen).not.toMatchObject({ outcome: 'withdrawn' });
    }
    expect(['confirmed', 'incomplete', 'unknown', 'withdrawn']).toContain(outcome);
  }
  expect(items.filter(({ outcome }) => outcome !== 'confirmed')).not.toEqual([]);
}
