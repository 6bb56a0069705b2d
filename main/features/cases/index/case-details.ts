import type { CaseDetails } from '../../../../preload/contract/cases.ts';
import { changedOutside } from '../../../../preload/wording/history.ts';
import type { Target } from '../../../common/target.ts';
import type { CaseList } from './case-list.ts';
import { withReviewer, withReviewers } from './seen-before.ts';

/** The most entries of a case's history. */
const maxHistory = 500;

/** Returns a case of the list with what the journal and the attachments say of it; undefined for one that is not in the list. */
export function detailsOf(
  { index, journal, integrity, attachments }: CaseList,
  { environmentId, conversationId }: Target,
): CaseDetails | undefined {
  const details = index.get(environmentId, conversationId);
  if (details === undefined) {
    return undefined;
  }
  const entries = journal.checkedAbout(environmentId, conversationId, maxHistory);
  const decisions = journal.team.order.decisions(environmentId, conversationId);
  const history = entries.map(({ seq, at, actor, kind, content, isUnchanged }) => {
    // The decisions that its author did not know.
    const unknown = decisions.get(seq) ?? [];
    return {
      seq,
      at,
      actor,
      ...(unknown.length > 0 && { unknown }),
      ...(isUnchanged ? { kind, details: content.details ?? {} } : { kind: changedOutside, details: {} }),
    };
  });
  const disagreements = integrity.disagreements(environmentId, conversationId);
  return {
    ...details,
    row: withReviewer(details.row, journal, environmentId),
    notes: details.notes.map((note) => attachments.withFile(note)),
    seenBefore: withReviewers(details.seenBefore, journal, environmentId),
    history,
    ...(disagreements.length > 0 && { disagreements }),
  };
}
