import type { DatabaseSync } from 'node:sqlite';
import {
  type CaseState,
  caseStates,
  type DecisionKind,
  decisionKinds,
  verdicts,
} from '../../../preload/contract/cases.ts';
import type { EntryDetails, JournalEntry } from '../../journal/entry.ts';
import { prepareAll } from '../../store/prepare-all.ts';
import type { Sealer } from '../../store/sealing.ts';
import type { CaseRecorder } from '../case-recorder.ts';
import { type CaseTable, casePlace, type StoredCase } from './case-table.ts';
import type { Labels } from './labels.ts';

/** The entry kinds that change a case. */
const changes = [
  'opened',
  'decided',
  'noted',
  'labelled',
  'unlabelled',
  'state-set',
  'watched',
  'reviewed',
] as const;
type Change = (typeof changes)[number];

function isChange(kind: string): kind is Change {
  return changes.some((one) => one === kind);
}

/** Binds a note's sealed text to the entry that created it. */
export function notePlace({ environment_id, conversation_id }: StoredCase, seq: number) {
  return {
    table: 'note',
    column: 'content',
    environmentId: environment_id,
    row: `${conversation_id} ${seq}`,
  };
}

/** Applies journal entries to the index. Applying an entry twice changes nothing. The caller opens the transaction. */
export class EntryApplier {
  readonly #sealer: Sealer;
  readonly #recorder: CaseRecorder;
  readonly #labels: Labels;
  readonly #table: CaseTable;
  readonly #sql;

