import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SendAttempt, SendChoices, SentCallback } from '../../../preload/contract/callback-sending.ts';
import type { FailureView } from '../../../preload/contract/envelope.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import type { OperationInput } from '../../../preload/contract/operations.ts';
import { type BridgeClient, failureOf } from '../../bridge/bridge-client.ts';
import { LatestRequest } from '../../bridge/latest-request.ts';

type Request = Omit<OperationInput<'callbacks.send'>, 'environmentId'>;

/** The values of the form. */
export interface SendForm {
  url: string;
  keyId: string | null;
  source: 'template' | 'case' | 'received';
  templateId: string;
  conversationId: string;
  /** Target and event of a case, such as `CONVERSATION FINISHED`. */
  event: string;
  encoding: SendChoices['encodings'][number]['id'];
  unknownMembers: boolean;
  fault: string | null;
  duplicates: number;
  retries: boolean;
  speed: number;
}

export interface SendState {
  environmentId: string | undefined;
  choices: SendChoices | undefined;
  form: SendForm;
  /** The received callback that is sent again. */
  received: { id: number; label: string } | undefined;
  sending: boolean;
  attempts: readonly SendAttempt[];
  result: SentCallback | undefined;
  failure: FailureView | undefined;
  open(environmentId: string): void;
  leave(): void;
  change(change: Partial<SendForm>): void;
  /** Prepares sending a received callback again. */
  sendAgain(received: { id: number; label: string }): void;
  /** @param confirmedIp the IP of a public address that the user confirmed */
  send(confirmedIp?: string): Promise<void>;
  stop(): void;
}

const blankForm: SendForm = {
  url: 'http://127.0.0.1:8080/callback',
  keyId: null,
  source: 'template',
  templateId: 'finished',
  conversationId: 'test-conversation-1',
  event: 'CONVERSATION FINISHED',
  encoding: 'compact',
  unknownMembers: false,
  fault: null,
  duplicates: 0,
  retries: false,
  speed: 100_000,
};

/** Test callbacks that are sent to a receiver of one's own. */
export function createSendStore(bridge: BridgeClient): StoreApi<SendState> {
  const sending = new LatestRequest();
  const clear = { sending: false, attempts: [], result: undefined, failure: undefined };
  return createStore<SendState>()((set, get) => ({
    environmentId: undefined,
    choices: undefined,
    form: blankForm,
    received: undefined,
    ...clear,
    open(environmentId) {
      set({ environmentId });
      if (get().choices === undefined) {
        bridge.invoke('callbacks.sendChoices', {}).then(
          (choices) => set({ choices }),
          (error: unknown) => set({ failure: failureOf(error) }),
        );
      }
    },
    leave() {
      sending.discard();
      // The address and the options stay: they belong to no environment. Ids and keys do.
      const { form } = get();
      set({
        ...clear,
        environmentId: undefined,
        received: undefined,
        form: { ...form, keyId: null, conversationId: blankForm.conversationId, source: 'template' },
      });
    },
    change: (change) => set(({ form }) => ({ form: { ...form, ...change } })),
    sendAgain: (received) => set(({ form }) => ({ received, form: { ...form, source: 'received' } })),
    async send(confirmedIp) {
      const { environmentId, form, received } = get();
      if (environmentId === undefined || form.keyId === null) {
        return;
      }
      const what = whatOf(form, received?.id);
      if (what === undefined) {
        return;
      }
      const request: Request = {
        ...{ url: form.url, keyId: form.keyId, what, encoding: form.encoding },
        ...{ unknownMembers: form.unknownMembers, duplicates: form.duplicates },
        ...(form.fault === null ? {} : { fault: form.fault }),
        ...(form.retries ? { retries: { speed: form.speed } } : {}),
        ...omitUndefined({ confirmedIp }),
      };
      set({ ...clear, sending: true });
      const attempts: SendAttempt[] = [];
      await sending.run(
        (signal) =>
          bridge.invoke(
            'callbacks.send',
            { environmentId, ...request },
            {
              signal,
              onProgress(attempt) {
                attempts.push(attempt);
                if (sending.isLatest(signal)) {
                  set({ attempts: [...attempts] });
                }
              },
            },
          ),
        {
          done: (result) => set({ result, attempts: result.attempts, sending: false }),
          failed: (failure) => set({ failure, sending: false }),
        },
      );
    },
    stop: () => sending.abort(),
  }));
}

function whatOf(form: SendForm, receivedId: number | undefined): Request['what'] | undefined {
  const conversationId = form.conversationId.trim();
  if (form.source === 'received') {
    return receivedId === undefined ? undefined : { kind: 'received', id: receivedId };
  }
  if (form.source === 'template') {
    return { kind: 'template', templateId: form.templateId, conversationId };
  }
  const [target = '', event = ''] = form.event.split(' ');
  return { kind: 'case', conversationId, target, event };
}
