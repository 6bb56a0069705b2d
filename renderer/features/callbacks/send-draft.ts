import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SendChoices } from '../../../preload/contract/callback-sending.ts';
import type { OperationInput } from '../../../preload/contract/operations.ts';
import { bytesOf, type Message } from '../signatures/message.ts';

/** The form of a test callback. */
export interface SendDraft {
  url: string;
  keyId: string | null;
  source: 'template' | 'case' | 'message';
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
  /** The message that is sent again. */
  message: Message | undefined;
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
  message: undefined,
};

export const createSendDraft = (): StoreApi<SendDraft> => createStore<SendDraft>(() => blank);

/** Drops the ids of an environment that is left. The address and the options stay. */
export function leaveSendDraft(store: StoreApi<SendDraft>): void {
  store.setState({ message: undefined, conversationId: blank.conversationId, source: 'template' });
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
  if (form.source === 'message') {
    const { message } = form;
    const body = message && bytesOf(message);
    const { target = '', event = '' } = message ?? {};
    return body && { kind: 'message', body, conversationId: message.conversationId ?? '', target, event };
  }
  if (form.source === 'template') {
    return { kind: 'template', templateId: form.templateId, conversationId };
  }
  const [target = '', event = ''] = form.event.split(' ');
  return { kind: 'case', conversationId, target, event };
}