  constructor(
    database: DatabaseSync,
    sealer: Sealer,
    recorder: CaseRecorder,
    labels: Labels,
    table: CaseTable,
  ) {
    this.#sealer = sealer;
    this.#recorder = recorder;
    this.#labels = labels;
    this.#table = table;
    this.#sql = prepareAll(database, {
      decide: `UPDATE conversation SET decision = ?, decision_reason = ?, comment = ?, decided_at = ?, since_decided = NULL,
         decided_on = json_object('findings', json(findings), 'products', json(products)) WHERE id = ?`,
      addNote: 'INSERT OR IGNORE INTO note (case_id, seq, at, actor, content) VALUES (?, ?, ?, ?, ?)',
      countNotes:
        'UPDATE conversation SET note_count = (SELECT count(*) FROM note WHERE case_id = ?1) WHERE id = ?1',
      addLabel: 'INSERT OR IGNORE INTO case_label (label_id, case_id) VALUES (?, ?)',
      dropLabel: 'DELETE FROM case_label WHERE label_id = ? AND case_id = ?',
      setState: 'UPDATE conversation SET state = ?, state_rank = ? WHERE id = ?',
      watch: 'UPDATE conversation SET watched = ? WHERE id = ?',
      review: 'UPDATE conversation SET reviewed_at = ? WHERE id = ?',
      reduce: `INSERT INTO conversation (id, environment_id, conversation_id, first_seen_at, opened_at, reviewed_at, touched_at, verdict,
         verdict_rank, decision, decision_reason, decided_at, state, state_rank, reduced_at)
       VALUES (:id, :environment, :conversation, :firstSeen, :opened, :reviewed, :touched, 'unread', ${verdicts.indexOf('unread')},
         :decision, :reason, :decidedAt, :state, :stateRank, :at)`,
      drop: 'DELETE FROM conversation WHERE id = ?',
      touch: 'UPDATE conversation SET touched_at = max(touched_at, ?) WHERE id = ?',
    });
  }

  apply({ seq, at, actor, kind, content }: JournalEntry): void {
    if (content === undefined || content.conversationId === '') {
      return;
    }
    const { environmentId, conversationId, details } = content;
    if (kind === 'data-deleted') {
      if (details?.outcome === 'confirmed') {
        this.#recorder.markGone(environmentId, conversationId, at);
      }
      return;
    }
    if (kind === 'decision-kept') {
      this.#reduce(this.#recorder.ensure(environmentId, conversationId, at), at, details ?? {});
      return;
    }
    if (!isChange(kind)) {
      return;
    }
    const stored = this.#recorder.ensure(environmentId, conversationId, at);
    if (kind === 'opened') {
      this.#recorder.open(stored.id, at);
    } else if (details !== undefined) {
      this.#change(stored, kind, details, { seq, at, actor });
      this.#sql.touch.run(at, stored.id);
    }
  }

  #change(
    stored: StoredCase,
    kind: Exclude<Change, 'opened'>,
    details: Record<string, unknown>,
    { seq, at, actor }: Pick<JournalEntry, 'seq' | 'at' | 'actor'>,
  ): void {
    const text = (name: string) => (typeof details[name] === 'string' ? details[name] : undefined);
    switch (kind) {
      case 'decided':
        this.#setDecision(stored, at, text('decision'), text('reason'), text('comment'));
        return;
      case 'noted':
        this.#sql.addNote.run(
          stored.id,
          seq,
          at,
          actor,
          this.#sealer.seal(text('text') ?? '', notePlace(stored, seq)),
        );
        this.#sql.countNotes.run(stored.id);
        return;
      case 'labelled':
        this.#sql.addLabel.run(this.#labels.idOf(stored.environment_id, text('label') ?? ''), stored.id);
        return;
      case 'unlabelled':
        for (const id of this.#labels.ids(stored.environment_id, [text('label') ?? ''])) {
          this.#sql.dropLabel.run(id, stored.id);
        }
        return;
      case 'state-set': {
        const state: CaseState = caseStates.find((one) => one === details.state) ?? 'open';
        this.#sql.setState.run(state, caseStates.indexOf(state), stored.id);
        return;
      }
      case 'watched':
        this.#sql.watch.run(details.watched === true ? 1 : 0, stored.id);
        return;
      case 'reviewed':
        this.#sql.review.run(details.reviewed === true ? at : null, stored.id);
    }
  }

  /** Deletes everything of a case but the decision and when it was worked on: the row is made again, so that nothing is left out. */
  #reduce(stored: StoredCase, at: number, details: EntryDetails): void {
    const isReduced = stored.reduced_at !== null && stored.reduced_at >= at;
    const kind = decisionKinds.find((one) => one === details.decision);
    if (!isReduced) {
      const { id, state } = stored;
      const related = this.#recorder.seenBefore.related(id);
      this.#sql.drop.run(id);
      this.#table.changed(id);
      this.#sql.reduce.run({
        id,
        at,
        state,
        environment: stored.environment_id,
        conversation: stored.conversation_id,
        firstSeen: stored.first_seen_at,
        opened: stored.opened_at,
        reviewed: stored.reviewed_at,
        touched: stored.touched_at,
        decision: stored.decision,
        reason: stored.decision_reason,
        decidedAt: stored.decided_at,
        stateRank: caseStates.indexOf(state),
      });
      this.#recorder.otherRemoved(related.keys());
    }
    if (kind !== undefined) {
      const reason = typeof details.reason === 'string' ? details.reason : null;
      const decidedAt = typeof details.decidedAt === 'number' ? details.decidedAt : at;
      this.#sql.decide.run(kind, reason, null, decidedAt, stored.id);
    }
  }

  /** A withdrawn decision clears the columns. */
  #setDecision(
    stored: StoredCase,
    at: number,
    given: string | undefined,
    reason: string | undefined,
    comment: string | undefined,
  ): void {
    const kind: DecisionKind | undefined = decisionKinds.find((one) => one === given);
    if (kind === undefined) {
      this.#sql.decide.run(null, null, null, null, stored.id);
      this.#recorder.otherDecided(stored, undefined);
      return;
    }
    const sealed = comment === undefined ? null : this.#sealer.seal(comment, casePlace(stored, 'comment'));
    this.#sql.decide.run(kind, reason ?? null, sealed, at, stored.id);
    this.#recorder.otherDecided(stored, kind);
  }
}
