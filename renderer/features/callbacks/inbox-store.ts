import { createStore, type StoreApi } from 'zustand/vanilla';
import type {
  CallbackAnswer,
  CallbackDetails,
  CallbackRow,
  ListenerSettings,
  ListenerState,
} from '../../../preload/contract/callbacks.ts';
import type { FailureView } from '../../../preload/contract/envelope.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import type { SandboxCertificate, SandboxCommand } from '../../../preload/contract/sandbox.ts';
import type { Comparison } from '../../../preload/contract/signatures.ts';
import { type BridgeClient, failureOf } from '../../bridge/bridge-client.ts';
import { LatestRequest } from '../../bridge/latest-request.ts';

/** Rows per request. */
const pageSize = 100;

export type InboxFilter = 'all' | 'problems' | 'repeated' | 'unknown';

/** A conversation that was created in the sandbox to try the listener. */
export interface SandboxTry {
  conversationId: string;
  url: string | undefined;
  isOver: boolean;
}

export interface InboxState {
  environmentId: string | undefined;
  listener: ListenerState | undefined;
  /** Settings for the next start of the listener; `answer` is taken from `listener`. */
  settings: Omit<ListenerSettings, 'answer'>;
  show: InboxFilter;
  /** A callback id or a conversation id to filter by. */
  id: string;
  total: number;
  /** By their place in the list, newest first; only those near the visible ones. */
  rows: ReadonlyMap<number, CallbackRow>;
  loading: boolean;
  busy: boolean;
  /** The failure of the list, the listener, or the last action. */
  failure: FailureView | undefined;
  selectedId: number | undefined;
  details: CallbackDetails | undefined;
  detailsFailure: FailureView | undefined;
  timeline: readonly CallbackRow[];
  comparison: Comparison | undefined;
  comparing: boolean;
  comparisonFailure: FailureView | undefined;
  /** Notes on what the last addition left out. */
  notes: readonly string[];
  attempt: SandboxTry | undefined;
  open(environmentId: string): void;
  leave(): void;
  filter(change: { show?: InboxFilter; id?: string }): void;
  /** Sets the rows in view. */
  want(from: number, count: number): void;
  select(id: number | undefined): void;
  changeSettings(settings: InboxState['settings']): void;
  start(): Promise<boolean>;
  stop(): Promise<void>;
  answer(answer: CallbackAnswer): Promise<void>;
  /** Adds a pasted request or a file. */
  add(source: string | File): Promise<boolean>;
  remove(ids: readonly number[] | undefined): Promise<void>;
  compare(): Promise<void>;
  /**
   * Starts the listener if it is off and creates a conversation that calls it. `https`: over https, with a certificate of the sandbox where the
   * listener has none.
   */
  trySandbox(https: boolean): Promise<void>;
  closeTry(): void;
  /** Requests a certificate of the sandbox for the listener; undefined if it failed. */
  sandboxCertificate(): Promise<SandboxCertificate | undefined>;
  playUser(ending: 'well' | 'failed' | 'canceled'): Promise<void>;
}

const blank = {
  listener: undefined,
  settings: {},
  show: 'all' as const,
  id: '',
  total: 0,
  rows: new Map<number, CallbackRow>(),
  loading: false,
  busy: false,
  failure: undefined,
  selectedId: undefined,
  details: undefined,
  detailsFailure: undefined,
  timeline: [],
  comparison: undefined,
  comparing: false,
  comparisonFailure: undefined,
  notes: [],
  attempt: undefined,
};

