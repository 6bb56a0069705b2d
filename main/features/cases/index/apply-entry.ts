import { type CaseRow, caseStates, verdicts } from '../../../../preload/contract/cases.ts';
import { prepareAll } from '../../../store/prepare-all.ts';
import type { JournalEntry } from '../../records/journal/entry.ts';
import type { ReviewPart } from '../../records/journal/second-review.ts';
import type { CaseAssessor } from '../case-assessor.ts';
import type { CaseRecorder } from '../case-recorder.ts';
import { type DueCases, dueKinds } from '../due/due-cases.ts';
import {
  type CaseChange,
  caseChange,
  changeKinds,
  type ListField,
  type Wait,
  waitsAfter,
} from './case-change.ts';
import { casePlace, notePlace, type StoredCase, settlementPlace } from './case-table.ts';
import type { IndexParts } from './index-parts.ts';
import type { QuestionPart } from './questions.ts';

/** The entry kinds that add a case to the list. */
export const listedKinds = ['opened', ...changeKinds] as const;

/** The entry that a change comes from. */
export type ChangeEntry = Pick<JournalEntry, 'seq' | 'at' | 'actor'>;

/** Applies journal entries to the index. Applying an entry twice changes nothing. The caller opens the transaction. */
export class EntryApplier {
  readonly #parts: IndexParts;
  readonly #recorder: CaseRecorder;
  readonly #assessor: CaseAssessor;
  readonly #due: DueCases;
  readonly #sql;
  readonly #emptying;

