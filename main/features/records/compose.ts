import type { Core } from '../../hosts/core.ts';
import type { CaseStore } from '../cases/case-store.ts';
import type { RunStore } from '../deletion/runs/store/run-store.ts';
import { consoleKeyHandlers } from './console-key/handlers.ts';
import { journalHandlers } from './journal/handlers.ts';
import type { TablePrinter } from './print/table-printer.ts';
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
  }: { cases: CaseStore; runStore: RunStore; registerEnd: RegisterEnd; printer: TablePrinter },
) {
  const now = () => system.now();
  return {
    ...journalHandlers({
      find: (input) => cases.request('findEntries', input),
      rows: (input) => cases.request('entryRows', input),
      async verify() {
        const report = await cases.verifyJournal();
        await registerEnd.compareWithJournal(runStore.ends);
        return { ...report, problems: [...report.problems, ...registerEnd.problems] };
      },
      async confirm(seq) {
        await cases.confirmJournal(seq);
        await registerEnd.confirm();
      },
      page: (after, max) => cases.request('journalPage', { after, max }),
      host,
      now,
    }),
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
    ...consoleKeyHandlers({ key: consoleKey, host }),
  };
}
