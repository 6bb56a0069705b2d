import { createStore, type StoreApi } from 'zustand/vanilla';
import type { DeletionReason } from '../../../preload/contract/deletion.ts';
import type { PreviewGroup } from '../../../preload/contract/deletion-runs.ts';
import type { OperationInput } from '../../../preload/contract/operations.ts';

export type From = OperationInput<'deletionRuns.prepare'>['from'];

export type DeletionSection = 'delete' | 'proposals' | 'due' | 'requests';

/** Fields of a deletion that are filled in where another page leads to it. */
export interface FilledIn {
  reason?: DeletionReason | undefined;
  ticket?: string | undefined;
}

/** The part of the page that stays while it is left for another one. */
export interface DeletionState {
  section: DeletionSection;
  text: string;
  /** The name of what was given instead of a text: a file, or pasted data that is not shown. */
  given: string | undefined;
  /** The conversations chosen elsewhere that are to be previewed. */
  chosen: (FilledIn & { from: From }) | undefined;
  /** The conversation of the route that was taken. */
  routeId: string | undefined;
  draftId: string | undefined;
  filledIn: FilledIn;
  group: PreviewGroup | undefined;
  /** The text of the last run that was started, to be shown again if that is undone. */
  sent: { runId: string; text: string } | undefined;
  /** The request for erasure that is open, or a new one. */
  request: string | 'new' | undefined;
  /** The proposal that is open. */
  proposal: string | undefined;
}

export const emptyDeletion = {
  text: '',
  given: undefined,
  chosen: undefined,
  draftId: undefined,
  filledIn: {},
  group: undefined,
};

export const createDeletionState = (): StoreApi<DeletionState> =>
  createStore<DeletionState>(() => ({
    ...emptyDeletion,
    section: 'delete',
    routeId: undefined,
    sent: undefined,
    request: undefined,
    proposal: undefined,
  }));
