import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import pLimit from 'p-limit';
import { omitUndefined } from '../../../../../preload/contract/objects.ts';
import { approvalOf } from '../../../../common/approval.ts';
import { Failure } from '../../../../common/failure.ts';
import { RequestWorker, type Send } from '../../../../common/workers/request-worker.ts';
import { whyUnwritable } from '../../../../store/memory-copy.ts';
import type { SealingKeys } from '../../../../store/sealing.ts';
import {
  type KeptReceipt,
  type ReceiptDraft,
  type RunReceiptDraft,
  type Signer,
  type StoredReceipt,
  signReceipt,
} from '../../../records/receipts/receipt.ts';
import type { RegisterEnd } from '../../../records/receipts/register-end.ts';
import type { ReceiptPage, SelectedReceipts } from './receipt-table.ts';
import { type NewRun, rowChangeOf, type StoredItem } from './records.ts';
import type { LinesQuery, RegisterQuery } from './register.ts';
import { type RunTexts, unreadableTexts } from './sealed-texts.ts';
import type { RunRequests } from './service.ts';

/** The time limit of a request in milliseconds. A run of 100,000 items is written in one. */
const requestMs = 120_000;
const heapMb = 512;
/** Receipts written to the journal per transaction. */
const journaledAtOnce = 500;
/** The time receipts wait for further ones, in milliseconds: each transaction of the journal waits for the disk, as those of the run do. */
const journalPauseMs = 250;

/** Requests that succeed only where the file can be written. */
const writing: ReadonlySet<keyof RunRequests> = new Set([
  ...(['create', 'takeOver', 'setRun', 'apply'] as const),
]);

/** Requests that concern sealed data. */
const sealed: ReadonlySet<keyof RunRequests> = new Set([
  'create',
  'takeOver',
  'texts',
  'register',
  'lines',
  'receipts',
  'searched',
  'receiptsOf',
  'receipt',
  'unsent',
]);

/** Receipts of one request of a search, so that others are answered in between: opening them takes some 50 ms. */
const searchedAtOnce = 2500;

export interface RunStoreDeps {
  path: string;
  signer(): Promise<Signer>;
  /** The end of the register as the keychain has it; undefined for a register that is compared with nothing. */
  end?: RegisterEnd;
  /**
   * Returns the keys that the file is sealed with; undefined while there are none, and for a file that is not sealed.
   * @param isWriting true if something is recorded, for which keys may be made
   * @param other id of the index whose keys are needed as well, where it is another one
   */
  keys?(isWriting: boolean, other: string | undefined): Promise<SealingKeys | undefined>;
  /** Writes receipts to the journal. */
  journal(receipts: readonly KeptReceipt[]): Promise<void>;
  /** Milliseconds since the epoch. */
  now(): number;
  log(error: unknown): void;
}

interface Waiting {
  items: readonly StoredItem[];
  receipts: readonly RunReceiptDraft[];
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * The stored runs and receipts. Concurrent changes share a transaction, which keeps runs of thousands fast; each caller waits until its
 * own changes are on disk.
 */
export class RunStore {
  readonly #deps: RunStoreDeps;
  readonly #worker: RequestWorker<RunRequests>;
  #waiting: Waiting[] = [];
  #isWriting = false;
  #writing: Promise<void> = Promise.resolve();
  readonly #journaling = pLimit(1);
  readonly #closing = new AbortController();
  /** The last receipt on disk; undefined until it was read, and after a failed write. */
  #last: { seq: number; digest: string } | undefined;
  /** The keys in use, by their ids; undefined before the first. */
  #keysInUse: string | undefined;
  readonly #texts = new Map<string, RunTexts>();
  #notice: string | undefined;
  /** The numbers of the receipts of the last search. */
  #lastSearch: { key: string; seqs: number[] } | undefined;
  /** Opens what receipts are found by, so that the first search does not have to. */
  #prepared: Promise<unknown> | undefined;
  /** The reason why the file could not be written when it was opened or last used. */
  #unwritable: string | undefined;

