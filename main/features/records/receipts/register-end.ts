import { z } from 'zod';
import { type JournalProblem, journalHead } from '../../../../preload/contract/journal.ts';
import { attempt } from '../../../../preload/shared/attempt.ts';
import { Failure } from '../../../common/failure.ts';
import { inParts } from '../../../common/in-pages.ts';
import type { KeyStore } from '../../../store/keys/data-keys.ts';
import { KeychainHead } from '../../../store/keys/keychain-head.ts';
import type { JournaledReceipt } from '../journal/journal-store.ts';

/** Entries of the journal that are compared per request. */
const pageSize = 500;

/** The last receipt of the register, and facts that the register alone does not contain. */
const savedEnd = journalHead.extend({
  /** The highest number that was ever given. */
  given: z.number().int(),
  /** The first and the last receipt that are missing and that no user has confirmed. */
  missing: z.tuple([z.number().int(), z.number().int()]).optional(),
});
type SavedEnd = z.infer<typeof savedEnd>;

export interface LastReceipt {
  seq: number;
  digest: string;
}

/** The register on disk. */
interface Register {
  last(): Promise<LastReceipt | undefined>;
  digests(seqs: readonly number[]): Promise<Record<number, string>>;
}

export interface RegisterEndDeps {
  keychain: KeyStore;
  /** Returns the account under which the end is saved; undefined if nothing is kept in the keychain. */
  account(): string | undefined;
  /** Returns the receipt that was entered in the journal last. */
  lastEntered(): Promise<JournaledReceipt | undefined>;
  /** Receipts in the journal after an entry, except those before the last confirmation. */
  entered(after: number, max: number): Promise<JournaledReceipt[]>;
  log(error: unknown): void;
}

/**
 * The end of the register of receipts, saved in the keychain. It detects an older copy of the register that was put back, and keeps numbers
 * from being given twice.
 */
export class RegisterEnd {
  readonly #deps: RegisterEndDeps;
  readonly #head: KeychainHead;
  /** Undefined until the keychain could be read. */
  #end: SavedEnd | undefined;
  /** The account that the register was compared with; undefined where nothing was kept in the keychain. */
  #comparedWith: string | undefined;
  #comparing: Promise<void> | undefined;

  constructor(deps: RegisterEndDeps) {
    this.#deps = deps;
    this.#head = new KeychainHead({
      keychain: deps.keychain,
      // A saved end is not replaced before it was compared.
      account: () => (this.#comparedWith === undefined ? undefined : deps.account()),
      head: async () => (this.#end?.given === 0 ? undefined : this.#end),
      log: deps.log,
    });
  }

  /** Describes the receipts that are missing and not confirmed. */
  get missing(): string | undefined {
    const [from, to] = this.#end?.missing ?? [];
    if (from === undefined) {
      return undefined;
    }
    const receipts = from === to ? `receipt ${from} is` : `receipts ${from} to ${to} are`;
    return `In the register of deletions, ${receipts} missing: an older copy was put back, or the file was replaced.`;
  }

  /** Returns the problems of the register for the check of the journal. */
  get problems(): JournalProblem[] {
    const { missing: message } = this;
    return message === undefined ? [] : [{ kind: 'cut', seq: 0, message }];
  }

  /** Compares the register with the saved end, once, if both can be read. */
  compare(register: Register): Promise<void> {
    if (this.#end !== undefined && this.#comparedWith === undefined && this.#deps.account() !== undefined) {
      this.#comparing = undefined;
    }
    this.#comparing ??= this.#compare(register)
      .catch((error: unknown) => this.#report(error))
      .finally(() => {
        this.#comparing = this.#end === undefined ? undefined : this.#comparing;
      });
    return this.#comparing;
  }

  /** Returns the receipt that the next one follows. Its number is the highest that was given. */
  async before(register: Register): Promise<LastReceipt | undefined> {
    await this.compare(register);
    const last = await register.last();
    const seq = Math.max(last?.seq ?? 0, this.#end?.given ?? 0);
    return seq === 0 ? undefined : { seq, digest: last?.digest ?? '0'.repeat(64) };
  }

  /** Called when a receipt is on disk. */
  made({ seq, digest }: LastReceipt): void {
    if (this.#end !== undefined) {
      this.#end = { ...this.#end, seq, hash: digest, given: seq };
      this.#head.changed();
    }
  }

  /** Compares the register with all receipts in the journal. */
  async compareWithJournal(register: Register): Promise<void> {
    await this.compare(register);
    const parts = inParts<JournaledReceipt>((last) => this.#deps.entered(last?.entry ?? 0, pageSize));
    for await (const entries of parts) {
      const digests = await register.digests(entries.map(({ number }) => number));
      for (const { number, digest } of entries) {
        if (digests[number] !== digest) {
          this.#miss(number, number);
        }
      }
    }
  }

  /** Records that a user has confirmed what is missing. */
  async confirm(): Promise<void> {
    if (this.#end?.missing !== undefined) {
      this.#end = { ...this.#end, missing: undefined };
      await this.flush();
    }
  }

  /** Saves the end now. */
  flush(): Promise<void> {
    this.#head.changed();
    return this.#head.flush();
  }

  async #compare(register: Register): Promise<void> {
    const account = this.#deps.account();
    const text = account === undefined ? undefined : await this.#deps.keychain.get(account);
    const end = text === undefined ? undefined : attempt(() => savedEnd.parse(JSON.parse(text)));
    const entry = await this.#deps.lastEntered();
    const last = await register.last();
    const seq = last?.seq ?? 0;
    this.#end = {
      seq,
      hash: last?.digest ?? '',
      given: Math.max(seq, end?.given ?? 0, entry?.number ?? 0),
      missing: end?.missing,
    };
    this.#comparedWith = account;
    if (end !== undefined && end.seq > 0) {
      const { [end.seq]: digest } = await register.digests([end.seq]);
      if (digest !== end.hash) {
        this.#miss(Math.min(seq + 1, end.seq), end.seq);
      }
    }
    this.#head.changed();
  }

  #miss(from: number, to: number): void {
    if (this.#end !== undefined) {
      const [first, last] = this.#end.missing ?? [from, to];
      this.#end = { ...this.#end, missing: [Math.min(first, from), Math.max(last, to)] };
      this.#head.changed();
    }
  }

  #report(error: unknown): void {
    // The keychain is locked, or the console is closing.
    if (!(error instanceof Failure)) {
      this.#deps.log(error);
    }
  }
}
