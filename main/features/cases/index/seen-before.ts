import type { DatabaseSync } from 'node:sqlite';
import { type IdentifierKind, identifierKinds, type SeenBefore } from '../../../../preload/contract/cases.ts';
import { omitUndefined } from '../../../../preload/contract/objects.ts';
import { prepareAll } from '../../../store/prepare-all.ts';
import type { CheckedEntry, JournalStore } from '../../records/journal/journal-store.ts';
import { type CaseTable, decisionOf, type StoredCase } from './case-table.ts';

/** Other cases that are looked at for each identifier, the newest ones: a user key of tests may have thousands. */
const maxOfIdentifier = 200;
/** The most that are returned. */
const maxListed = 50;

/** The most other cases of which it is looked up who decided them, and the most entries of each. */
const maxReviewers = 5;
const maxEntries = 100;

/** Finds cases with the same user key, document number or national id. */
export class SeenBeforeCases {
  readonly #table: CaseTable;
  readonly #sql;

  constructor(database: DatabaseSync, table: CaseTable) {
    this.#table = table;
    this.#sql = prepareAll(database, {
      own: 'SELECT hash, kind FROM identifier WHERE case_id = ?',
      others: `SELECT case_id, kind FROM identifier WHERE hash = ?1 AND case_id <> ?2
       ORDER BY case_id DESC LIMIT ${maxOfIdentifier}`,
      userKey: "SELECT hash FROM identifier WHERE case_id = ? AND kind = 'user-key'",
    });
  }

  /** Rejected ones first, then the newest. */
  of(row: Pick<StoredCase, 'id'>): SeenBefore[] {
    const userKey = this.#userKeyOf(row.id);
    const matches = [...this.related(row.id)].flatMap(([id, kinds]) => {
      const other = this.#table.findById(id);
      return other === undefined ? [] : [{ id, kinds, other, decision: decisionOf(other) }];
    });
    matches.sort(
      (one, next) =>
        Number(next.decision?.kind === 'reject') - Number(one.decision?.kind === 'reject') ||
        next.id - one.id,
    );
    return matches.slice(0, maxListed).map(({ id, kinds, other, decision }) => {
      const otherKey = this.#userKeyOf(id);
      return {
        conversationId: other.conversation_id,
        by: identifierKinds.filter((kind) => kinds.has(kind)),
        otherUser: userKey !== undefined && otherKey !== undefined && Buffer.compare(userKey, otherKey) !== 0,
        verdict: other.verdict,
        ...omitUndefined({ decision, userKey: this.#table.userKeyOf(other) }),
        ...(other.opened_at === null ? {} : { openedAt: other.opened_at }),
      };
    });
  }

  /** Returns the ids of the other cases, each with what it has in common. */
  related(caseId: number): Map<number, Set<IdentifierKind>> {
    const kindsOf = new Map<number, Set<IdentifierKind>>();
    for (const { hash } of this.#sql.own.all(caseId)) {
      for (const { case_id, kind } of this.#sql.others.all(hash as Uint8Array, caseId)) {
        const kinds = kindsOf.get(Number(case_id)) ?? new Set();
        kindsOf.set(Number(case_id), kinds.add(kind as IdentifierKind));
      }
    }
    return kindsOf;
  }

  #userKeyOf(caseId: number): Uint8Array | undefined {
    return this.#sql.userKey.get(caseId)?.hash as Uint8Array | undefined;
  }
}

/** Adds who decided the first of the cases. */
export function withReviewers(
  cases: readonly SeenBefore[],
  journal: JournalStore,
  environmentId: string,
): SeenBefore[] {
  return cases.map((other, index) =>
    index < maxReviewers ? withReviewer(other, journal, environmentId) : other,
  );
}

/** Adds who decided a case: the entry with the time of the decision says so, or the one whose decision it brought back. */
export function withReviewer<T extends Pick<SeenBefore, 'conversationId' | 'decision'>>(
  about: T,
  journal: JournalStore,
  environmentId: string,
): T & { reviewer?: string } {
  const { conversationId, decision } = about;
  const entries = decision
    ? journal
        .checkedAbout(environmentId, conversationId, maxEntries)
        .filter(({ kind, isUnchanged }) => kind === 'decided' && isUnchanged)
    : [];
  const index = entries.findIndex(({ at }) => at === decision?.at);
  return { ...about, ...omitUndefined({ reviewer: deciderOf(entries, index) }) };
}

/** Returns who made the decision of an entry. A decision that an undo restored keeps the person who made it. @param entries that decide a case, newest first */
function deciderOf(entries: readonly CheckedEntry[], index: number): string | undefined {
  const entry = entries[index];
  const before = entries[index + 2];
  const { decision, reason, restored } = entry?.content.details ?? {};
  const earlier = before?.content.details;
  return restored === true && earlier?.decision === decision && earlier?.reason === reason
    ? deciderOf(entries, index + 2)
    : entry?.actor;
}
