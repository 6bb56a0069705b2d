import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SendChoices } from '../../../preload/contract/callback-sending.ts';
import type { OperationInput } from '../../../preload/contract/operations.ts';

/** The form of a test callback. */
export interface SendDraft {
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
  /** The received callback that is sent again. */
  received: { id: number; label: string } | undefined;
}

const blank: SendDraft = {
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
  received: undefined,
};

export const createSendDraft = (): StoreApi<SendDraft> => createStore<SendDraft>(() => blank);

/** Drops the ids of an environment that is left. The address and the options stay. */
export function leaveSendDraft(store: StoreApi<SendDraft>): void {
  store.setState({ received: undefined, conversationId: blank.conversationId, source: 'template' });
}

type SendRequest = Omit<OperationInput<'callbacks.send'>, 'environmentId' | 'keyId' | 'confirmedIp'>;

/** Returns what is to be sent, without its key; undefined while no message is chosen. */
export function sendRequest(form: SendDraft): SendRequest | undefined {
  const what = whatOf(form);
  const { url, encoding, unknownMembers, duplicates, fault, retries, speed } = form;
  return (
    what && {
      ...{ url, what, encoding, unknownMembers, duplicates },
      ...(fault === null ? {} : { fault }),
      ...(retries ? { retries: { speed } } : {}),
    }
  );
}

function whatOf(form: SendDraft): SendRequest['what'] | undefined {
  const conversationId = form.conversationId.trim();
  if (form.source === 'received') {
    return form.received && { kind: 'received', id: form.received.id };
  }
  if (form.source === 'template') {
    return { kind: 'template', templateId: form.templateId, conversationId };
  }
  const [target = '', event = ''] = form.event.split(' ');
  return { kind: 'case', conversationId, target, event };
}
