import type { DecisionKind } from '../../../preload/contract/cases.ts';
import type { EntryDetails, EntryKind } from '../../../preload/contract/new-entry.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';

/** A journal entry to write for each case of a selection. */
export interface CaseEntry {
  kind: EntryKind;
  details: EntryDetails;
}

/** Returns a decision, or the withdrawal of one. */
export function decisionEntry(
  decision:
    | { kind: DecisionKind; reason?: string | undefined; comment?: string | undefined }
    | { withdrawn: true; comment: string },
): CaseEntry {
  if ('withdrawn' in decision) {
    return { kind: 'decided', details: decision };
  }
  const { kind, reason, comment } = decision;
  return {
    kind: 'decided',
    details: {
      decision: kind,
      ...omitUndefined({ reason, comment }),
    },
  };
}

export function labelEntries(add: readonly string[], remove: readonly string[]): CaseEntry[] {
  return [
    ...add.map((label): CaseEntry => ({ kind: 'labelled', details: { label } })),
    ...remove.map((label): CaseEntry => ({ kind: 'unlabelled', details: { label } })),
  ];
}
