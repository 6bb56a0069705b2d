import type { OpenedIndex } from '../index/opened-index.ts';

const dayMs = 86_400_000;
/** In milliseconds. A clock that jumps ahead by more may be wrong. */
const jumpMs = 7 * dayMs;
/** How long nothing is deleted by age after such a jump, in milliseconds. */
const waitMs = dayMs;

export interface SweepRequest {
  /** The existing environments. Cases of others, which were deleted, are removed once they are too old. */
  environmentIds: readonly string[];
  /** The most cases deleted. */
  max: number;
  at: number;
  actor: string;
}

export interface SweepResult {
  cases: { environmentId: string; conversationIds: string[] }[];
  more: boolean;
  /** Set after the clock jumped ahead: nothing is deleted by age before this time. */
  heldUntil?: number;
}

/** Deletes cases past the retention period of their environment. */
export class Sweep {
  readonly #opened: OpenedIndex;

  constructor(opened: OpenedIndex) {
    this.#opened = opened;
  }

  run({ environmentIds, max, at, actor }: SweepRequest): SweepResult {
    const heldUntil = this.observeClock(at);
    const cases: SweepResult['cases'] = [];
    if (heldUntil !== undefined) {
      return { cases, more: false, heldUntil };
    }
    let left = max;
    const known = new Set(environmentIds);
    // Cases of a deleted environment may remain, for example after a deletion while the keychain was locked.
    for (const environmentId of new Set([...known, ...this.#opened.index.environments()])) {
      const days = this.#opened.settings.retentionDays(environmentId);
      if (days === null) {
        continue;
      }
      const before = at - days * dayMs;
      this.#opened.change(() => this.#opened.callbacks.deleteOld(environmentId, before));
      const old = this.#opened.index.untouchedSince(environmentId, before, left, known.has(environmentId));
      if (old.length > 0) {
        const draft = { kind: 'retention', at, actor, details: { days } } as const;
        this.#opened.forgetting.cases(environmentId, old, draft, true);
        cases.push({ environmentId, conversationIds: old });
        left -= old.length;
      }
      if (left <= 0) {
        return { cases, more: true };
      }
    }
    if (cases.length > 0 || this.#opened.forgetting.isRewriteDue) {
      this.#opened.forgetting.removeBytes(false);
    }
    return { cases, more: false };
  }

  /**
   * Records the time to detect a clock set far ahead. Returns the time until which nothing is deleted by age; undefined if there is no
   * reason to wait.
   */
  observeClock(at: number): number | undefined {
    const { meta, journal } = this.#opened;
    const seen = meta.number('clock_seen') ?? journal.lastAt() ?? at;
    if (at - seen <= jumpMs) {
      meta.set('clock_seen', at);
      meta.delete('clock_jump');
      return undefined;
    }
    const jumped = Math.min(meta.number('clock_jump') ?? at, at);
    if (at - jumped >= waitMs) {
      meta.set('clock_seen', at);
      meta.delete('clock_jump');
      return undefined;
    }
    meta.set('clock_jump', jumped);
    return jumped + waitMs;
  }
}
