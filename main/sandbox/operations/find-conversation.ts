import { type Conversation, isFinal, type Product } from '../conversation.ts';
import { notFound, Refusal } from '../server/errors.ts';
import type { Parameters } from '../server/routing.ts';
import { permitStrategy } from '../strategy.ts';
import type { World } from '../world.ts';

/**
 * Finds the conversation a path names. Throws 404 for an unknown id, what its strategy calls for (403, 402, 500), and 410 when its
 * data are gone (interface 7.3). Operations that list no 410 (headless, 4.6 and 4.7) answer 404 instead.
 */
export function findConversation(world: World, parameters: Parameters, gone: 410 | 404 = 410): Conversation {
  const id = parameters.conversationId;
  const conversation = world.conversations.get(id);
  if (conversation === undefined) {
    throw notFound(`Conversation ${id.slice(0, 100)} not found`);
  }
  permitStrategy(conversation.strategy);
  if (conversation.gone) {
    throw gone === 410
      ? new Refusal(410, `Conversation ${id} is unavailable due to the retention policy`)
      : notFound(`Conversation ${id} not found`);
  }
  return conversation;
}

/** Returns the AML product of a conversation. Throws 409 when it was not asked for. */
export function amlOf({ result }: Conversation): Product {
  if (result.aml === undefined) {
    throw new Refusal(409, 'The conversation did not ask for AML checks');
  }
  return result.aml;
}

/** Finds the conversation that a command of the control names. Throws 404 for an unknown id, 410 when its data are gone, and 409 when it must be active. */
export function commandedConversation(
  world: World,
  id: string,
  must: 'be there' | 'be active' | 'be known' = 'be there',
): Conversation {
  const conversation = world.conversations.get(id);
  if (conversation === undefined) {
    throw notFound('There is no such conversation');
  }
  if (conversation.gone && must !== 'be known') {
    throw new Refusal(410, 'The data of this conversation are gone');
  }
  if (must === 'be active' && isFinal(conversation)) {
    throw new Refusal(409, `The conversation is over already: ${conversation.status}`);
  }
  return conversation;
}
