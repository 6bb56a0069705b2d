import { createHmac, hkdfSync } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { type DecisionKind, decisionKinds } from '../../../../preload/contract/cases.ts';
import type { SecondReviewRule } from '../../../../preload/contract/policy.ts';
import { allowedKinds, deletionKinds } from '../../../../preload/contract/team-roles.ts';
import { Failure } from '../../../common/failure.ts';
import type { Target } from '../../../common/target.ts';
import { Meta } from '../../../store/meta.ts';
import { prepareAll } from '../../../store/prepare-all.ts';
import { inTransaction } from '../../../store/sqlite-file.ts';
import type { DraftEntry, JournalEntry } from './entry.ts';
import { type Journal, type KeptTeam, roleIn } from './team-marks.ts';
import { heldBack, type PlacedDecision, type TeamOrder } from './team-order.ts';

export interface ReviewedDecision extends PlacedDecision {
  /** Milliseconds since the epoch. */
  at: number;
  /** Undefined for a withdrawal. */
  decision: DecisionKind | undefined;
  /** The codes of its reasons, separated by spaces. */
  reason: string | undefined;
}

/** A second review of a case: open until another person decides; where the two differ, until a third person does. */
export interface SecondReview {
  stage: 'open' | 'differs' | 'agreed' | 'settled';
  first: ReviewedDecision;
  second?: ReviewedDecision;
}

/**
 * Returns all second reviews of a case, and the one that its last decision belongs to.
 *
 * @param decisions in the order in which they count
 */
export function secondReviews(decisions: readonly ReviewedDecision[]): {
  all: SecondReview[];
  last: SecondReview | undefined;
} {
  const all: SecondReview[] = [];
  let last: SecondReview | undefined;
  for (const one of decisions) {
    if (last?.stage === 'differs') {
      const isThird = one.author !== last.first.author && one.author !== last.second?.author;
      if (isThird && one.decision !== undefined && one.known >= (last.second?.place ?? 0)) {
        last.stage = 'settled';
      }
    } else if (last?.stage === 'open' && one.author !== last.first.author) {
      if (one.decision !== undefined) {
        last.second = one;
        last.stage = one.decision === last.first.decision ? 'agreed' : 'differs';
      }
    } else {
      last = one.isDrawn && one.decision !== undefined ? { stage: 'open', first: one } : undefined;
      all.push(...(last === undefined ? [] : [last]));
    }
  }
  return { all, last };
}

/**
 * The part of a console in a second review: it decides as the `second` or `third` person; or it cannot, while a second decision is awaited (`open`),
 * or a third one because the two differ (`differs`).
 */
export type ReviewPart = 'second' | 'third' | 'open' | 'differs';

/** The condition of an entry that may be shown. */
export const isNotHeld = `NOT EXISTS (SELECT 1 FROM team_place WHERE team_place.seq = entry.seq AND is_refused = ${heldBack})`;

const drawnName = 'team_drawn';

/**
 * Draws decisions for a second review, and holds back from a person who may be the second one what the first person entered about the case, and what
 * anybody entered after the decision. Nothing of it is applied to the list or read from the journal until both have decided.
 */
export class SecondReviews {
  readonly #database: DatabaseSync;
  readonly #journal: Journal;
  readonly #order: TeamOrder;
  readonly #team: () => KeptTeam | undefined;
  readonly #meta: Meta;
  readonly #sql;
  /** True once a decision of the team was drawn: until then nothing is looked up. */
  #isUsed: boolean;

