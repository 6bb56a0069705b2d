import type { CaseDetails, HistoryEntry } from '../contract/cases.ts';
import { visibleText } from '../contract/service/visible-text.ts';
import { decidedBy } from './history.ts';
import { listed } from './terms.ts';

type CaseInTeam = Pick<CaseDetails, 'row' | 'history'>;

/** Says that decisions of a case were made without knowledge of each other, and which counts; undefined without any. */
export function conflictText({ row, history }: CaseInTeam): string | undefined {
  const last = history.find(({ kind }) => kind === 'decided');
  if (row.conflict === undefined || last === undefined) {
    return undefined;
  }
  const others = history.filter(({ seq }) => row.conflict?.some(({ entry }) => entry === seq));
  const whoDecided = [...others, last].map((entry) => decidedBy(entry, isOwn(entry) ? 'you' : undefined));
  const counting = isOwn(last) ? 'Your decision' : `The decision of ${visibleText(last.actor, 80)}`;
  return `${sentence(listed(whoDecided))} decided without knowledge of each other. ${counting} counts until somebody decides again.`;
}

/** Says what the second review of a case awaits; undefined where it awaits nothing. */
export function secondReviewText({ row: { secondReview }, history }: CaseInTeam): string | undefined {
  if (secondReview === undefined) {
    return undefined;
  }
  if (secondReview === 'second') {
    return 'Second review: decide without the first decision. It is shown once you have decided, with the notes and labels of who made it.';
  }
  const decisions = history.filter(
    ({ kind, details }) => kind === 'decided' && details.decision !== undefined,
  );
  const [last, ...before] = decisions;
  const other = before.find(({ details }) => details.member !== last?.details.member);
  const whoDecided = [other, last].flatMap((entry) =>
    entry === undefined ? [] : [decidedBy(entry, isOwn(entry) ? 'you' : undefined)],
  );
  const who = sentence(listed(whoDecided));
  return `${who} decided differently in a second review. ${secondReview === 'third' ? 'Your decision settles it.' : 'A third person decides.'}`;
}

/** Says what was asked about a case, or the last answer; undefined where no question awaits this console. */
export function questionText({ row: { question }, history }: CaseInTeam): string | undefined {
  const kind = question === 'mine' ? 'decided' : 'answered';
  const entry = question && history.find((one) => one.kind === kind);
  if (entry === undefined) {
    return undefined;
  }
  const { comment, text } = entry.details;
  const who = visibleText(entry.actor, 80);
  return question === 'mine' ? `${who} asks you: ${String(comment)}` : `${who} answered: ${String(text)}`;
}

/** Returns the entry with which another member of the team deleted the data of a case at the service. */
export function deletedByOther({ history }: Pick<CaseInTeam, 'history'>): HistoryEntry | undefined {
  return history.find(
    (entry) => entry.kind === 'data-deleted' && entry.details.outcome === 'confirmed' && !isOwn(entry),
  );
}

/** Returns whether an entry was not written by another member of the team. */
function isOwn({ details }: HistoryEntry): boolean {
  return details.member === undefined;
}

function sentence(text: string): string {
  return `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`;
}
