import type { CaseSort, CaseView as SavedView } from '../../../preload/contract/cases.ts';
import { visibleText } from '../../../preload/contract/service/visible-text.ts';
import { type ListFilter, queryLine, readQuery } from '../../../preload/wording/case-filter/query-line.ts';

/** A named filter of the list. */
export interface ListView {
  id: string;
  label: string;
  filter: ListFilter;
  sort: CaseSort;
  /** True for a saved view, which can be deleted. */
  own: boolean;
  /** True if it is left out while it has no cases. */
  isLeftOut?: boolean;
}

/** The default order. It sorts by arrival, so opening a case does not move it. */
export const firstSort: CaseSort = { by: 'first-seen', descending: true };

/** The case with the heaviest finding first, and of equal ones that with most findings. */
const worstFirst: CaseSort = { by: 'findings', descending: true };

const builtIn = (id: string, label: string, line: string, sort: CaseSort = firstSort): ListView => ({
  id,
  label,
  filter: readQuery(line).filter,
  sort,
  own: false,
});

/** The views of every environment. */
const builtInViews: readonly ListView[] = [
  builtIn('all', 'All', ''),
  builtIn('review', 'To review', 'is:to-review', worstFirst),
  builtIn('watching', 'Watching', 'is:watched'),
  builtIn('waiting', 'Waiting', 'is:waiting', { by: 'age', descending: false }),
  builtIn('changed', 'Changed', 'is:changed', { by: 'changed', descending: true }),
  builtIn('decided', 'Decided today', 'decided:today', { by: 'decided', descending: true }),
];

const teamViews = [
  builtIn('mine', 'Assigned to me', 'is:mine'),
  { ...builtIn('questions', 'Questions', 'is:question'), isLeftOut: true },
  { ...builtIn('second-review', 'Second review', 'is:second-review'), isLeftOut: true },
];

/** Returns the built-in views, followed by the saved ones. */
export function listViews(saved: readonly SavedView[], isTeam: boolean): ListView[] {
  const own = saved.map(({ id, name, line, filter: { time: _, ...filter }, sort }) => ({
    id,
    label: visibleText(name, 40),
    filter: line === undefined ? filter : readQuery(line).filter,
    sort,
    own: true,
  }));
  return [...builtInViews, ...(isTeam ? teamViews : []), ...own];
}

/** Returns the view with exactly this filter, if there is one. */
export function viewOf(views: readonly ListView[], filter: ListFilter): ListView | undefined {
  const line = queryLine(filter);
  return views.find((view) => queryLine(view.filter) === line);
}
