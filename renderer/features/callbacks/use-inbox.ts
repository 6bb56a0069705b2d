import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CallbackFilter, ListenerSettings } from '../../../preload/contract/callbacks.ts';
import type { FailureView } from '../../../preload/contract/envelope.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import type { SandboxCertificate } from '../../../preload/contract/sandbox.ts';
import { useRows } from '../../bridge/use-rows.ts';
import {
  useEnvironment,
  useEnvironmentAction,
  useEnvironmentQuery,
} from '../../environments/use-environment.ts';
import { useAnnounce } from '../../ui/services.tsx';

/** The queries that added callbacks change. */
export const addedChanges = ['callbacks.list', 'callbacks.missed', 'callbacks.causes'] as const;

/** Returns a pasted text or a file as it is added. */
export async function addedSource(source: string | File) {
  return typeof source === 'string'
    ? ({ source, from: 'pasted' } as const)
    : ({ source: new Uint8Array(await source.arrayBuffer()), from: 'file' } as const);
}

/** A conversation that was created in the sandbox to try the listener. */
export interface SandboxTry {
  conversationId: string;
  url: string | undefined;
  isOver: boolean;
}

export const tryTexts = {
  begun:
    'A conversation was created whose callbacks go to this listener. Now act as its user, here or at its address.',
  over: 'The conversation has ended. Its callback is listed below as soon as it arrives.',
};

/** The part of the inbox that is the window's own, and stays while another page is shown. */
export interface InboxView {
  show: NonNullable<CallbackFilter['show']>;
  /** A callback id or a conversation id to filter by. */
  id: string;
  selectedId: number | undefined;
  /** Settings for the next start of the listener; `answer` is taken from the one before. */
  settings: Omit<ListenerSettings, 'answer'>;
  attempt: SandboxTry | undefined;
}

export const createInboxView = (): StoreApi<InboxView> =>
  createStore<InboxView>(() => ({
    show: 'all',
    id: '',
    selectedId: undefined,
    settings: {},
    attempt: undefined,
  }));

/** Reads the callbacks in sight, newest first. */
export function useCallbacks({ show, id }: Pick<InboxView, 'show' | 'id'>) {
  const { id: environmentId } = useEnvironment();
  const filter = { show, ...omitUndefined({ id: id.trim() === '' ? undefined : id.trim() }) };
  return useRows('callbacks.list', { environmentId, filter }, ({ rows }) => rows);
}

/** Returns what can be done with the inbox and its listener. A new action drops the failure of the one before. */
export function useInboxActions(view: StoreApi<InboxView>) {
  const announce = useAnnounce();
  const listener = useEnvironmentQuery('callbacks.listener', {});
  const actions = {
    start: useEnvironmentAction('callbacks.start', {}, { changes: ['callbacks.listener'] }),
    stop: useEnvironmentAction('callbacks.stop', {}, { changes: ['callbacks.listener'] }),
    answer: useEnvironmentAction('callbacks.answer', {}, { changes: ['callbacks.listener'] }),
    add: useEnvironmentAction('callbacks.add', {}, { changes: addedChanges }),
    remove: useEnvironmentAction('callbacks.delete', {}, { changes: ['callbacks.list'] }),
    certificate: useEnvironmentAction('sandbox.certificate'),
    create: useEnvironmentAction('creation.create', { again: true }),
    command: useEnvironmentAction('sandbox.command'),
  };
  const all = Object.values(actions);
  const reset = () => {
    for (const action of all) {
      action.reset();
    }
  };
  /** Starts the listener in place of a running one. */
  const start = () => {
    const answer = listener.data?.answer;
    return actions.start.run({ settings: { ...view.getState().settings, ...omitUndefined({ answer }) } });
  };
  /** Returns a certificate of the sandbox and uses it for the next start. */
  const certify = async (): Promise<SandboxCertificate | undefined> => {
    const newCertificate = await actions.certificate.run();
    if (newCertificate) {
      const { certificate, key } = newCertificate;
      view.setState(({ settings }) => ({ settings: { ...settings, tls: { certificate, key } } }));
    }
    return newCertificate;
  };
  /** Starts the listener if it is off. With `https`, it gets a certificate of the sandbox where it has none. */
  const listening = async (https: boolean) => {
    const url = listener.data?.url;
    const isHttps = url === undefined ? view.getState().settings.tls !== undefined : url.startsWith('https:');
    if (https && !isHttps) {
      return (await certify()) && (await start());
    }
    return url === undefined ? start() : listener.data;
  };
  return {
    listener: listener.data,
    busy: all.some(({ busy }) => busy),
    failure: all.reduce<FailureView | undefined>((first, { failure }) => first ?? failure, listener.failure),
    notes: actions.add.data?.notes ?? [],
    /** Drops the failures, and reads the listener again. */
    retry() {
      reset();
      listener.refresh();
    },
    start() {
      reset();
      void start();
    },
    stop() {
      reset();
      void actions.stop.run({}, 'Listener stopped');
    },
    answer(answer: Parameters<typeof actions.answer.run>[0]['answer']) {
      reset();
      void actions.answer.run({ answer });
    },
    certify() {
      reset();
      void certify();
    },
    /** Adds a pasted request or a file, and selects what was added last. Returns false if nothing could be. */
    async add(source: string | File): Promise<boolean> {
      reset();
      const result = await actions.add.run(await addedSource(source));
      if (result) {
        view.setState({ selectedId: result.added.at(-1)?.id });
      }
      return result !== undefined;
    },
    /** Deletes callbacks from this console; all of them without ids. */
    async remove(ids?: number[]) {
      reset();
      if (await actions.remove.run(omitUndefined({ ids }))) {
        view.setState({ selectedId: undefined });
      }
    },
    /** Creates a conversation that calls the listener, over https if wished. */
    async trySandbox(https: boolean) {
      reset();
      const state = await listening(https);
      const creation =
        state &&
        (await actions.create.run({
          request: {
            userKey: 'callback-test',
            returnUrl: 'https://client.example/return',
            callbackUrl: `${state.url}/{conversationId}/{target}/{event}`,
            query: { identity: { requireOneOf: [['PERSON_NAME_FIRSTNAME', 'PERSON_NAME_LASTNAME']] } },
          },
        }));
      if (creation) {
        const { id: conversationId = '', url } = creation.conversation;
        view.setState({ attempt: { conversationId, url, isOver: false } });
        announce(tryTexts.begun);
      }
    },
    /** Ends the conversation of the try as its user would. */
    async playUser(ending: 'well' | 'failed' | 'canceled') {
      const { attempt } = view.getState();
      if (attempt === undefined) {
        return;
      }
      reset();
      const { conversationId } = attempt;
      // It may have been started already.
      await actions.command.run({ command: { kind: 'start', conversationId } });
      const finish = { kind: 'finish', conversationId, ending } as const;
      const cause = ending === 'failed' ? { cause: 'SCAN_DOCUMENT_EXPIRED' } : {};
      if (await actions.command.run({ command: { ...finish, ...cause } })) {
        view.setState({ attempt: { ...attempt, isOver: true } });
        announce(tryTexts.over);
      }
    },
  };
}
