import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SendChoices } from '../../../preload/contract/callback-sending.ts';
import type { OperationInput } from '../../../preload/contract/operations.ts';
import type { Message } from '../signatures/message.ts';

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
  /** The message as it is sent, where it can be edited: sent again, or prepared from a template or a case. */
  message: Message | undefined;
  /** The template of one's own that it was made from. */
  ownTemplateId: string | null;
  /** Its headers, one on each line. */
  headers: string;
  /** A key for this message only; used in place of `keyId` where it is not empty. */
  pastedKey: string;
}

/** The headers of the service; main fills in what is in braces. */
export const serviceHeaders = [
  'Content-Type: application/json;charset=UTF-8',
  'X-Signature: {signature}',
  'X-Signature-Timestamp: {now}',
].join('\n');

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
  ownTemplateId: null,
  headers: serviceHeaders,
  pastedKey: '',
};

export const createSendDraft = (): StoreApi<SendDraft> => createStore<SendDraft>(() => blank);

/** Drops the ids of an environment that is left. The address and the options stay. */
export function leaveSendDraft(store: StoreApi<SendDraft>): void {
  store.setState({
    message: undefined,
    ownTemplateId: null,
    pastedKey: '',
    conversationId: blank.conversationId,
    source: 'template',
  });
}

type SendRequest = Omit<OperationInput<'callbacks.send'>, 'environmentId' | 'keyId' | 'confirmedIp'>;

/** Returns what is to be sent, without its key; undefined while no message is chosen. */
export function sendRequest(form: SendDraft): SendRequest | undefined {
  const what = whatOf(form);
  const { url, encoding, unknownMembers, duplicates, fault, retries, speed } = form;
  return (
    what && {
      url,
      what,
      encoding,
      unknownMembers,
      duplicates,
      ...(fault === null ? {} : { fault }),
      ...(form.pastedKey === '' ? {} : { pastedKey: form.pastedKey }),
      ...(form.source === 'message' && fault === null ? { headers: headersOf(form.headers) } : {}),
      ...(retries ? { retries: { speed } } : {}),
    }
  );
}

function whatOf(form: SendDraft): SendRequest['what'] | undefined {
  const conversationId = form.conversationId.trim();
  if (form.source === 'message') {
    const { message } = form;
    const body = message?.body;
    const { target = '', event = '' } = message ?? {};
    return body && { kind: 'message', body, conversationId: message.conversationId ?? '', target, event };
  }
  if (form.source === 'template') {
    return { kind: 'template', templateId: form.templateId, conversationId };
  }
  const [target = '', event = ''] = form.event.split(' ');
  return { kind: 'case', conversationId, target, event };
}

export function headersOf(text: string): [string, string][] {
  return text.split('\n').flatMap((line): [string, string][] => {
    const at = line.indexOf(':');
    return line.trim() === '' ? [] : [[line.slice(0, Math.max(0, at)).trim(), line.slice(at + 1).trim()]];
  });
}
