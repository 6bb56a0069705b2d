import type { CaseStore } from '../cases/case-store.ts';
import { consoleKeyHandlers } from '../console-key/handlers.ts';
import type { RunStore } from '../deletion/runs/store/run-store.ts';
import { journalHandlers } from '../journal/handlers.ts';
import { receiptHandlers } from '../receipts/handlers.ts';
import type { Core } from './core.ts';

/** The journal, the register of receipts, and the key that signs them. */
export function composeJournalAndReceipts(
  { actor, consoleKey, host, system }: Core,
  { cases, runStore }: { cases: CaseStore; runStore: RunStore },
) {
  const now = () => system.now();
  return {
    ...journalHandlers({
      verify: () => cases.verifyJournal(),
      confirm: (seq) => cases.confirmJournal(seq),
      page: (after, max) => cases.request('journalPage', { after, max }),
      onExported: (format) => cases.append([{ kind: 'exported', details: { format } }]),
      host,
      now,
    }),
    ...receiptHandlers({
      page: (filter, from, count, order) => runStore.request('receipts', { filter, from, count, order }),
      unsent: (filter, from, count) => runStore.request('unsent', { filter, withItems: true, from, count }),
      signer: () => consoleKey.signer(),
      actor,
      find: (receiptId) => runStore.request('receipt', { receiptId }),
      onExported: (details) => cases.append([{ kind: 'exported', details }]),
      host,
      now,
    }),
    ...consoleKeyHandlers({ key: consoleKey, host }),
  };
}
