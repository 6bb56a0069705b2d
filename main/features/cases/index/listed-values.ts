import type { DatabaseSync } from 'node:sqlite';
import { caseStates } from '../../../../preload/contract/cases.ts';
import type { EntryDetails } from '../../../../preload/contract/new-entry.ts';
import { omitUndefined } from '../../../../preload/contract/objects.ts';
import { prepareAll } from '../../../store/prepare-all.ts';
import { readableText, type Sealer } from '../../../store/sealing.ts';
import type { EntryApplier } from './apply-entry.ts';
import type { CaseChange } from './case-change.ts';
import { type CaseTable, notePlace, type StoredCase } from './case-table.ts';
import { type JournalField, type JournalValues, journalFields, type SingleKind } from './journal-values.ts';
import type { Labels } from './labels.ts';

/** The values in the list that differ from the journal, by field. */
export type Differences = Map<JournalField, EntryDetails>;

/** The values of cases in the list that come from the journal: compared with it, and written from it again. */
export class ListedValues {
  readonly #sealer: Sealer;
  readonly #table: CaseTable;
  readonly #labels: Labels;
  readonly #applier: EntryApplier;
  readonly #sql;

  constructor(
    database: DatabaseSync,
    sealer: Sealer,
    table: CaseTable,
    labels: Labels,
    applier: EntryApplier,
  ) {
    this.#sealer = sealer;
    this.#table = table;
    this.#labels = labels;
    this.#applier = applier;
    this.#sql = prepareAll(database, {
      valued: `SELECT id FROM conversation WHERE decision IS NOT NULL OR decision_reason IS NOT NULL OR comment IS NOT NULL
         OR decided_at IS NOT NULL OR state <> 'open' OR state_rank <> 0 OR watched <> 0 OR reviewed_at IS NOT NULL OR note_count <> 0
         OR assigned_to IS NOT NULL OR waits <> '[]' OR waiting_reason IS NOT NULL OR follow_up_on IS NOT NULL OR ticks <> '[]'
       UNION SELECT case_id FROM case_label UNION SELECT case_id FROM note UNION SELECT case_id FROM settlement`,
      labelIds: 'SELECT label_id FROM case_label WHERE case_id = ? ORDER BY label_id',
      notes: 'SELECT seq, at, actor, content FROM note WHERE case_id = ? ORDER BY seq',
    });
  }

  /** Returns the ids of the rows that have such values. */
  idsWithValues(): number[] {
    return this.#sql.valued.all().map((row) => Number(row.id));
  }

  differences(row: StoredCase, values: JournalValues): Differences {
    const differences: Differences = new Map();
    for (const field of journalFields) {
      const details = values.isKnown(field) ? this.#difference(field, row, values) : undefined;
      if (details !== undefined) {
        differences.set(field, details);
      }
    }
    return differences;
  }

  /** Writes fields of a case as the journal has them. The caller opens the transaction. */
  correct(row: StoredCase, values: JournalValues, fields: Iterable<JournalField>): void {
    for (const field of fields) {
      this.#correct(field, row, values);
    }
    this.#table.values.changed(row.id);
  }

  #difference(field: JournalField, row: StoredCase, values: JournalValues): EntryDetails | undefined {
    switch (field) {
      case 'decision':
        return this.#decisionDifference(row, values);
      case 'state': {
        const { state = 'open', reason } = values.last('state-set')?.change ?? {};
        const isSame =
          row.state === state &&
          row.state_rank === caseStates.indexOf(state) &&
          row.waiting_reason === ((state === 'waiting' ? reason : undefined) ?? null) &&
          (values.waits === undefined || row.waits === JSON.stringify(values.waits));
        return isSame ? undefined : { state: row.state };
      }
      case 'followUp': {
        const last = values.last('follow-up-set');
        const followUp = last?.change.followUp;
        const inList = this.#table.followUpOf(row);
        const isSame =
          inList?.on === followUp?.on &&
          inList?.reason === followUp?.reason &&
          row.follow_up_at === (followUp === undefined ? null : (last?.entry.at ?? null));
        return isSame ? undefined : { followUp: row.follow_up_on ?? '' };
      }
      case 'assignment': {
        const last = values.last('assigned');
        const recipient = last?.change.assigned;
        const assignment = this.#table.assignmentOf(row);
        const isSame =
          assignment?.to === recipient?.to &&
          assignment?.name === recipient?.name &&
          assignment?.note === recipient?.note &&
          assignment?.from?.id === recipient?.from?.id &&
          assignment?.by === (recipient?.isOfOther === true ? last?.entry.actor : undefined);
        return isSame ? undefined : { assigned: assignment?.name ?? '' };
      }
      case 'watched': {
        const isWatched = values.last('watched')?.change.watched ?? false;
        return (row.watched === 1) === isWatched ? undefined : { watched: row.watched === 1 };
      }
      case 'reviewed': {
        const last = values.last('reviewed');
        const at = last?.change.reviewed === true ? last.entry.at : null;
        return row.reviewed_at === at ? undefined : { reviewedAt: row.reviewed_at ?? 0 };
      }
      case 'labels':
        return this.#labelDifference(row, values);
      case 'notes':
        return this.#noteDifference(row, values);
      case 'settlements':
        return this.#settlementDifference(row, values);
      case 'ticks':
        return row.ticks === JSON.stringify(values.ticks) ? undefined : { ticks: row.ticks };
    }
  }

  #decisionDifference(row: StoredCase, values: JournalValues): EntryDetails | undefined {
    const last = values.last('decided');
    const change = last?.change.decision === undefined ? undefined : last.change;
    const comment = this.#table.commentOf(row);
    const isSame =
      row.decision === (change?.decision ?? null) &&
      row.decision_reason === (change?.reason ?? null) &&
      row.decided_at === (change === undefined ? null : (last?.entry.at ?? null)) &&
      (row.comment === null) === (change?.comment === undefined) &&
      comment === change?.comment;
    return isSame
      ? undefined
      : {
          decision: row.decision ?? 'none',
          ...omitUndefined({
            reason: row.decision_reason ?? undefined,
            comment,
            decidedAt: row.decided_at ?? undefined,
          }),
        };
  }

  #labelDifference(caseRow: StoredCase, values: JournalValues): EntryDetails | undefined {
    const journalIds = new Set(this.#labels.ids(caseRow.environment_id, [...values.labels.keys()]));
    const labelIds = this.#sql.labelIds.all(caseRow.id).map((row) => Number(row.label_id));
    const isSame =
      journalIds.size === values.labels.size &&
      labelIds.length === journalIds.size &&
      labelIds.every((id) => journalIds.has(id));
    const names = this.#labels.names(caseRow.environment_id);
    return isSame ? undefined : { labels: labelIds.map((id) => names.get(id) ?? '?').join(', ') };
  }

  #noteDifference(row: StoredCase, values: JournalValues): EntryDetails | undefined {
    if (row.note_count === 0 && values.notes.size === 0) {
      return this.#sql.notes.all(row.id).length === 0 ? undefined : { notes: '' };
    }
    const notes = this.#sql.notes.all(row.id).map(({ seq, at, actor, content }) => ({
      seq: Number(seq),
      at: Number(at),
      actor: String(actor),
      text: readableText(this.#sealer, content as Uint8Array, notePlace(row, Number(seq))),
    }));
    const isSame =
      row.note_count === notes.length &&
      notes.length === values.notes.size &&
      notes.every(({ seq, at, actor, text }) => {
        const note = values.notes.get(seq);
        return note !== undefined && note.text === text && note.entry.at === at && note.entry.actor === actor;
      });
    // The text of a note that the journal does not have would be lost otherwise.
    const others = notes.filter(({ seq }) => !values.notes.has(seq)).map(({ text = '?' }) => text);
    return isSame ? undefined : { notes: others.join('\n') };
  }

  #settlementDifference(row: StoredCase, values: JournalValues): EntryDetails | undefined {
    const settlements = this.#table.settlementsOf(row);
    const isSame =
      settlements.length === values.settlements.size &&
      settlements.every(({ key, kind, reason, at, actor }) => {
        const settlement = values.settlements.get(key);
        return (
          settlement?.change.settlement?.kind === kind &&
          settlement.change.settlement.reason === reason &&
          settlement.entry.at === at &&
          settlement.entry.actor === actor
        );
      });
    return isSame ? undefined : { settlements: settlements.length };
  }

  #correct(field: JournalField, row: StoredCase, values: JournalValues): void {
    const applier = this.#applier;
    /** @param unset the value where the journal has no such entry */
    const setSingle = (unset: Extract<CaseChange, { kind: SingleKind }>) => {
      const { change, entry } = values.last(unset.kind) ?? {
        change: unset,
        entry: { seq: 0, at: 0, actor: '' },
      };
      applier.change(row, change, entry);
    };
    switch (field) {
      case 'decision': {
        const last = values.last('decided');
        applier.correctDecision(row, last?.change ?? { kind: 'decided' }, last?.entry.at ?? 0);
        return;
      }
      case 'state':
        applier.setState(
          row,
          values.last('state-set')?.change ?? { kind: 'state-set', state: 'open' },
          values.waits ?? [],
        );
        return;
      case 'followUp':
        setSingle({ kind: 'follow-up-set', followUp: undefined });
        return;
      case 'assignment':
        setSingle({ kind: 'assigned' });
        return;
      case 'watched':
        setSingle({ kind: 'watched', watched: false });
        return;
      case 'reviewed':
        setSingle({ kind: 'reviewed', reviewed: false });
        return;
      case 'labels':
        applier.clear(row, 'labels');
        for (const [label, entry] of values.labels) {
          applier.change(row, { kind: 'labelled', label }, entry);
        }
        return;
      case 'notes':
        applier.clear(row, 'notes');
        for (const { text, entry } of values.notes.values()) {
          applier.change(row, { kind: 'noted', text }, entry);
        }
        return;
      case 'ticks':
        applier.setTicks(row, values.ticks);
        return;
      case 'settlements':
        applier.clear(row, 'settlements');
        for (const { change, entry } of values.settlements.values()) {
          applier.change(row, change, entry);
        }
    }
  }
}
