import { allowedKinds } from '../../../preload/contract/team-roles.ts';
import { assertFailure, Failure } from '../../common/failure.ts';
import type { Target } from '../../common/target.ts';
import { within } from '../../common/within.ts';
import { type KeptTeam, roleIn } from '../records/journal/team-marks.ts';
import type { Around } from './around.ts';
import { isPresent, isWorking, refused } from './deps.ts';
import { TeamKey } from './entries.ts';
import type { LinkedDeps } from './link.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** How long closing waits until claims are given up, in milliseconds. */
const endWithinMs = 1_000;
/** How long an act waits for the answer who has a case, in milliseconds. */
const takeWithinMs = 1_000;

/** The claims on cases: which member works on which. A claim is that of the windows that show the case. */
export class Claims {
  readonly #deps: LinkedDeps;
  readonly #around: Around;
  readonly #isConnected: () => boolean;
  /** The windows that show a case of this console, by its keyed hash. */
  readonly #windows = new Map<string, Set<AbortSignal>>();
  readonly #known = new WeakSet<AbortSignal>();
  /** The case that a queue took last for a window. */
  readonly #taken = new Map<AbortSignal, string>();
  #ending: Promise<unknown> = Promise.resolve();

  constructor(deps: LinkedDeps, around: Around, isConnected: () => boolean) {
    this.#deps = deps;
    this.#around = around;
    this.#isConnected = isConnected;
  }

