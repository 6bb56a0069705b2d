import { type StoreApi, useStore } from 'zustand';
import type { Route } from '../navigation.ts';
import type { Clipboard } from './clipboard.ts';
import type { MaskState } from './mask-store.ts';
import { requiredContext } from './required-context.ts';
import type { UndoState } from './undo-store.ts';

/** The parts of the window that the shared components need. */
export interface UiServices {
  mask: StoreApi<MaskState>;
  clipboard: Clipboard;
  undo: StoreApi<UndoState>;
  /** Announces a text to screen readers. */
  announce(text: string): void;
  /** Goes to a place; in another environment than the selected one, once that is selected, and nowhere where it cannot be. */
  go(route: Route, environmentId?: string): void;
  /** Returns the name of the environment that is worked in; empty without one. */
  place(): string;
  /** Returns the scroll position of the current route when it was last left, in pixels. */
  keptScroll(): number;
  watchScroll(top: () => number): () => void;
}

export const [UiServicesProvider, useUiServices] = requiredContext<UiServices>('UiServicesProvider');

export function useAnnounce(): (text: string) => void {
  return useUiServices().announce;
}

/** Returns what goes to a place of the window, whose heading takes the focus. */
export function useGo(): UiServices['go'] {
  return useUiServices().go;
}

export function useMask<T>(select: (state: MaskState) => T): T {
  return useStore(useUiServices().mask, select);
}