  constructor(database: DatabaseSync, journal: Journal, order: TeamOrder, team: () => KeptTeam | undefined) {
    this.#database = database;
    this.#journal = journal;
    this.#order = order;
    this.#team = team;
    this.#meta = new Meta(database);
    this.#isUsed = this.#meta.number(drawnName) === 1;
    const kinds = deletionKinds.map((kind) => `'${kind}'`).join(', ');
    this.#sql = prepareAll(database, {
      // What was done at the service is never held back.
      hold: `UPDATE team_place SET is_refused = iif(?1 AND (author = ?2 OR place > ?3), ${heldBack}, 0)
        WHERE is_refused = iif(?1 AND (author = ?2 OR place > ?3), 0, ${heldBack}) AND author <> ?4
          AND seq IN (SELECT seq FROM content CROSS JOIN entry USING (seq)
            WHERE environment_id = ?5 AND conversation_id = ?6 AND kind NOT IN (${kinds}))`,
      byTwo: `SELECT conversation_id FROM content CROSS JOIN entry USING (seq) LEFT JOIN team_place ON team_place.seq = entry.seq
        WHERE environment_id = ? AND kind = 'decided' GROUP BY conversation_id HAVING count(DISTINCT coalesce(author, '')) > 1`,
      isHeldPlace: `SELECT 1 FROM team_place WHERE place = ? AND is_refused = ${heldBack}`,
      isHeld: `SELECT 1 FROM team_place WHERE seq = ? AND is_refused = ${heldBack}`,
    });
  }

  /** Returns whether a decision on a case is drawn, the same on every console that has the key. @param share from 0 to 1 */
  draws(conversationId: string, share: number): boolean {
    const team = this.#team();
    const key = team?.keys[team.log.key];
    return (
      key !== undefined && this.mayTakePart && drawOf(Buffer.from(key, 'base64'), conversationId) < share
    );
  }

  isHeld(seq: number): boolean {
    return this.#isUsed && this.#sql.isHeld.get(seq) !== undefined;
  }

  isHeldPlace(place: number): boolean {
    return this.#sql.isHeldPlace.get(place) !== undefined;
  }

  /** Returns the second reviews of a case; none where no decision of the team was drawn. */
  of({ environmentId, conversationId }: Target): ReturnType<typeof secondReviews> {
    const decisions = this.#isUsed ? this.#order.placed(environmentId, conversationId) : [];
    return secondReviews(
      decisions.map((one) => {
        const [entry] = this.#journal.after(one.seq - 1, 1);
        const { decision, reason, secondReview } = entry?.content?.details ?? {};
        return {
          ...one,
          at: entry?.at ?? 0,
          isDrawn: one.isDrawn || secondReview === true,
          decision: decisionKinds.find((name) => name === decision),
          reason: typeof reason === 'string' ? reason : undefined,
        };
      }),
    );
  }

  /** Yields the second reviews of an environment that two people have signed. */
  *reviewsOf(environmentId: string): Generator<Required<SecondReview>> {
    for (const { conversation_id } of this.#isUsed ? this.#sql.byTwo.all(environmentId) : []) {
      const { all } = this.of({ environmentId, conversationId: String(conversation_id) });
      for (const { stage, first, second } of all) {
        if (second !== undefined) {
          yield { stage, first, second };
        }
      }
    }
  }

  /**
   * @throws Failure team-not-allowed where this console is one of two that decided a case differently, or takes back a second decision after seeing the
   * first
   */
  check(drafts: readonly DraftEntry[]): void {
    for (const { kind, environmentId = '', conversationId = '', details } of this.#isUsed ? drafts : []) {
      const { last } = kind === 'decided' ? this.of({ environmentId, conversationId }) : {};
      const me = this.#team()?.me ?? '';
      if (last?.stage === 'differs' && [last.first.author, last.second?.author].includes(me)) {
        throw new Failure({
          code: 'team-not-allowed',
          message: 'You are one of two people who decided this case differently. Nothing was changed.',
          hint: 'A third person decides it.',
        });
      }
      if (last?.stage === 'agreed' && last.second?.author === me && details?.restored === true) {
        throw new Failure({
          code: 'team-not-allowed',
          message:
            'This was the second decision of a review, and you know the first one now. Nothing was undone.',
          hint: 'Withdraw it with a reason, or decide again.',
        });
      }
    }
  }

  /** Returns the part of this console in the second review of a case; undefined where nothing is awaited. */
  partIn(target: Target): ReviewPart | undefined {
    const team = this.#team();
    const { last } = this.of(target);
    if (team === undefined || last === undefined) {
      return undefined;
    }
    const isFree = this.mayTakePart && ![last.first.author, last.second?.author].includes(team.me);
    switch (last.stage) {
      case 'open':
        return isFree ? 'second' : 'open';
      case 'differs':
        return isFree ? 'third' : 'differs';
      default:
        return undefined;
    }
  }

  /** True if the role of this console in its team decides cases. */
  get mayTakePart(): boolean {
    const role = roleIn(this.#team());
    return role !== undefined && allowedKinds[role].includes('decided');
  }

  /** Notices the first entry about a decision that was drawn. */
  notice(entries: readonly Pick<JournalEntry, 'content'>[]): void {
    if (entries.some(({ content }) => content?.details?.secondReview === true)) {
      this.use();
    }
  }

  /** Looks cases up from now on. */
  use(): void {
    if (!this.#isUsed) {
      this.#meta.set(drawnName, 1);
      this.#isUsed = true;
    }
  }

  /** Holds back entries about cases, or no longer. Returns the cases of which other entries count now. */
  hold(targets: readonly Target[]): Target[] {
    if (!this.#isUsed || targets.length === 0) {
      return [];
    }
    return inTransaction(this.#database, () => targets.filter((target) => this.#hold(target)));
  }

  #hold(target: Target): boolean {
    const { first } = this.partIn(target) === 'second' ? (this.of(target).last ?? {}) : {};
    const { changes } = this.#sql.hold.run(
      ...[first === undefined ? 0 : 1, first?.author ?? '', first?.place ?? 0],
      ...[this.#team()?.me ?? '', target.environmentId, target.conversationId],
    );
    return Number(changes) > 0;
  }
}

/** Returns a number from 0 to below 1 that follows from a case and the team's key, and that nobody can predict without the key. */
export function drawOf(secret: Uint8Array, conversationId: string): number {
  const key = Buffer.from(hkdfSync('sha256', secret, 'assay-second-review-1', '', 32));
  const hash = createHmac('sha256', key).update(conversationId).digest();
  return hash.readUIntBE(0, 6) / 2 ** 48;
}

/** The decisions that can have a second review, as a policy names them: others end nothing. */
const reviewedDecisions: Readonly<Record<string, SecondReviewRule['decision']>> = {
  clear: 'approve',
  reject: 'reject',
};

/** Returns whether a second person may review decisions of a kind. */
export function isReviewed(decision: unknown): boolean {
  return Object.hasOwn(reviewedDecisions, String(decision));
}

/** Returns the share of decisions like one that a second person reviews, from 0 to 1. @param heaviest the weight of the heaviest finding of the case */
export function reviewedShare(
  rules: readonly SecondReviewRule[],
  decision: unknown,
  heaviest: number,
): number {
  const reviewed = isReviewed(decision) ? reviewedDecisions[String(decision)] : undefined;
  const percents = rules.flatMap(({ percent, findingsFrom = 0, ...rule }) =>
    reviewed !== undefined && (rule.decision ?? reviewed) === reviewed && heaviest >= findingsFrom
      ? [percent]
      : [],
  );
  return Math.max(0, ...percents) / 100;
}
