import { createContext, type ReactNode, useContext } from 'react';
import { type StoreApi, useStore } from 'zustand';
import type { Clipboard } from './clipboard.ts';
import type { MaskState } from './mask-store.ts';
import type { UndoState } from './undo-store.ts';

/** The parts of the window that the shared components need. */
export interface UiServices {
  mask: StoreApi<MaskState>;
  clipboard: Clipboard;
  undo: StoreApi<UndoState>;
  /** Announces a text to screen readers. */
  announce(text: string): void;
  /** Returns the name of the environment that is worked in; empty without one. */
  place(): string;
  /** Returns the scroll position of the current route when it was last left, in pixels. */
  keptScroll(): number;
  watchScroll(top: () => number): () => void;
}

const Context = createContext<UiServices | undefined>(undefined);

export function UiServicesProvider({ services, children }: { services: UiServices; children: ReactNode }) {
  return <Context.Provider value={services}>{children}</Context.Provider>;
}

export function useUiServices(): UiServices {
  const services = useContext(Context);
  if (!services) {
    throw new Error('UiServicesProvider is missing');
  }
  return services;
}

export function useAnnounce(): (text: string) => void {
  return useUiServices().announce;
}

export function useMask<T>(select: (state: MaskState) => T): T {
  return useStore(useUiServices().mask, select);
}
