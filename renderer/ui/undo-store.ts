import { createStore, type StoreApi } from 'zustand/vanilla';

/** The last act of the user that can be taken back. */
export interface Undoable {
  /** Such as “Label added”. */
  label: string;
  /** Resolves to false where it was not taken back. */
  run(): Promise<boolean>;
  /** Called when it was taken back, such as to show the case again. */
  onUndone?(): void;
}

export interface UndoState {
  last: Undoable | undefined;
}

export const createUndoStore = (): StoreApi<UndoState> => createStore<UndoState>(() => ({ last: undefined }));
