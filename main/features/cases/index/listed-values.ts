import type { DatabaseSync } from 'node:sqlite';
import { caseStates } from '../../../../preload/contract/cases.ts';
import type { EntryDetails } from '../../../../preload/contract/new-entry.ts';
import { omitUndefined } from '../../../../preload/contract/objects.ts';
import { prepareAll } from '../../../store/prepare-all.ts';
import { readableText, type Sealer } from '../../../store/sealing.ts';
import type { EntryApplier } from './apply-entry.ts';
import { isList, type JournalField, journalFields, kindsOf } from './case-change.ts';
import { type CaseTable, notePlace, type StoredCase } from './case-table.ts';
import type { JournalValues } from './journal-values.ts';
import type { Labels } from './labels.ts';

interface Parts {
  sealer: Sealer;
  table: CaseTable;
  labels: Labels;
  applier: EntryApplier;
}

/** The values of cases in the list that come from the journal: compared with it, and written from it again. */
export class ListedValues {
  readonly #parts: Parts;
  readonly #sql;

  constructor(database: DatabaseSync, parts: Parts) {
    this.#parts = parts;
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
  rows(): number[] {
    return this.#sql.valued.all().map(({ id }) => Number(id));
  }

  /** Returns the values in the list that differ from the journal, by field. */
  differences(row: StoredCase, values: JournalValues): Map<JournalField, EntryDetails> {
    const differences = new Map<JournalField, EntryDetails>();
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
    this.#parts.table.values.changed(row.id);
  }

  #difference(field: JournalField, row: StoredCase, values: JournalValues): EntryDetails | undefined {
    const { table } = this.#parts;
    switch (field) {
      case 'decision': {
        const { change, entry } = values.last('decided');
        const comment = table.commentOf(row);
        const listed = [row.decision, row.decision_reason, row.decided_at, row.comment !== null, comment];
        const entered =
          change.decision === undefined
            ? [null, null, null, false, undefined]
            : [
                ...[change.decision, change.reason ?? null, entry.at],
                ...[change.comment !== undefined, change.comment],
              ];
        const details = {
          reason: row.decision_reason ?? undefined,
          comment,
          decidedAt: row.decided_at ?? undefined,
        };
        return areSame(listed, entered)
          ? undefined
          : { decision: row.decision ?? 'none', ...omitUndefined(details) };
      }
      case 'state': {
        const { state, reason } = values.last('state-set').change;
        const waitingReason = (state === 'waiting' ? reason : undefined) ?? null;
        const waits = values.waits === undefined ? row.waits : JSON.stringify(values.waits);
        const listed = [row.state, row.state_rank, row.waiting_reason, row.waits];
        const isSame = areSame(listed, [state, caseStates.indexOf(state), waitingReason, waits]);
        return isSame ? undefined : { state: row.state };
      }
      case 'followUp': {
        const { change, entry } = values.last('follow-up-set');
        const { followUp } = change;
        const inList = table.followUpOf(row);
        const entered = [followUp?.on, followUp?.reason, followUp === undefined ? null : entry.at];
        const isSame = areSame([inList?.on, inList?.reason, row.follow_up_at], entered);
        return isSame ? undefined : { followUp: row.follow_up_on ?? '' };
      }
      case 'assignment': {
        const { change, entry } = values.last('assigned');
        const { to, name, note, from, isOfOther } = change.assigned ?? {};
        const listed = table.assignmentOf(row);
        const isSame = areSame(
          [listed?.to, listed?.name, listed?.note, listed?.from?.id, listed?.by],
          [to, name, note, from?.id, isOfOther === true ? entry.actor : undefined],
        );
        return isSame ? undefined : { assigned: listed?.name ?? '' };
      }
      case 'watched': {
        const isWatched = row.watched === 1;
        return values.last('watched').change.watched === isWatched ? undefined : { watched: isWatched };
      }
      case 'reviewed': {
        const { change, entry } = values.last('reviewed');
        const at = change.reviewed ? entry.at : null;
        return row.reviewed_at === at ? undefined : { reviewedAt: row.reviewed_at ?? 0 };
      }
      case 'labels': {
        const { labels } = this.#parts;
        const entered = values.of('labelled').map(({ change }) => change.label);
        const enteredIds = labels.ids(row.environment_id, entered).sort((one, other) => one - other);
        const listedIds = this.#sql.labelIds.all(row.id).map(({ label_id }) => Number(label_id));
        const names = labels.names(row.environment_id);
        return areSame(listedIds, enteredIds) && enteredIds.length === entered.length
          ? undefined
          : { labels: listedIds.map((id) => names.get(id) ?? '?').join(', ') };
      }
      case 'notes': {
        const entered = new Map(values.of('noted').map((one) => [one.entry.seq, one]));
        const notes = this.#notesOf(row);
        const isSame =
          row.note_count === notes.length &&
          notes.length === entered.size &&
          notes.every(({ seq, at, actor, text }) => {
            const { change, entry } = entered.get(seq) ?? {};
            return areSame([text, at, actor], [change?.text, entry?.at, entry?.actor]);
          });
        // The text of a note that the journal does not have would be lost otherwise.
        const others = notes.filter(({ seq }) => !entered.has(seq)).map(({ text = '?' }) => text);
        return isSame ? undefined : { notes: others.join('\n') };
      }
      case 'settlements': {
        const entered = new Map(values.of('settled').map((one) => [one.change.key, one]));
        const settlements = table.settlementsOf(row);
        const isSame =
          settlements.length === entered.size &&
          settlements.every(({ key, kind, reason, at, actor }) => {
            const { change, entry } = entered.get(key) ?? {};
            const { settlement } = change ?? {};
            return areSame(
              [kind, reason, at, actor],
              [...[settlement?.kind, settlement?.reason], ...[entry?.at, entry?.actor]],
            );
          });
        return isSame ? undefined : { settlements: settlements.length };
      }
      case 'ticks': {
        const ticks = JSON.stringify(values.of('ticked').map(({ change }) => change.item));
        return row.ticks === ticks ? undefined : { ticks: row.ticks };
      }
    }
  }

  #notesOf(row: StoredCase) {
    return this.#sql.notes.all(row.id).map(({ seq, at, actor, content }) => ({
      seq: Number(seq),
      at: Number(at),
      actor: String(actor),
      text: readableText(this.#parts.sealer, content as Uint8Array, notePlace(row, Number(seq))),
    }));
  }

  #correct(field: JournalField, row: StoredCase, values: JournalValues): void {
    const { applier } = this.#parts;
    if (field === 'state') {
      applier.setState(row, values.last('state-set').change, values.waits ?? []);
    } else if (isList(field)) {
      applier.clear(row, field);
      for (const { change, entry } of values.of(kindsOf[field][0])) {
        applier.change(row, change, entry);
      }
    } else {
      const { change, entry } = values.last(kindsOf[field][0]);
      applier.change(row, change, entry, true);
    }
  }
}

function areSame(listed: readonly unknown[], entered: readonly unknown[]): boolean {
  return listed.length === entered.length && listed.every((one, at) => one === entered[at]);
}