  /** Returns the names of the other members who work on some cases. */
  async holders(environmentId: string, conversationIds: readonly string[]) {
    const record = await this.#deps.cases.index.team();
    if (record === undefined || !isPresent(record)) {
      return { isTeam: false, holders: [] };
    }
    const others = this.#isConnected()
      ? [...this.#around.claims].filter(([, id]) => id !== record.me && isMember(record, id))
      : [];
    if (!isWorking(record) || others.length === 0) {
      return { isTeam: true, holders: [] };
    }
    const members = new Map(others);
    const subjectOf = this.#subjects(record);
    const holders = conversationIds.flatMap((conversationId) => {
      const subject = subjectOf({ environmentId, conversationId });
      const name = record.log.members[members.get(subject ?? '') ?? '']?.name;
      return name === undefined ? [] : [{ conversationId, name }];
    });
    return { isTeam: true, holders };
  }

  /** @throws Failure team-not-allowed if another member works on one of the cases */
  async checkFree(environmentId: string, conversationIds: readonly string[]): Promise<void> {
    const [first, ...more] = (await this.holders(environmentId, conversationIds)).holders;
    if (first !== undefined) {
      throw new Failure({
        code: 'team-not-allowed',
        message:
          more.length === 0
            ? `${first.name} of your team works on this case now. Nothing was decided; what you entered is kept as a draft.`
            : `Others of your team work on ${more.length + 1} of these cases now. Nothing was decided.`,
        hint: 'Decide once they are done, or speak with them.',
      });
    }
  }

  /** Takes a case for a window, or keeps it. Returns the name of the other member who has it. */
  async claim(target: Target, window: AbortSignal): Promise<{ name?: string }> {
    const record = await this.#connected();
    const subject = record && this.#subjects(record)(target);
    if (record === undefined || subject === undefined || !mayDecide(record)) {
      return {};
    }
    const holder = await this.#take(record, subject, window).catch(ifUnreachable);
    const name = holder === undefined || holder === record.me ? undefined : record.log.members[holder]?.name;
    return name === undefined ? {} : { name };
  }

  /** Takes a case for a window from the other member who has it. Returns both. @throws Failure team-unreachable, team-not-allowed */
  async takeOver(target: Target, window: AbortSignal) {
    const record = await this.#connected();
    const subject = record && this.#subjects(record)(target);
    const from = this.#around.claims.get(subject ?? '');
    if (record === undefined || subject === undefined) {
      throw unreachable();
    }
    if (from === undefined || from === record.me || !mayDecide(record)) {
      throw refused(
        'Nobody else works on this case any more, or you may not decide. Nothing was taken over.',
      );
    }
    const holder = await this.#take(record, subject, window, from);
    if (holder === undefined) {
      throw unreachable();
    }
    const nameOf = (id: string) => ({ id, name: record.log.members[id]?.name ?? '' });
    if (holder !== record.me) {
      throw refused(`${nameOf(holder).name} of your team took this case before you. Nothing was taken over.`);
    }
    return { to: nameOf(record.me), from: nameOf(from) };
  }

  /** Gives up a case that a window has taken. */
  async release(target: Target, window: AbortSignal): Promise<void> {
    const record = await this.#deps.cases.index.team();
    const subject = record && this.#subjects(record)(target);
    if (record !== undefined && subject !== undefined) {
      this.#leave(record, subject, window);
    }
  }

  /** Takes the first of the cases that nobody else has or decided; the first of all without a team or a connection. */
  async takeNext(
    environmentId: string,
    conversationIds: readonly string[],
    window: AbortSignal,
  ): Promise<string | undefined> {
    const record = await this.#connected();
    if (record === undefined) {
      return conversationIds[0];
    }
    const before = this.#taken.get(window);
    const subjectOf = this.#subjects(record);
    for (const conversationId of conversationIds) {
      const subject = subjectOf({ environmentId, conversationId });
      if (subject === undefined) {
        return conversationId;
      }
      const asked = { environmentId, conversationId, since: this.#deps.now() - dayMs };
      if (await this.#deps.cases.request('isDecidedByOther', asked)) {
        continue;
      }
      const holder = await this.#take(record, subject, window).catch(ifUnreachable);
      if (holder === undefined) {
        // The connection was just lost: work goes on without claims.
        return conversationIds[0];
      }
      if (holder === record.me) {
        this.#taken.set(window, subject);
        if (before !== undefined && before !== subject) {
          this.#leave(record, before, window);
        }
        return conversationId;
      }
    }
    return undefined;
  }

  /** Gives up all cases. Waits for the database for a moment only. */
  async end(): Promise<void> {
    const record = this.#windows.size === 0 ? undefined : await this.#deps.cases.index.team();
    if (record !== undefined) {
      for (const window of new Set([...this.#windows.values()].flatMap((windows) => [...windows]))) {
        this.#closed(record, window);
      }
    }
    await within(endWithinMs, this.#ending);
  }

  /** Returns the team while it is connected, and this console a member. */
  async #connected(): Promise<KeptTeam | undefined> {
    const record = this.#isConnected() ? await this.#deps.cases.index.team() : undefined;
    return record !== undefined && isWorking(record) ? record : undefined;
  }

  /**
   * Takes a case. Returns the member who has it; undefined where the database does not say within a moment: nobody waits for it.
   * @param from the member from whom it may be taken
   */
  async #take(
    record: KeptTeam,
    subject: string,
    window: AbortSignal,
    from = '',
  ): Promise<string | undefined> {
    let isLate = false;
    const taking = this.#taking(record, subject, window, from, () => isLate);
    try {
      return await within(takeWithinMs, taking);
    } finally {
      isLate = true;
      taking.catch(() => undefined);
    }
  }

  async #taking(
    record: KeptTeam,
    subject: string,
    window: AbortSignal,
    from: string,
    isLate: () => boolean,
  ): Promise<string | undefined> {
    const values = [record.log.team, Buffer.from(subject, 'hex'), record.me];
    const [taken] = await this.#deps.link.send('call', { name: 'take_claim', values: [...values, from] });
    const holder = taken === undefined ? undefined : String(taken.take_claim);
    if (holder !== undefined && this.#around.claims.get(subject) !== holder) {
      this.#around.claims.set(subject, holder);
      this.#deps.changed();
    }
    if (holder === record.me && isLate()) {
      // Work went on without it, and perhaps elsewhere.
      if (!this.#windows.has(subject)) {
        await this.#deps.link.send('call', { name: 'end_claim', values });
      }
      return undefined;
    }
    if (holder === record.me) {
      const windows = this.#windows.get(subject) ?? new Set();
      this.#windows.set(subject, windows);
      windows.add(window);
      if (!this.#known.has(window)) {
        this.#known.add(window);
        window.addEventListener('abort', () => this.#closed(record, window), { once: true });
      }
      if (window.aborted) {
        this.#closed(record, window);
      }
    }
    return holder;
  }

  #closed(record: KeptTeam, window: AbortSignal): void {
    for (const subject of this.#windows.keys()) {
      this.#leave(record, subject, window);
    }
  }

  /** Ends a claim once the last window that shows the case leaves it. */
  #leave(record: KeptTeam, subject: string, window: AbortSignal): void {
    const windows = this.#windows.get(subject);
    if (this.#taken.get(window) === subject) {
      this.#taken.delete(window);
    }
    if (windows?.delete(window) === true && windows.size === 0) {
      this.#windows.delete(subject);
      const values = [record.log.team, Buffer.from(subject, 'hex'), record.me];
      const ended = this.#isConnected()
        ? this.#deps.link.send('call', { name: 'end_claim', values }).catch(() => undefined)
        : undefined;
      this.#ending = Promise.all([this.#ending, ended]);
    }
  }

  /** Returns the keyed hashes of cases: deriving the keys takes longer than many hashes. */
  #subjects({ log, keys }: KeptTeam): (target: Target) => string | undefined {
    const secret = keys[log.key];
    const key = secret === undefined ? undefined : new TeamKey(log.key, Buffer.from(secret, 'base64'));
    const names = this.#deps.environments();
    return ({ environmentId, conversationId }) => {
      const name = names.get(environmentId);
      return name === undefined ? undefined : key?.about(name, conversationId);
    };
  }
}

function isMember({ log }: KeptTeam, id: string): boolean {
  return log.members[id] !== undefined && log.members[id].removed === undefined;
}

function mayDecide(record: KeptTeam): boolean {
  const role = roleIn(record);
  return role !== undefined && allowedKinds[role].includes('decided');
}

function unreachable(): Failure {
  return new Failure({
    code: 'team-unreachable',
    message: 'Without a connection to the team’s database no case is taken over. Nothing was changed.',
    retryable: true,
  });
}

/** Returns undefined where the connection was just lost. @throws any other error */
function ifUnreachable(error: unknown): undefined {
  assertFailure(error);
}
