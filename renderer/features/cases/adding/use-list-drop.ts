import { useWindowEvent } from '@mantine/hooks';
import type { StoreApi } from 'zustand/vanilla';
import type { AddingState } from './adding-store.ts';

/** On the list page, a file dropped anywhere, or several lines pasted outside a field, open the dialog that adds cases. */
export function useListDrop(store: StoreApi<AddingState>): void {
  useWindowEvent('dragover', (event) => {
    if (!isBusy() && event.dataTransfer?.types.includes('Files') && isInPage(event.target)) {
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
    }
  });
  useWindowEvent('drop', (event) => {
    const file = event.dataTransfer?.files[0];
    if (file !== undefined && !isBusy() && isInPage(event.target)) {
      event.preventDefault();
      store.getState().begin(file);
    }
  });
  useWindowEvent('paste', (event) => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    const isField = event.target instanceof Element && event.target.closest('input, textarea') !== null;
    if (!isField && !isBusy() && text.trim().includes('\n')) {
      event.preventDefault();
      store.getState().begin(text);
    }
  });
}

function isBusy(): boolean {
  return document.querySelector('[role=dialog][aria-modal=true]') !== null;
}

function isInPage(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('#work') !== null;
}