  constructor(parts: IndexParts, recorder: CaseRecorder, assessor: CaseAssessor, due: DueCases) {
    this.#parts = parts;
    this.#recorder = recorder;
    this.#assessor = assessor;
    this.#due = due;
    this.#sql = prepareAll(parts.database, {
      decide: `UPDATE conversation SET decision = ?, decision_reason = ?, comment = ?, decided_at = ?, since_decided = NULL,
         decided_on = json_object('findings', json(findings), 'products', json(products)) WHERE id = ?`,
      redecide: `UPDATE conversation SET decision = ?, decision_reason = ?, comment = ?, decided_at = ?,
         decided_on = coalesce(decided_on, json_object('findings', json(findings), 'products', json(products))) WHERE id = ?`,
      addNote: 'INSERT OR IGNORE INTO note (case_id, seq, at, actor, content) VALUES (?, ?, ?, ?, ?)',
      countNotes:
        'UPDATE conversation SET note_count = (SELECT count(*) FROM note WHERE case_id = ?1) WHERE id = ?1',
      tick: `UPDATE conversation SET ticks = (SELECT json_group_array(value) FROM
         (SELECT value FROM json_each(ticks) WHERE value <> ?2 UNION ALL SELECT ?2 WHERE ?3)) WHERE id = ?1`,
      dropNote: 'DELETE FROM note WHERE case_id = ? AND seq = ?',
      dropAttachment: 'DELETE FROM attachment WHERE case_id = ? AND seq = ?',
      settle: `INSERT INTO settlement (case_id, key, at, actor, content) VALUES (?1, ?2, ?3, ?4, ?5)
         ON CONFLICT DO UPDATE SET at = ?3, actor = ?4, content = ?5`,
      unsettle: 'DELETE FROM settlement WHERE case_id = ? AND key = ?',
      addLabel: 'INSERT OR IGNORE INTO case_label (label_id, case_id) VALUES (?, ?)',
      dropLabel: 'DELETE FROM case_label WHERE label_id = ? AND case_id = ?',
      setState:
        'UPDATE conversation SET state = ?, state_rank = ?, waiting_reason = ?, waits = ? WHERE id = ?',
      waits: 'SELECT waits FROM conversation WHERE id = ?',
      followUp:
        'UPDATE conversation SET follow_up_on = ?, follow_up_reason = ?, follow_up_at = ? WHERE id = ?',
      setConflict: 'UPDATE conversation SET conflict = ?2 WHERE id = ?1 AND conflict IS NOT ?2',
      setParts:
        'UPDATE conversation SET second_review = ?2, question = ?3 WHERE id = ?1 AND (second_review IS NOT ?2 OR question IS NOT ?3)',
      assign: 'UPDATE conversation SET assigned_to = ?, assignment = ? WHERE id = ?',
      watch: 'UPDATE conversation SET watched = ? WHERE id = ?',
      review: 'UPDATE conversation SET reviewed_at = ? WHERE id = ?',
      reduce: `INSERT INTO conversation (id, environment_id, conversation_id, first_seen_at, opened_at, reviewed_at, touched_at, verdict,
         verdict_rank, decision, decision_reason, decided_at, state, state_rank, reduced_at)
       VALUES (:id, :environment, :conversation, :firstSeen, :opened, :reviewed, :touched, 'unread', ${verdicts.indexOf('unread')},
         :decision, :reason, :decidedAt, :state, :stateRank, :at)`,
      drop: 'DELETE FROM conversation WHERE id = ?',
      // Deletes the results it was decided on, so that a later reading does not count as a change.
      forgetDecidedOn: 'UPDATE conversation SET decided_on = NULL WHERE id = ?',
      touch: 'UPDATE conversation SET touched_at = max(touched_at, ?) WHERE id = ?',
    });
    this.#emptying = prepareAll<ListField>(parts.database, {
      labels: 'DELETE FROM case_label WHERE case_id = ?',
      notes: 'DELETE FROM note WHERE case_id = ?',
      settlements: 'DELETE FROM settlement WHERE case_id = ?',
      ticks: "UPDATE conversation SET ticks = '[]' WHERE id = ?",
    });
  }

  /**
   * Applies an entry. Returns its case for the next one, which need not look it up again.
   * @param last the case of the entry before, if nothing else was done since
   */
  apply({ seq, at, actor, kind, content }: JournalEntry, last?: StoredCase): StoredCase | undefined {
    if (content === undefined || content.conversationId === '') {
      return;
    }
    const { environmentId, conversationId, details } = content;
    if (kind === 'data-deleted') {
      if (details?.outcome === 'confirmed') {
        this.#recorder.markGone({ environmentId, conversationId, at });
      }
      return;
    }
    if (dueKinds.includes(kind)) {
      this.#due.apply({ environmentId, conversationId, kind, details: details ?? {}, at });
      return;
    }
    if (!listedKinds.some((one) => one === kind)) {
      return;
    }
    const isSame = last?.environment_id === environmentId && last.conversation_id === conversationId;
    const row = isSame ? last : this.#recorder.ensure(environmentId, conversationId, at);
    if (kind === 'opened') {
      this.#recorder.open(row.id, at);
      return row;
    }
    const change = details === undefined ? undefined : caseChange(kind, details);
    if (change !== undefined) {
      this.change(row, change, { seq, at, actor });
      if (change.kind !== 'decision-kept') {
        this.#sql.touch.run(at, row.id);
      }
    }
    // An entry after a decision needs the case with it.
    return kind === 'decided' || kind === 'decision-kept' ? undefined : row;
  }

  /** @param isCorrection true where a decision of the journal is written again: what it was made on stays */
  change(row: StoredCase, change: CaseChange, { seq, at, actor }: ChangeEntry, isCorrection = false): void {
    switch (change.kind) {
      case 'decided':
        this.#setDecision(row, change, at, isCorrection);
        return;
      case 'decision-kept':
        this.#reduce(row, at);
        if (change.decision !== undefined) {
          const decided = { ...change, comment: undefined, isOfOther: false };
          this.#setDecision(row, decided, change.decidedAt ?? at);
          this.#sql.forgetDecidedOn.run(row.id);
        }
        return;
      case 'settled': {
        const { key, settlement } = change;
        if (settlement === undefined) {
          this.#sql.unsettle.run(row.id, key);
        } else {
          const content = this.#parts.sealer.seal(JSON.stringify(settlement), settlementPlace(row, key));
          this.#sql.settle.run(row.id, key, at, actor, content);
        }
        return;
      }
      case 'noted':
        this.#parts.table.values.changed(row.id);
        this.#sql.addNote.run(
          row.id,
          seq,
          at,
          actor,
          this.#parts.sealer.seal(change.text, notePlace(row, seq)),
        );
        this.#sql.countNotes.run(row.id);
        return;
      case 'ticked':
        this.#sql.tick.run(row.id, change.item, change.ticked ? 1 : 0);
        return;
      case 'note-withdrawn':
        this.#parts.table.values.changed(row.id);
        this.#sql.dropNote.run(row.id, change.note);
        this.#sql.dropAttachment.run(row.id, change.note);
        this.#sql.countNotes.run(row.id);
        return;
      case 'labelled':
        this.#sql.addLabel.run(this.#parts.labels.idOf(row.environment_id, change.label), row.id);
        return;
      case 'unlabelled':
        for (const id of this.#parts.labels.ids(row.environment_id, [change.label])) {
          this.#sql.dropLabel.run(id, row.id);
        }
        return;
      case 'state-set': {
        const waits = JSON.parse(String(this.#sql.waits.get(row.id)?.waits ?? '[]')) as Wait[];
        this.setState(row, change, waitsAfter(waits, change, at));
        return;
      }
      case 'follow-up-set': {
        const { on, reason } = change.followUp ?? {};
        const content = reason && this.#parts.sealer.seal(reason, casePlace(row, 'follow_up_reason'));
        this.#sql.followUp.run(on ?? null, content ?? null, on === undefined ? null : at, row.id);
        return;
      }
      case 'assigned': {
        const { to = null, isOfOther, ...names } = change.assigned ?? {};
        const text = JSON.stringify({ ...names, ...(isOfOther === true && { by: actor }) });
        const content = to === null ? null : this.#parts.sealer.seal(text, casePlace(row, 'assignment'));
        this.#sql.assign.run(to, content, row.id);
        return;
      }
      case 'watched':
        this.#sql.watch.run(change.watched ? 1 : 0, row.id);
        return;
      case 'reviewed':
        this.#sql.review.run(change.reviewed ? at : null, row.id);
    }
  }

  /** Deletes everything of a case but the decision and when it was worked on: the row is made again, so that nothing is left out. */
  #reduce(row: StoredCase, at: number): void {
    if (row.reduced_at !== null && row.reduced_at >= at) {
      return;
    }
    const { id, state } = row;
    const relatedCases = this.#assessor.seenBefore.related(id);
    this.#sql.drop.run(id);
    this.#parts.table.values.changed(id);
    this.#sql.reduce.run({
      id,
      at,
      state,
      environment: row.environment_id,
      conversation: row.conversation_id,
      firstSeen: row.first_seen_at,
      opened: row.opened_at,
      reviewed: row.reviewed_at,
      touched: row.touched_at,
      decision: row.decision,
      reason: row.decision_reason,
      decidedAt: row.decided_at,
      stateRank: caseStates.indexOf(state),
    });
    this.#assessor.assessSeen(relatedCases.keys());
  }

  /** Writes the state, and the times in which the case waited for the user. */
  setState({ id }: StoredCase, { state, reason }: CaseChange<'state-set'>, waits: readonly Wait[]): void {
    const waitingReason = state === 'waiting' ? reason : undefined;
    this.#sql.setState.run(
      ...[state, caseStates.indexOf(state), waitingReason ?? null, JSON.stringify(waits), id],
    );
  }

  setConflict(id: number, conflict: NonNullable<CaseRow['conflict']>): void {
    this.#sql.setConflict.run(id, conflict.length === 0 ? null : JSON.stringify(conflict));
  }

  /** Writes the parts of this console in the second review of a case and in a question about it. */
  setParts(id: number, review: ReviewPart | undefined, question: QuestionPart | undefined): void {
    this.#sql.setParts.run(id, review ?? null, question ?? null);
  }

  /** Empties a field of a case, before it is written again. */
  clear({ id }: StoredCase, field: ListField): void {
    this.#emptying[field].run(id);
    this.#sql.countNotes.run(id);
    this.#parts.table.values.changed(id);
  }

  /** Sets a decision; a withdrawn one clears the columns. */
  #setDecision(
    row: StoredCase,
    { decision, reason, comment, isOfOther }: Omit<CaseChange<'decided'>, 'kind'>,
    at: number,
    isCorrection = false,
  ): void {
    if (decision === undefined) {
      this.#sql.decide.run(null, null, null, null, row.id);
      this.#assessor.otherDecided(row, undefined);
      return;
    }
    const content =
      comment === undefined ? null : this.#parts.sealer.seal(comment, casePlace(row, 'comment'));
    const columns = [decision, reason ?? null, content, at, row.id] as const;
    if (isCorrection) {
      this.#sql.redecide.run(...columns);
    } else {
      this.#sql.decide.run(...columns);
    }
    if (isOfOther === true && row.content_digest === null) {
      // This console never read what the other member decided on.
      this.#sql.forgetDecidedOn.run(row.id);
    }
    this.#assessor.otherDecided(row, decision);
  }
}
