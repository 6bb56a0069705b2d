import type { Conversation } from '../../preload/contract/service/conversation.ts';
import { Failure } from '../failure.ts';
import type { Reading, SendOptions, ServiceClient } from '../service/port.ts';

/**
 * Reads a conversation before its deletion (interface 4.2), so that it can be seen whose data it is.
 * @throws Failure reply-wrong-type if the reply is about another conversation; why it cannot be read
 */
export async function readTarget(
  client: Pick<ServiceClient, 'readConversation'>,
  conversationId: string,
  options: SendOptions,
): Promise<Reading<Conversation>> {
  const reading = await client.readConversation(conversationId, options);
  const { id } = reading.value;
  // Services may write an id in other letters than it was given in.
  if (id && id.toLowerCase() !== conversationId.toLowerCase()) {
    throw new Failure({
      code: 'reply-wrong-type',
      message: 'The service answered with a different conversation from the one requested.',
      hint: 'Check the id. If it is right, give the request id to the service’s support.',
      requestId: reading.notes.requestId,
    });
  }
  return reading;
}
