import type { HandlersOf } from '../../bridge/handlers.ts';
import { saveContent } from '../../bridge/save-content.ts';
import { isoTime } from '../../common/iso-time.ts';
import type { Core } from '../../hosts/core.ts';
import type { CaseStore } from '../cases/case-store.ts';
import type { RunStore } from '../deletion/runs/store/run-store.ts';
import { consoleKeyHandlers } from './console-key/handlers.ts';
import { journalAsText } from './journal/journal-export.ts';
import type { Printer } from './print/printer.ts';
import { receiptHandlers } from './receipts/handlers.ts';
import type { RegisterEnd } from './receipts/register-end.ts';

/** Builds the journal, the register of receipts, and the key that signs them. */
export function composeJournalAndReceipts(
  { actor, consoleKey, host, system }: Core,
  {
    cases,
    runStore,
    registerEnd,
    printer,
  }: { cases: CaseStore; runStore: RunStore; registerEnd: RegisterEnd; printer: Printer },
) {
  const now = () => system.now();
  const journal: HandlersOf<'journal'> = {
    'journal.find': (input) => cases.request('findEntries', input),
    'journal.rows': async (input) => ({ rows: await cases.request('entryRows', input) }),
    async 'journal.verify'() {
      const report = await cases.verifyJournal();
      await registerEnd.compareWithJournal(runStore.ends);
      return { ...report, problems: [...report.problems, ...registerEnd.problems] };
    },
    async 'journal.confirm'({ seq }) {
      await cases.confirmJournal(seq);
      await registerEnd.confirm();
      return {};
    },
    'journal.export'({ format }, { signal }) {
      const stamp = isoTime(now()).slice(0, 16).replace(':', '');
      return saveContent(
        host,
        {
          fileName: `journal-${stamp}.${format}`,
          contentType: format === 'csv' ? 'text/csv; charset=utf-8' : 'application/jsonl',
          content: () => journalAsText(format, (after, max) => cases.request('journalPage', { after, max })),
        },
        signal,
      );
    },
  };
  return {
    ...journal,
    ...receiptHandlers({
      page: (filter, from, count, order) => runStore.receipts({ filter, from, count, order }),
      unsent: (filter, from, count) => runStore.request('unsent', { filter, from, count }),
      signer: () => consoleKey.signer(),
      actor,
      printer,
      find: (receiptId) => runStore.request('receipt', { receiptId }),
      onExported: (details) => cases.append([{ kind: 'exported', details }]),
      host,
      now,
    }),
    ...consoleKeyHandlers(consoleKey, host),
  };
}
