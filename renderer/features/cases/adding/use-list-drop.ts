import { useEffect } from 'react';
import type { StoreApi } from 'zustand/vanilla';
import type { AddingState } from './adding-store.ts';

/** On the list page, a file dropped anywhere, or several lines pasted outside a field, open the dialog that adds cases. */
export function useListDrop(store: StoreApi<AddingState>): void {
  useEffect(() => {
    const isBusy = () => document.querySelector('[role=dialog][aria-modal=true]') !== null;
    const over = (event: DragEvent) => {
      if (!isBusy() && event.dataTransfer?.types.includes('Files') && isInPage(event.target)) {
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
      }
    };
    const drop = (event: DragEvent) => {
      const file = event.dataTransfer?.files[0];
      if (file === undefined || isBusy() || !isInPage(event.target)) {
        return;
      }
      event.preventDefault();
      store.getState().begin(file);
    };
    const paste = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData('text/plain') ?? '';
      const isField = event.target instanceof Element && event.target.closest('input, textarea') !== null;
      if (isField || isBusy() || !text.trim().includes('\n')) {
        return;
      }
      event.preventDefault();
      store.getState().begin(text);
    };
    document.addEventListener('dragover', over);
    document.addEventListener('drop', drop);
    document.addEventListener('paste', paste);
    return () => {
      document.removeEventListener('dragover', over);
      document.removeEventListener('drop', drop);
      document.removeEventListener('paste', paste);
    };
  }, [store]);
}

function isInPage(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('#work') !== null;
}
