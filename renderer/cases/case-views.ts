import type { CaseSort } from '../../preload/contract/cases.ts';
import { firstSort } from './case-list-store.ts';
import { type ListFilter, queryLine, readQuery } from './query-line.ts';

/** A named filter of the list. */
export interface CaseView {
  id: string;
  label: string;
  filter: ListFilter;
  sort: CaseSort;
  /** Saved by a person: it can be deleted. */
  own: boolean;
}

const builtIn = (id: string, label: string, line: string, sort: CaseSort = firstSort): CaseView => ({
  id,
  label,
  filter: readQuery(line).filter,
  sort,
  own: false,
});

/** The views every environment has. */
export const builtInViews: readonly CaseView[] = [
  builtIn('all', 'All', ''),
  builtIn('review', 'Needs review', 'verdict:review,failed decision:none'),
  builtIn('watching', 'Watching', 'is:watched'),
  builtIn('changed', 'Changed', 'is:changed', { by: 'changed', descending: true }),
  builtIn('decided', 'Decided today', 'decided:today', { by: 'decided', descending: true }),
];

/** The view whose filter the list has now, if it is one's. */
export function viewOf(views: readonly CaseView[], filter: ListFilter): CaseView | undefined {
  const line = queryLine(filter);
  return views.find((view) => queryLine(view.filter) === line);
}
