import type { RetentionPeriods } from '../../../../preload/contract/case-settings.ts';
import type { EntryDetails, EntryKind } from '../../../../preload/contract/new-entry.ts';
import { omitUndefined } from '../../../../preload/contract/objects.ts';
import type { DraftEntry } from '../../records/journal/entry.ts';
import type { ExportedEntry } from '../../records/journal/journal-store.ts';
import type { Act, CaseList } from '../index/case-list.ts';
import { addSwept } from './swept.ts';
import { untouchedSince } from './untouched-cases.ts';

const dayMs = 86_400_000;
/** In milliseconds. A clock that jumps ahead by more may be wrong. */
const jumpMs = 7 * dayMs;
/** The time for which nothing is deleted by age after such a jump, in milliseconds. */
const waitMs = dayMs;

export interface SweepRequest extends Act {
  /** The existing environments. Cases of others, which were deleted, are removed once they are too old. */
  environmentIds: readonly string[];
  /** The most cases deleted. */
  max: number;
}

export interface SweepResult {
  cases: { environmentId: string; conversationIds: string[] }[];
  more: boolean;
  /** The time before which nothing is deleted by age, set after the clock jumped ahead. */
  heldUntil?: number;
}

/** Cases past their retention period. */
interface DueCases {
  removedIds: string[];
  /** Cases of which the decision is kept, with the entries that keep it. */
  reductions: Map<string, Omit<DraftEntry, 'at' | 'actor'>[]>;
}

/** Deletes cases past the retention period of their environment, or everything of them but the decision. */
export class Sweep {
  readonly #list: CaseList;

  constructor(list: CaseList) {
    this.#list = list;
  }

  run({ environmentIds, max, at, actor }: SweepRequest): SweepResult {
    const heldUntil = this.observeClock(at);
    const cases: SweepResult['cases'] = [];
    if (heldUntil !== undefined) {
      return { cases, more: false, heldUntil };
    }
    let remaining = max;
    const existing = new Set(environmentIds);
    // Cases of a deleted environment may remain, for example after a deletion while the keychain was locked.
    for (const environmentId of new Set([...existing, ...this.#list.index.environments()])) {
      const periods = this.#list.settings.retention(environmentId);
      if (periods.retentionDays === null) {
        continue;
      }
      const due = this.#find(environmentId, periods, {
        at,
        max: remaining,
        keepUnfinished: existing.has(environmentId),
      });
      const conversationIds = [...due.removedIds, ...due.reductions.keys()];
      if (conversationIds.length > 0) {
        const days = omitUndefined({
          days: periods.retentionDays,
          decisionDays: periods.decisionDays ?? undefined,
        });
        const draft = { kind: 'retention', at, actor, details: days } as const;
        this.#delete(environmentId, due, draft);
        this.#list.change(() =>
          addSwept(this.#list.meta, environmentId, {
            at,
            reduced: due.reductions.size,
            removed: due.removedIds.length,
          }),
        );
        cases.push({ environmentId, conversationIds });
        remaining -= conversationIds.length;
      }
      if (remaining <= 0) {
        return { cases, more: true };
      }
    }
    if (cases.length > 0 || this.#list.forgetting.isRewriteDue) {
      this.#list.forgetting.removeBytes(false);
    }
    return { cases, more: false };
  }

  /** Finds the cases due and the entries of those of which the decision is kept. Deletes old callbacks, too. */
  #find(
    environmentId: string,
    { retentionDays, decisionDays }: RetentionPeriods,
    { at, max, keepUnfinished }: { at: number; max: number; keepUnfinished: boolean },
  ): DueCases {
    const { database, journal, callbacks } = this.#list;
    const daysAgo = (days: number) => at - days * dayMs;
    const before = daysAgo(retentionDays ?? 0);
    this.#list.change(() => callbacks.deleteOld(environmentId, before));
    const removedIds =
      decisionDays === null
        ? []
        : untouchedSince(database, environmentId, daysAgo(decisionDays), max, {
            keepUnfinished,
            withReduced: true,
          }).map(({ conversationId }) => conversationId);
    const reductions: DueCases['reductions'] = new Map();
    const old = untouchedSince(database, environmentId, before, max, { keepUnfinished, withReduced: false });
    for (const { conversationId, decision } of old) {
      if (removedIds.includes(conversationId) || removedIds.length + reductions.size >= max) {
        continue;
      }
      const decisions = keptDecisions(journal.decisions(environmentId, conversationId));
      if (decisions.length > 0) {
        reductions.set(
          conversationId,
          decisions.map((entry) => ({ ...entry, environmentId, conversationId })),
        );
      } else if (decision === undefined) {
        // A decision that the journal does not have is kept as it is.
        removedIds.push(conversationId);
      }
    }
    return { removedIds, reductions };
  }

  #delete(environmentId: string, { removedIds, reductions }: DueCases, draft: DraftEntry): void {
    const { forgetting } = this.#list;
    if (removedIds.length > 0) {
      forgetting.cases(environmentId, removedIds, draft, true);
    }
    if (reductions.size > 0) {
      const { at, actor } = draft;
      const decisions = [...reductions.values()].flat().map((entry) => ({ ...entry, at, actor }));
      forgetting.reduce(environmentId, [...reductions.keys()], draft, decisions);
    }
  }

  /**
   * Records the time to detect a clock set far ahead. Returns the time until which nothing is deleted by age; undefined if there is no
   * reason to wait.
   */
  observeClock(at: number): number | undefined {
    const { meta, journal } = this.#list;
    const latest = meta.number('clock_seen') ?? journal.lastAt() ?? at;
    if (at - latest <= jumpMs) {
      meta.set('clock_seen', at);
      meta.delete('clock_jump');
      return undefined;
    }
    const jump = Math.min(meta.number('clock_jump') ?? at, at);
    if (at - jump >= waitMs) {
      meta.set('clock_seen', at);
      meta.delete('clock_jump');
      return undefined;
    }
    meta.set('clock_jump', jump);
    return jump + waitMs;
  }
}

/**
 * Returns the parts of a conversation's decisions that stay when retention deletes its data: each decision with its reason's code, reviewer,
 * time, number in the journal and hash, without the comment. Empty if there is none, or the last one was withdrawn.
 *
 * @param all the entries that decide it, oldest first; those that cannot be decrypted are left out
 */
function keptDecisions(all: readonly ExportedEntry[]): { kind: EntryKind; details: EntryDetails }[] {
  const entries = all.filter(({ content }) => content?.details !== undefined);
  const last = entries.at(-1);
  if (last === undefined || last.content?.details?.withdrawn === true) {
    return [];
  }
  return entries.map(({ kind, at, actor, seq, hash, content }) => {
    const details = content?.details ?? {};
    if (kind === 'decision-kept') {
      return { kind, details };
    }
    const text = (name: string) => (typeof details[name] === 'string' ? details[name] : undefined);
    const own = omitUndefined({ decision: text('decision'), reason: text('reason') });
    const withdrawal = details.withdrawn === true ? { withdrawn: true } : {};
    return {
      kind: 'decision-kept',
      details: { ...own, ...withdrawal, reviewer: actor, decidedAt: at, entry: seq, hash },
    };
  });
}
