import type {
  CallbackDetails,
  CallbackQuery,
  CallbackRow,
  MissedCallbacks,
} from '../../../preload/contract/callbacks.ts';

/** The callbacks that were kept. */
export interface CallbackStore {
  list(
    environmentId: string,
    query: CallbackQuery,
    from: number,
    count: number,
  ): Promise<{ total: number; rows: CallbackRow[] }>;
  missed(environmentId: string, since: number): Promise<MissedCallbacks>;
  /** The first deliveries in time of genuine callbacks, oldest first; `isCut` if there are more. */
  genuineSince(environmentId: string, since: number): Promise<{ callbacks: CallbackRow[]; isCut: boolean }>;
  /** A sealed list of messages. */
  messages(environmentId: string, list: 'templates' | 'resent'): Promise<Record<string, unknown>[]>;
  saveMessages(
    environmentId: string,
    list: 'templates' | 'resent',
    messages: readonly object[],
  ): Promise<void>;
  /** Replaces a message, unless it is no longer in the list. */
  replaceMessage(
    environmentId: string,
    list: 'templates' | 'resent',
    before: object,
    after: object,
  ): Promise<void>;
  timeline(environmentId: string, conversationId: string, max: number): Promise<CallbackRow[]>;
  get(
    environmentId: string,
    id: number,
  ): Promise<{ row: CallbackRow; content: { [name: string]: unknown }; body: Uint8Array } | undefined>;
  delete(environmentId: string, ids: readonly number[] | undefined): Promise<number>;
}

/** Returns what the inbox kept beside the body; the inbox wrote it in this shape. */
export function contentOf({ content }: { content: { [name: string]: unknown } }) {
  return content as unknown as Pick<
    CallbackDetails,
    'verification' | 'unverified' | 'method' | 'path' | 'headers'
  >;
}
