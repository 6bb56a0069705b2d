import { Failure } from '../../common/failure.ts';
import type { KeptTeam } from '../records/journal/team-marks.ts';
import { signerOf, signWith } from './deps.ts';
import { type EntryContent, sha256 } from './entries.ts';
import type { LinkedDeps } from './link.ts';
import { caseContents, signEntries } from './outgoing.ts';

/** Entries sent at once. */
const sentAtOnce = 200;
/** The number of entries that were sent and not read yet from which on no more are sent. */
const maxAhead = 1_000;
/** The code of PostgreSQL for a number that another entry of this author has. */
const numberTaken = '23505';

/** Appends this console's entries to the log. An entry that was sent counts as the log's once it was read, which a console that is behind does later. */
export class Sending {
  readonly #deps: LinkedDeps;
  /** The own numbers of entries that were sent and not read yet, by their numbers in the journal. */
  readonly #ahead = new Map<number, number>();
  #last = { seq: 0, digest: '' };
  /** The id of the team that these are of. */
  #team = '';
  /** The first entry of the last batch, by its number in the journal. */
  #first: number | undefined;

  constructor(deps: LinkedDeps) {
    this.#deps = deps;
  }

  /** Forgets what was sent, whose outcome is unknown or which the database lost. */
  reset(): void {
    this.#ahead.clear();
    this.#last = { seq: 0, digest: '' };
    this.#first = undefined;
  }

  /**
   * Sends a batch of what the team does not have yet.
   * @param isAll true if the log was read to its end
   * @returns whether entries were sent that are to be read
   * @throws Failure team-unreachable where the database did not keep what was sent
   */
  async sendNext(record: KeptTeam, isAll: boolean): Promise<boolean> {
    const after = this.#afterSent(record, isAll);
    if (this.#ahead.size >= maxAhead) {
      return true;
    }
    const names = this.#deps.environments();
    const unsent = (
      await this.#deps.cases.request('unsentEntries', { max: sentAtOnce + this.#ahead.size })
    ).filter(({ seq }) => !this.#ahead.has(seq));
    const contents = caseContents(after, unsent, (environmentId) => names.get(environmentId), this.#ahead);
    const [first] = contents;
    if (first === undefined) {
      return this.#ahead.size > 0;
    }
    if (first.local === this.#first) {
      throw notKept();
    }
    const before = after.log.authors[record.me]?.seq ?? 0;
    try {
      await this.#append(after, contents);
    } catch (error) {
      // Entries sent before a restart or an error come in a part of the log that was not read yet.
      if (!isAll && error instanceof Failure && error.details?.sqlState === numberTaken) {
        return false;
      }
      throw error;
    }
    this.#first = first.local;
    for (const [at, { local }] of contents.entries()) {
      this.#ahead.set(local, before + 1 + at);
    }
    return true;
  }

  /** Appends entries after the log was read to its end. Returns the own number of the last one. */
  async append(record: KeptTeam, contents: readonly EntryContent[]): Promise<number> {
    await this.#append(this.#afterSent(record, true), contents);
    return this.#last.seq;
  }

  async #append(record: KeptTeam, contents: readonly EntryContent[]): Promise<void> {
    const { log } = record;
    const batch = signEntries(record, contents, signWith(await signerOf(this.#deps, record)));
    const values = [log.team, JSON.stringify(batch), log.seq, Buffer.from(log.lastHead, 'base64')];
    await this.#deps.link.send('call', { name: 'append', values });
    const last = batch.at(-1);
    this.#last = { seq: last?.authorSeq ?? 0, digest: sha256(Buffer.from(last?.head ?? '', 'base64')) };
  }

  /** Returns the team as if what was sent had been read: the next entry of this console follows it. */
  #afterSent(record: KeptTeam, isAll: boolean): KeptTeam {
    const { log, me } = record;
    if (log.team !== this.#team) {
      this.reset();
      this.#team = log.team;
    }
    if ((log.authors[me]?.seq ?? 0) >= this.#last.seq) {
      this.#ahead.clear();
      return record;
    }
    if (isAll) {
      throw notKept();
    }
    return { ...record, log: { ...log, authors: { ...log.authors, [me]: this.#last } } };
  }
}

/** Returns the failure after which the console waits before it sends again. */
export function notKept(): Failure {
  return new Failure({
    code: 'team-unreachable',
    message: 'The team’s database did not keep what this console sent. It is sent again.',
    hint: 'If this goes on, ask its administrator.',
    retryable: true,
  });
}