  constructor(deps: RunStoreDeps) {
    this.#deps = deps;
    this.#worker = new RequestWorker({
      url: new URL('./runs-worker.ts', import.meta.url),
      name: 'deletion runs',
      timeoutMs: requestMs,
      heapMb,
      prepare: async (send) => {
        const { notice, unwritable } = await send('open', { path: deps.path, at: deps.now() });
        this.#keysInUse = undefined;
        this.#notice ??= notice;
        this.#unwritable = unwritable;
      },
    });
  }

  /** @throws Failure deletion-not-recorded if the disk is full or the file cannot be written; as the worker does */
  readonly request: Send<RunRequests> = async (name, input, options) => {
    try {
      if (sealed.has(name)) {
        await this.#takeKeys(writing.has(name));
      }
      const output = await this.#worker.request(name, input, options);
      if (writing.has(name)) {
        this.#unwritable = undefined;
      }
      return output;
    } catch (error) {
      throw error instanceof Failure ? error : notRecorded(error, name === 'create');
    }
  };

  /** Returns whether the file is sealed, so that nothing is left to be sealed or read when there are keys. */
  get isSealed(): boolean {
    return this.#keysInUse !== undefined;
  }

  /** Seals with the present keys, which change when the keychain is unlocked. */
  async #takeKeys(isWriting: boolean): Promise<void> {
    const { keys: keysFor } = this.#deps;
    if (keysFor === undefined) {
      return;
    }
    const other = await this.#worker.request('sealedFor', {});
    const keys = await keysFor(isWriting, other).catch(() => undefined);
    const ids = keys && [keys.indexId, ...keys.keys.map(({ id }) => id)].join();
    if (keys !== undefined && ids !== this.#keysInUse) {
      await this.#worker.request('useKeys', keys);
      this.#keysInUse = ids;
    }
  }

  /**
   * Returns a page of receipts. A search opens all that the rest of the filter selects, in steps, so that what runs record is written in between; its
   * result is kept for the next page.
   */
  async receipts({
    from,
    count,
    ...selected
  }: ReceiptPage): Promise<{ receipts: KeptReceipt[]; total: number }> {
    const { text, user } = selected.filter;
    if (text === undefined && user === undefined) {
      return this.request('receipts', { from, count, ...selected });
    }
    const seqs = await this.#search(selected);
    const receipts = await this.request('receiptsOf', { seqs: seqs.slice(from, from + count) });
    return { receipts, total: seqs.length };
  }

  /** Returns a page of the register: the runs that are over and that the filter finds. Whoever looks at it may search in it next. */
  async register(input: Omit<RegisterQuery, 'seqs'>) {
    this.#prepared ??= this.#search({ filter: {} }).catch(() => []);
    return this.request('register', { ...input, ...(await this.#found(input.filter.text)) });
  }

  /** Returns a page of the lines of a run, of which a text may find some. */
  async lines(input: Omit<LinesQuery, 'seqs'>) {
    return this.request('lines', { ...input, ...(await this.#found(input.text)) });
  }

  async #found(text: string | undefined): Promise<{ seqs?: readonly number[] }> {
    return text === undefined ? {} : { seqs: await this.#search({ filter: { text } }) };
  }

  async #search(selected: SelectedReceipts): Promise<number[]> {
    const { text, user } = selected.filter;
    const key = JSON.stringify([selected, await this.request('lastReceipt', {}), this.#keysInUse]);
    if (this.#lastSearch?.key === key) {
      return this.#lastSearch.seqs;
    }
    const all = await this.request('receiptNumbers', selected);
    const matches: number[] = [];
    for (let at = 0; at < all.length; at += searchedAtOnce) {
      const seqs = all.slice(at, at + searchedAtOnce);
      matches.push(...(await this.request('searched', { seqs, search: { text, user } })));
    }
    this.#lastSearch = { key, seqs: matches };
    return matches;
  }

  /** True while nothing was ever recorded: there is no file, and no thread is started to read one. */
  get isEmpty(): boolean {
    return !existsSync(this.#deps.path);
  }

  /** The receipts with which the end of the register is compared. */
  readonly ends = {
    last: async () => (this.isEmpty ? undefined : this.request('lastReceipt', {})),
    digests: async (seqs: readonly number[]) =>
      this.isEmpty ? {} : this.request('receiptDigests', { seqs }),
  };

  /** Returns the problems of the file that users should know. */
  notices(): string[] {
    const why = this.isEmpty ? this.#whyNotMade() : this.#unwritable;
    const unwritable =
      why === undefined
        ? []
        : [
            `Nothing can be deleted or expired, because ${why}: a deletion is recorded before it is sent. Runs and receipts are shown as they were last saved.`,
          ];
    return [...(this.#notice === undefined ? [] : [this.#notice]), ...unwritable];
  }

  /** Returns the reason why the file could not be made, by making another one beside it: no thread is started for that. */
  #whyNotMade(): string | undefined {
    const probe = `${this.#deps.path}.probe`;
    try {
      writeFileSync(probe, Buffer.alloc(4096), { mode: 0o600 });
      return undefined;
    } catch (error) {
      return whyUnwritable(error);
    } finally {
      rmSync(probe, { force: true });
    }
  }

  /** Resolves when it is on disk. @throws Failure deletion-not-recorded */
  apply(items: readonly StoredItem[], receipts: readonly RunReceiptDraft[] = []): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#waiting.push({ items, receipts, resolve, reject });
    if (!this.#isWriting) {
      this.#isWriting = true;
      this.#writing = this.#write();
    }
    return promise;
  }

  /** Writes missing receipts to the journal, for example after a crash. While that is in progress, it is done once more afterwards. */
  enterReceipts(): void {
    if (this.#journaling.pendingCount === 0) {
      this.#journaling(() => this.#enter()).catch((error: unknown) => this.#deps.log(error));
    }
  }

  /** Ends the opening of the file, if it has not been opened yet: no request has begun, and each fails as cancelled. */
  async stopOpening(): Promise<void> {
    if (this.#worker.isPreparing) {
      await this.#worker.close();
    }
  }

  /** Resolves when everything is on disk and the file is closed. */
  async close(): Promise<void> {
    await this.#writing;
    this.#closing.abort();
    await this.#journaling(() => undefined);
    await this.#deps.end?.flush();
    // No thread is started only to close the file.
    if (this.#worker.isRunning) {
      await this.#worker.request('close', {}).catch(() => undefined);
    }
    await this.#worker.close();
  }

  async #write(): Promise<void> {
    // Lets callers of the same tick share the transaction.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      try {
        const receipts = await this.#sign(batch.flatMap(({ receipts: drafts }) => drafts));
        const changes = batch.flatMap((one) => one.items.map(rowChangeOf));
        await this.request('apply', { changes, receipts });
        const made = receipts.at(-1);
        if (made !== undefined) {
          this.#last = made;
          this.#deps.end?.made(made);
        }
        for (const { resolve } of batch) {
          resolve();
        }
        if (receipts.length > 0) {
          this.enterReceipts();
        }
      } catch (error) {
        this.#last = undefined;
        for (const { reject } of batch) {
          reject(error);
        }
      }
    }
    this.#isWriting = false;
  }

  /** Signs batch by batch, so that each receipt refers to the previous one. */
  async #sign(drafts: readonly RunReceiptDraft[]): Promise<StoredReceipt[]> {
    if (drafts.length === 0) {
      return [];
    }
    await this.#takeKeys(true);
    const unread = drafts.map(({ runId }) => runId).filter((runId) => !this.#texts.has(runId));
    if (unread.length > 0) {
      await this.readTexts([...new Set(unread)]);
    }
    const signer = await this.#deps.signer();
    let last = this.#last ?? (await (this.#deps.end?.before(this.ends) ?? this.ends.last()));
    return drafts.map((draft) => {
      const receipt = signReceipt(this.#withTexts(draft), last, signer);
      last = { seq: receipt.seq, digest: receipt.digest };
      return receipt;
    });
  }

  /** Records a run. @throws Failure deletion-not-recorded */
  async create(run: NewRun): Promise<void> {
    await this.request('create', run);
    this.#texts.set(run.run.runId, run.texts);
  }

  /** Reads the texts of these runs, for `textsOf`. */
  async readTexts(runIds: readonly string[]): Promise<void> {
    for (const [runId, texts] of Object.entries(await this.request('texts', { runIds }))) {
      this.#texts.set(runId, texts);
    }
  }

  /** Returns the texts of a run; undefined where they were not read or cannot be opened. */
  textsOf(runId: string): RunTexts | undefined {
    return this.#texts.get(runId);
  }

  /** Adds to a receipt the texts that are stored with its run. */
  #withTexts(draft: RunReceiptDraft): ReceiptDraft {
    const { ticket = null, actor, approval: given } = this.textsOf(draft.runId) ?? unreadableTexts;
    const approval = given && approvalOf(given, draft.conversationId);
    return { ...draft, ticket, user: actor, ...omitUndefined({ approval }) };
  }

  async #enter(): Promise<void> {
    await setTimeout(journalPauseMs, undefined, { signal: this.#closing.signal }).catch(() => undefined);
    for (;;) {
      const receipts = await this.request('notJournaled', { max: journaledAtOnce });
      if (receipts.length === 0) {
        return;
      }
      await this.#deps.journal(receipts);
      await this.request('setJournaled', { seqs: receipts.map(({ seq }) => seq) });
    }
  }
}

function notRecorded(error: unknown, isNewRun: boolean): Failure {
  return new Failure({
    code: 'deletion-not-recorded',
    message: `Nothing ${isNewRun ? '' : 'more '}was sent because it could not be recorded on this computer first.`,
    hint: `Check that the disk is not full and that Assay may write to its data directory, then ${isNewRun ? 'try again' : 'go on'}.`,
    retryable: true,
    cause: error,
  });
}