/** Creates the store of the received callbacks of the selected environment, and its listener. */
export function createInboxStore(bridge: BridgeClient): StoreApi<InboxState> {
  const reading = new LatestRequest();
  const opening = new LatestRequest();
  const comparing = new LatestRequest();
  let wanted = { from: 0, to: pageSize };
  let again = false;
  let isReading = false;

  const store = createStore<InboxState>()((set, get) => {
    const environment = () => get().environmentId ?? '';

    /** Reads the rows in view again; a change meanwhile is read afterwards. */
    async function read(): Promise<void> {
      if (get().environmentId === undefined) {
        return;
      }
      if (isReading) {
        again = true;
        return;
      }
      isReading = true;
      const { show, id } = get();
      const from = Math.max(0, wanted.from - (wanted.from % pageSize));
      const count = Math.min(500, Math.max(pageSize, Math.ceil((wanted.to - from) / pageSize) * pageSize));
      const filter = { show, ...omitUndefined({ id: id.trim() === '' ? undefined : id.trim() }) };
      await reading.run(
        (signal) =>
          bridge.invoke('callbacks.list', { environmentId: environment(), filter, from, count }, { signal }),
        {
          done: ({ total, rows }) =>
            set(({ attempt }) => ({
              ...(attempt && rows.some((row) => row.conversationId === attempt.conversationId)
                ? { attempt: { ...attempt, isOver: true } }
                : {}),
              total,
              rows: new Map(rows.map((row, index) => [from + index, row])),
              loading: false,
              failure: undefined,
            })),
          failed: (failure) => set({ failure, loading: false }),
        },
      );
      isReading = false;
      if (again) {
        again = false;
        await read();
      }
    }

    async function readTimeline(conversationId: string | undefined): Promise<void> {
      const environmentId = environment();
      if (conversationId === undefined) {
        set({ timeline: [] });
        return;
      }
      try {
        const { rows } = await bridge.invoke('callbacks.timeline', { environmentId, conversationId });
        if (get().details?.row.conversationId === conversationId) {
          set({ timeline: rows });
        }
      } catch (error) {
        set({ detailsFailure: failureOf(error) });
      }
    }

    /** Runs one action at a time. Returns false if it failed. */
    async function act(action: (environmentId: string) => Promise<Partial<InboxState>>): Promise<boolean> {
      const { environmentId } = get();
      if (environmentId === undefined) {
        return false;
      }
      set({ busy: true, failure: undefined });
      try {
        const change = await action(environmentId);
        if (get().environmentId === environmentId) {
          set({ ...change, busy: false });
        }
        return true;
      } catch (error) {
        if (get().environmentId === environmentId) {
          set({ failure: failureOf(error), busy: false });
        }
        return false;
      }
    }

    /** Starts a listener in place of a running one. */
    async function startListener(environmentId: string): Promise<ListenerState> {
      const { listener, settings } = get();
      return bridge.invoke('callbacks.start', {
        environmentId,
        settings: { ...settings, ...omitUndefined({ answer: listener?.answer }) },
      });
    }

    const command = (given: SandboxCommand) =>
      bridge.invoke('sandbox.command', { environmentId: environment(), command: given });

    return {
      environmentId: undefined,
      ...blank,
      open(environmentId) {
        if (get().environmentId !== environmentId) {
          set({ ...blank, environmentId, loading: true });
          wanted = { from: 0, to: pageSize };
        }
        void bridge.invoke('callbacks.listener', { environmentId }).then(
          (listener) => get().environmentId === environmentId && set({ listener }),
          (error: unknown) => set({ failure: failureOf(error) }),
        );
        void read();
      },
      leave() {
        reading.discard();
        opening.discard();
        comparing.discard();
        isReading = false;
        again = false;
        set({ ...blank, environmentId: undefined });
      },
      filter(change) {
        set({ ...change, rows: new Map(), total: 0, loading: true });
        wanted = { from: 0, to: pageSize };
        void read();
      },
      want(from, count) {
        wanted = { from, to: from + count };
        const { rows, total } = get();
        const last = Math.min(total, from + count) - 1;
        if (last >= from && (!rows.has(from) || !rows.has(last))) {
          void read();
        }
      },
      select(selectedId) {
        comparing.discard();
        set({ selectedId, comparison: undefined, comparisonFailure: undefined, comparing: false });
        if (selectedId === undefined) {
          opening.discard();
          set({ details: undefined, detailsFailure: undefined, timeline: [] });
          return;
        }
        void opening.run(
          (signal) =>
            bridge.invoke('callbacks.get', { environmentId: environment(), id: selectedId }, { signal }),
          {
            async done(details) {
              set({ details, detailsFailure: undefined });
              await readTimeline(details.row.conversationId);
            },
            failed: (failure) => set({ details: undefined, detailsFailure: failure, timeline: [] }),
          },
        );
      },
      changeSettings: (settings) => set({ settings }),
      start: () => act(async (environmentId) => ({ listener: await startListener(environmentId) })),
      async stop() {
        await act(async (environmentId) => ({
          listener: await bridge.invoke('callbacks.stop', { environmentId }),
        }));
      },
      async answer(answer) {
        await act(async (environmentId) => ({
          listener: await bridge.invoke('callbacks.answer', { environmentId, answer }),
        }));
      },
      add: (source) =>
        act(async (environmentId) => {
          const given = typeof source === 'string' ? source : new Uint8Array(await source.arrayBuffer());
          const from = typeof source === 'string' ? 'pasted' : 'file';
          const { added, notes } = await bridge.invoke('callbacks.add', {
            environmentId,
            source: given,
            from,
          });
          get().select(added.at(-1)?.id);
          return { notes };
        }),
      async remove(ids) {
        await act(async (environmentId) => {
          await bridge.invoke('callbacks.delete', omitUndefined({ environmentId, ids: ids && [...ids] }));
          get().select(undefined);
          return {};
        });
      },
      async compare() {
        const { details } = get();
        if (details === undefined) {
          return;
        }
        set({ comparing: true, comparison: undefined, comparisonFailure: undefined });
        await comparing.run(
          (signal) =>
            bridge.invoke(
              'signatures.compare',
              { environmentId: environment(), body: details.body },
              { signal },
            ),
          {
            done: (comparison) => set({ comparison, comparing: false }),
            failed: (failure) => set({ comparisonFailure: failure, comparing: false }),
          },
        );
      },
      async trySandbox(https) {
        await act(async (environmentId) => {
          const { listener: before, settings } = get();
          const isHttps =
            before?.url === undefined ? settings.tls !== undefined : before.url.startsWith('https:');
          if (https && !isHttps) {
            const { certificate, key } = await bridge.invoke('sandbox.certificate', { environmentId });
            set({ settings: { ...settings, tls: { certificate, key } } });
          }
          const listener =
            before?.url === undefined || (https && !isHttps) ? await startListener(environmentId) : before;
          const { conversation } = await bridge.invoke('creation.create', {
            environmentId,
            again: true,
            request: {
              userKey: 'callback-test',
              returnUrl: 'https://client.example/return',
              callbackUrl: `${listener.url}/{conversationId}/{target}/{event}`,
              query: { identity: { requireOneOf: [['PERSON_NAME_FIRSTNAME', 'PERSON_NAME_LASTNAME']] } },
            },
          });
          const { id: conversationId = '', url } = conversation;
          return { listener, attempt: { conversationId, url, isOver: false } };
        });
      },
      async sandboxCertificate() {
        let issued: SandboxCertificate | undefined;
        await act(async (environmentId) => {
          issued = await bridge.invoke('sandbox.certificate', { environmentId });
          return {};
        });
        return issued;
      },
      closeTry: () => set({ attempt: undefined }),
      async playUser(ending) {
        const { attempt } = get();
        if (attempt === undefined) {
          return;
        }
        const { conversationId } = attempt;
        await act(async () => {
          await command({ kind: 'start', conversationId }).catch(() => undefined);
          await command({
            ...{ kind: 'finish', conversationId, ending },
            ...(ending === 'failed' ? { cause: 'SCAN_DOCUMENT_EXPIRED' } : {}),
          });
          return { attempt: { ...attempt, isOver: true } };
        });
      },
    };
  });

  bridge.on('callbacks.changed', (listener) => {
    if (listener.environmentId === store.getState().environmentId) {
      store.setState({ listener });
    }
  });
  bridge.on('cases.changed', ({ environmentId }) => {
    const { environmentId: shown, open, details } = store.getState();
    if (environmentId === shown) {
      open(environmentId);
      if (details !== undefined) {
        const { conversationId } = details.row;
        if (conversationId !== undefined) {
          void bridge.invoke('callbacks.timeline', { environmentId, conversationId }).then(
            ({ rows }) =>
              store.getState().details?.row.conversationId === conversationId &&
              store.setState({ timeline: rows }),
            () => undefined,
          );
        }
      }
    }
  });
  return store;
}
