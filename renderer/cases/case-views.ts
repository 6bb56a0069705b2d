import type { CaseSort, CaseView as SavedView } from '../../preload/contract/cases.ts';
import { visibleText } from '../../preload/contract/service/visible-text.ts';
import { type ListFilter, queryLine, readQuery } from './query-line.ts';

/** A named filter of the list. */
export interface ListView {
  id: string;
  label: string;
  filter: ListFilter;
  sort: CaseSort;
  /** Saved by a person: it can be deleted. */
  own: boolean;
}

/** The order of a list nobody has sorted yet: what came last stands first, and opening a case does not move it. */
export const firstSort: CaseSort = { by: 'first-seen', descending: true };

const builtIn = (id: string, label: string, line: string, sort: CaseSort = firstSort): ListView => ({
  id,
  label,
  filter: readQuery(line).filter,
  sort,
  own: false,
});

/** The views every environment has. */
const builtInViews: readonly ListView[] = [
  builtIn('all', 'All', ''),
  builtIn('review', 'Needs review', 'verdict:review,failed decision:none'),
  builtIn('watching', 'Watching', 'is:watched'),
  builtIn('changed', 'Changed', 'is:changed', { by: 'changed', descending: true }),
  builtIn('decided', 'Decided today', 'decided:today', { by: 'decided', descending: true }),
];

/** Those of every environment, then the person's own. */
export function listViews(saved: readonly SavedView[]): ListView[] {
  const own = saved.map(({ id, name, line, filter: { time: _, ...filter }, sort }) => ({
    id,
    label: visibleText(name, 40),
    filter: line === undefined ? filter : readQuery(line).filter,
    sort,
    own: true,
  }));
  return [...builtInViews, ...own];
}

/** The view whose filter the list has now, if it is one's. */
export function viewOf(views: readonly ListView[], filter: ListFilter): ListView | undefined {
  const line = queryLine(filter);
  return views.find((view) => queryLine(view.filter) === line);
}
