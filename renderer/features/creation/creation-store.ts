import { createStore, type StoreApi } from 'zustand/vanilla';
import type {
  AccountDefaults,
  CreationSetup,
  UnsettledCreation,
} from '../../../preload/contract/creation.ts';
import type { FailureView } from '../../../preload/contract/envelope.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import type { OperationOutput } from '../../../preload/contract/operations.ts';
import { type CreateConversation, createConversation } from '../../../preload/contract/service/create.ts';
import { hasMember, readTypedJson } from '../../../preload/wording/typed-json.ts';
import { type BridgeClient, failureOf } from '../../bridge/bridge-client.ts';
import { LatestRequest } from '../../bridge/latest-request.ts';

export type CreatedConversation = OperationOutput<'creation.create'>;

export interface CreationState {
  environmentId: string | undefined;
  request: CreateConversation;
  /** The request as JSON, as it is being edited. */
  json: string;
  /** The reason why `json` is not a request; `request` is then the last one that was valid. */
  jsonFault: string | undefined;
  /** Templates and noted defaults of the environment; undefined until read. */
  setup: CreationSetup | undefined;
  setupFailure: FailureView | undefined;
  /** Requests of unknown outcome, oldest first. */
  unsettled: readonly UnsettledCreation[];
  busy: 'create' | 'setup' | undefined;
  failure: FailureView | undefined;
  /** The conversation that the request created. */
  created: CreatedConversation | undefined;
  /** Loads the templates of an environment. The request is kept unless the environment changed. */
  open(environmentId: string): Promise<void>;
  /** Starts a request from the user key and products of a case. */
  startFrom(environmentId: string, conversation: KnownConversation): void;
  change(request: CreateConversation): void;
  changeJson(json: string): void;
  /** Sends the request once. With `again` it is sent although the same one was sent before. */
  create(again: boolean): Promise<void>;
  /** Returns to the form with the same request. */
  back(): void;
  clear(): void;
  useTemplate(templateId: string): void;
  saveTemplate(name: string): Promise<boolean>;
  removeTemplate(templateId: string): Promise<void>;
  saveDefaults(defaults: AccountDefaults): Promise<boolean>;
  /** Keeps the text of the mail with the address; an empty one restores the console's own. */
  saveMailText(mailText: string): Promise<boolean>;
  /** Records the outcome of a request that a user found out. */
  settle(id: string): Promise<void>;
  /** Drops the request and its result when another environment is selected. */
  leave(): void;
}

/** The members of a reply from which a new request for the same user is made (interface 2.2). */
export interface KnownConversation {
  userKey?: string | undefined;
  result?: object | undefined;
}

const products = [
  'aml',
  'auth',
  'bankTransactions',
  'verify',
  'affordability',
  'databaseVerification',
] as const;

const emptyRequest = (): CreateConversation => ({ query: { identity: {} } });

/** Returns the state for a valid request: the request and its JSON. */
const shown = (request: CreateConversation) => ({
  request,
  json: JSON.stringify(request, null, 2),
  jsonFault: undefined,
});

const blank = () => ({
  ...shown(emptyRequest()),
  busy: undefined,
  failure: undefined,
  created: undefined,
});

