import type { JournalReport, JournalRow } from '../../../../preload/contract/journal.ts';
import type { OperationOutput, ParsedInput } from '../../../../preload/contract/operations.ts';
import type { HandlersOf } from '../../../bridge/handlers.ts';
import type { Host } from '../../../bridge/host.ts';
import { saveContent } from '../../../bridge/save-content.ts';
import { isoTime } from '../../../common/iso-time.ts';
import { type EntryPage, journalAsText } from './journal-export.ts';

export interface JournalHandlerDeps {
  find(input: ParsedInput<'journal.find'>): Promise<OperationOutput<'journal.find'>>;
  rows(input: ParsedInput<'journal.rows'>): Promise<JournalRow[]>;
  verify(): Promise<JournalReport>;
  /** @throws Failure changed-outside if something was found after this entry */
  confirm(seq: number): Promise<void>;
  page: EntryPage;
  host: Pick<Host, 'saveFile'>;
  /** Milliseconds since the epoch. */
  now(): number;
}

/** Returns the operations `journal.*`. */
export function journalHandlers(deps: JournalHandlerDeps): HandlersOf<'journal'> {
  return {
    'journal.find': (input) => deps.find(input),
    'journal.rows': async (input) => ({ rows: await deps.rows(input) }),
    'journal.verify': () => deps.verify(),
    async 'journal.confirm'({ seq }) {
      await deps.confirm(seq);
      return {};
    },
    'journal.export'({ format }, { signal }) {
      const stamp = isoTime(deps.now()).slice(0, 16).replace(':', '');
      return saveContent(
        deps.host,
        {
          fileName: `journal-${stamp}.${format}`,
          contentType: format === 'csv' ? 'text/csv; charset=utf-8' : 'application/jsonl',
          content: () => journalAsText(format, deps.page),
        },
        signal,
      );
    },
  };
}
