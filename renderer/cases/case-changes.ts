import type { CaseDetails } from '../../preload/contract/cases.ts';

/**
 * When the conversation changed since it was opened before the present time; undefined where it did not, or was not opened before.
 * The opening that shows it now is in the history, too, or is about to be.
 */
export function changedSinceOpened({
  row,
  history,
}: Pick<CaseDetails, 'row' | 'history'>): { at: number; openedAt: number } | undefined {
  const { changedAt } = row;
  if (changedAt === undefined) {
    return undefined;
  }
  const opened = history.filter(({ kind }) => kind === 'opened').map(({ at }) => at);
  // The reading of the present opening may itself have found the change, so this one is at or after it.
  const before = opened.filter((at) => at < changedAt);
  const since = opened.filter((at) => at >= changedAt);
  const openedAt = before.length > 0 ? Math.max(...before) : undefined;
  return openedAt === undefined || since.length > 1 ? undefined : { at: changedAt, openedAt };
}