export function createCreationStore(bridge: BridgeClient): StoreApi<CreationState> {
  const latestSetup = new LatestRequest();

  return createStore<CreationState>((set, get) => {
    const inEnvironment = (environmentId: string) => get().environmentId === environmentId;
    /** Saves a change for the environment. Returns false if it could not be saved. */
    const changeSetup = async (
      change: (environmentId: string) => Promise<CreationSetup>,
    ): Promise<boolean> => {
      const { environmentId, busy } = get();
      if (environmentId === undefined || busy !== undefined) {
        return false;
      }
      set({ busy: 'setup', setupFailure: undefined });
      try {
        const setup = await change(environmentId);
        if (inEnvironment(environmentId)) {
          set({ setup, busy: undefined });
        }
        return true;
      } catch (error) {
        if (inEnvironment(environmentId)) {
          set({ setupFailure: failureOf(error), busy: undefined });
        }
        return false;
      }
    };

    /** Reads requests of unknown outcome; if that fails, none is shown, and a repetition is still asked about. */
    const readUnsettled = async (environmentId: string) => {
      const { unsettled } = await bridge
        .invoke('creation.unsettled', { environmentId })
        .catch(() => ({ unsettled: [] }));
      if (inEnvironment(environmentId)) {
        set({ unsettled });
      }
    };

    return {
      environmentId: undefined,
      setup: undefined,
      setupFailure: undefined,
      unsettled: [],
      ...blank(),
      async open(environmentId) {
        if (get().environmentId !== environmentId) {
          set({ ...blank(), environmentId, setup: undefined, unsettled: [] });
        }
        await latestSetup.run((signal) => bridge.invoke('creation.setup', { environmentId }, { signal }), {
          done: (setup) => set({ setup, setupFailure: undefined }),
          failed: (setupFailure) => set({ setupFailure }),
        });
        await readUnsettled(environmentId);
      },
      startFrom(environmentId, { userKey, result }) {
        const query: CreateConversation['query'] = { identity: {} };
        for (const product of products) {
          if (result && Object.hasOwn(result, product)) {
            query[product] = {};
          }
        }
        const { setup } = get();
        set({
          ...blank(),
          ...shown({ ...omitUndefined({ userKey }), query }),
          environmentId,
          setup: inEnvironment(environmentId) ? setup : undefined,
        });
      },
      change: (request) => set({ ...shown(request), failure: undefined }),
      changeJson(json) {
        const read = readRequest(json);
        set('fault' in read ? { json, jsonFault: read.fault } : { json, jsonFault: undefined, ...read });
      },
      async create(again) {
        const { environmentId, request, jsonFault, busy } = get();
        if (environmentId === undefined || jsonFault !== undefined || busy !== undefined) {
          return;
        }
        set({ busy: 'create', failure: undefined });
        try {
          const created = await bridge.invoke('creation.create', { environmentId, request, again });
          if (inEnvironment(environmentId)) {
            set({ created, busy: undefined });
          }
        } catch (error) {
          if (inEnvironment(environmentId)) {
            set({ failure: failureOf(error), busy: undefined });
            await readUnsettled(environmentId);
          }
        }
      },
      async settle(id) {
        const { environmentId } = get();
        if (environmentId === undefined) {
          return;
        }
        try {
          const { unsettled } = await bridge.invoke('creation.settle', { environmentId, id });
          if (inEnvironment(environmentId)) {
            set({ unsettled });
          }
        } catch (error) {
          set({ setupFailure: failureOf(error) });
        }
      },
      back: () => set({ created: undefined, failure: undefined }),
      clear: () => set(blank()),
      useTemplate(templateId) {
        const { setup, request } = get();
        const template = setup?.templates.find(({ id }) => id === templateId);
        if (template) {
          const { userKey } = request;
          get().change({ ...omitUndefined({ userKey }), ...template.request });
        }
      },
      saveTemplate: (name) =>
        changeSetup((environmentId) =>
          bridge.invoke('creation.saveTemplate', { environmentId, name, request: get().request }),
        ),
      async removeTemplate(templateId) {
        await changeSetup((environmentId) =>
          bridge.invoke('creation.removeTemplate', { environmentId, templateId }),
        );
      },
      saveDefaults: (defaults) =>
        changeSetup((environmentId) => bridge.invoke('creation.saveDefaults', { environmentId, defaults })),
      saveMailText: (mailText) =>
        changeSetup((environmentId) => bridge.invoke('creation.saveMailText', { environmentId, mailText })),
      leave() {
        latestSetup.discard();
        set({
          ...blank(),
          environmentId: undefined,
          setup: undefined,
          setupFailure: undefined,
          unsettled: [],
        });
      },
    };
  });
}

/** Parses a request from JSON, or gives the reason why the text is not a request. */
function readRequest(json: string): { request: CreateConversation } | { fault: string } {
  const typed = readTypedJson(json);
  if ('fault' in typed) {
    return typed;
  }
  // The schema omits the member, so that the request would differ from the JSON shown.
  if (hasMember(typed.value, '__proto__')) {
    return { fault: 'A member named __proto__ cannot be sent.' };
  }
  const read = createConversation.safeParse(typed.value);
  if (read.success) {
    return { request: read.data };
  }
  const [issue] = read.error.issues;
  const path = issue?.path.join('.') ?? '';
  return {
    fault: `${path === '' ? 'The request' : path}: ${issue?.message ?? 'not allowed by the interface'}`,
  };
}
