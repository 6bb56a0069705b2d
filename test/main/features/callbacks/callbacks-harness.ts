import { request } from 'node:http';
import { callbackBody, templateContent } from '../../../../main/examine/messages/body.ts';
import { type SignedMessage, signMessage } from '../../../../main/examine/messages/signing.ts';
import { messageTemplates } from '../../../../main/examine/messages/templates.ts';
import type { ListenerSettings } from '../../../../preload/contract/callbacks.ts';
import { type Composed, startComposed } from '../../../support/composed.ts';

export const signingKey = 'signing-key-of-the-receiver-tests';

export interface Receiving extends Composed {
  environmentId: string;
  url: string;
}

/** A test environment whose listener is on, in a console of its own, or in a given one, where closing deletes the environment. */
export async function startReceiving(settings: ListenerSettings = {}, given?: Composed): Promise<Receiving> {
  const composed = given ?? (await startComposed());
  const environmentId = await composed.add('Receiver', 'http://127.0.0.1:9', 'test');
  await composed.bridge.invoke('credentials.save', {
    kind: 'signing-key',
    environmentId,
    label: 'Main',
    key: signingKey,
  });
  await composed.bridge.invoke('environments.select', { environmentId });
  const { url } = await composed.bridge.invoke('callbacks.start', { environmentId, settings });
  const close =
    given === undefined
      ? composed.close
      : async () => {
          const { environments } = await composed.bridge.invoke('environments.list', {});
          if (environments.some(({ id }) => id === environmentId)) {
            await composed.bridge.invoke('environments.delete', { environmentId });
          }
        };
  return { ...composed, close, environmentId, url: url ?? '' };
}

/** A valid message of a template. */
export function messageOf(
  template: string,
  {
    id = 'callback-1',
    conversationId = 'conversation-1',
    now = Date.now(),
    key = signingKey,
    bytes = 0,
  } = {},
): SignedMessage {
  const found = messageTemplates.find((one) => one.id === template);
  if (found === undefined) {
    throw new Error(`There is no template ${template}.`);
  }
  return signMessage(callbackBody(templateContent(found, { id, conversationId, now }), { bytes }), key, now);
}

/** Sends a message; resolves with the status, or undefined if the connection ended without an answer. */
export function post(
  url: string,
  { headers, body }: SignedMessage,
  signal?: AbortSignal,
): Promise<number | undefined> {
  return new Promise((resolve) => {
    const sent = request(
      url,
      {
        method: 'POST',
        // A list, because names may repeat.
        headers: ['Host', new URL(url).host, ...headers.flat(), 'Content-Length', String(body.byteLength)],
        agent: false,
        ...(signal ? { signal } : {}),
      },
      (answer) => {
        answer.resume().on('close', () => resolve(answer.statusCode));
      },
    );
    sent.on('error', () => resolve(undefined));
    sent.end(body);
  });
}
