import type { EntryDetails } from '../../../../preload/contract/new-entry.ts';
import type { JournalEntry } from '../../records/journal/entry.ts';

/** The part of this console in a question about a case: `mine` its answer, `answered` its decision after one; `open` what others are to do. */
export type QuestionPart = 'mine' | 'answered' | 'open';

/**
 * Returns what the question of a case awaits, where its last decision escalates it to somebody; undefined for any other.
 *
 * @param entries of the case, those that count last first
 */
export function questionIn(
  entries: Iterable<Pick<JournalEntry, 'kind' | 'content'>>,
  me: { id: string; role: string },
): QuestionPart | undefined {
  const answers: EntryDetails[] = [];
  for (const { kind, content } of entries) {
    const details = content?.details ?? {};
    if (kind === 'answered') {
      answers.push(details);
    } else if (kind === 'decided') {
      const { decision, to, toRole } = details;
      if (decision !== 'escalate' || (to === undefined && toRole === undefined)) {
        return undefined;
      }
      const authorOf = ({ member }: EntryDetails) => member ?? me.id;
      const asker = authorOf(details);
      const isAnswered = answers.some((answer) =>
        to === undefined ? authorOf(answer) !== asker : authorOf(answer) === to,
      );
      if (isAnswered) {
        return asker === me.id ? 'answered' : 'open';
      }
      return asker !== me.id && (to === me.id || toRole === me.role) ? 'mine' : 'open';
    }
  }
  return undefined;
}
