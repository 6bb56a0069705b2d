import type { Conversation } from '../../preload/contract/service/conversation.ts';
import { isAboutAnother } from '../../preload/wording/console-findings.ts';
import { Failure } from '../common/failure.ts';
import type { Reading, SendOptions, ServiceClient } from './port.ts';

/**
 * Reads a conversation (interface 4.2) for what must not be done with another one: recorded, reported, or deleted.
 * @throws Failure reply-wrong-type if the response is about another conversation; why it cannot be read
 */
export async function readTarget(
  client: Pick<ServiceClient, 'readConversation'>,
  conversationId: string,
  options: SendOptions,
): Promise<Reading<Conversation>> {
  const reading = await client.readConversation(conversationId, options);
  if (isAboutAnother(conversationId, reading.value.id)) {
    throw new Failure({
      code: 'reply-wrong-type',
      message: 'The service answered with a different conversation from the one requested.',
      hint: 'Check the id. If it is right, give the request id to the service’s support.',
      requestId: reading.notes.requestId,
    });
  }
  return reading;
}
