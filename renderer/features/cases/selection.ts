/**
 * The selected cases: single ids, or all of a result with exceptions. The second form selects 100,000 cases without loading their
 * ids.
 */
export type Selection =
  | { readonly kind: 'some'; readonly ids: ReadonlySet<string> }
  | {
      readonly kind: 'all';
      readonly resultId: string;
      readonly total: number;
      readonly except: ReadonlySet<string>;
    };

export const nothingSelected: Selection = { kind: 'some', ids: new Set() };

export function isSelected(selection: Selection, id: string): boolean {
  return selection.kind === 'some' ? selection.ids.has(id) : !selection.except.has(id);
}

export function selectedCount(selection: Selection): number {
  return selection.kind === 'some' ? selection.ids.size : selection.total - selection.except.size;
}

/** Adds the given cases to the selection or removes them. */
export function withSelected(selection: Selection, ids: readonly string[], selected: boolean): Selection {
  const listed = new Set(selection.kind === 'some' ? selection.ids : selection.except);
  for (const id of ids) {
    if (selected === (selection.kind === 'some')) {
      listed.add(id);
    } else {
      listed.delete(id);
    }
  }
  return selection.kind === 'some' ? { kind: 'some', ids: listed } : { ...selection, except: listed };
}

/** The selection as operations take it. */
export type SelectionInput = { ids: string[] } | { resultId: string; except: string[] };

export function selectionInput(selection: Selection): SelectionInput {
  return selection.kind === 'some'
    ? { ids: [...selection.ids] }
    : { resultId: selection.resultId, except: [...selection.except] };
}
