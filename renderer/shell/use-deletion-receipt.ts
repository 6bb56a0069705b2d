import { useEffect, useState } from 'react';
import type { ReceiptRow } from '../../preload/contract/receipts.ts';
import { useStores } from '../stores.tsx';
import { startDownload } from '../ui/download.ts';

/** Returns the receipt of the deletion of a conversation's data, where it was deleted with this console. */
export function useDeletionReceipt(
  environmentId: string,
  conversationId: string,
): { receipt: ReceiptRow | undefined; save(): void } {
  const { bridge, ui } = useStores();
  const [receipt, setReceipt] = useState<ReceiptRow>();
  useEffect(() => {
    let isCurrent = true;
    setReceipt(undefined);
    const load = () => {
      bridge
        .invoke('receipts.of', { environmentId, conversationId })
        .then(({ receipts }) => {
          if (isCurrent) {
            setReceipt(
              receipts.find(({ mode, outcome }) => mode === 'DELETE_DATA' && outcome === 'confirmed'),
            );
          }
        })
        // The page then shows the service's own answer.
        .catch(() => undefined);
    };
    load();
    const stops = [bridge.on('deletions.changed', load), bridge.on('deletionRuns.changed', load)];
    return () => {
      isCurrent = false;
      for (const stop of stops) {
        stop();
      }
    };
  }, [bridge, environmentId, conversationId]);
  return {
    receipt,
    save() {
      if (receipt === undefined) {
        return;
      }
      bridge
        .invoke('receipts.save', { receiptId: receipt.receiptId })
        .then((result) => {
          startDownload(result);
        })
        .catch(() => ui.announce('The receipt was not saved.'));
    },
  };
}
