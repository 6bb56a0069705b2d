import type { CaseDetails } from '../../../preload/contract/cases.ts';

/**
 * Returns when the conversation changed between its previous opening and this one; undefined if it did not, or was not opened before. The
 * current opening is already in the history or about to be.
 */
export function changedSinceOpened({
  row,
  history,
}: Pick<CaseDetails, 'row' | 'history'>): number | undefined {
  const { changedAt } = row;
  if (changedAt === undefined) {
    return undefined;
  }
  const opened = history.filter(({ kind }) => kind === 'opened').map(({ at }) => at);
  // The current opening's own read may have found the change, so it is at or after it.
  const before = opened.filter((at) => at < changedAt);
  return before.length === 0 || opened.length - before.length > 1 ? undefined : changedAt;
}
