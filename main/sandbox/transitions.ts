import {
  type Conversation,
  conversationInformation,
  hasActiveSubscription,
  isFinal,
} from './conversation.ts';
import { applyEnding, type Ending } from './endings.ts';
import type { Json } from './json.ts';
import { conflict } from './server/errors.ts';
import type { World } from './world.ts';

/** CREATED becomes IN_PROGRESS when the user first appears; any other status stays. */
export function startConversation(conversation: Conversation): void {
  if (conversation.status === 'CREATED') {
    conversation.status = 'IN_PROGRESS';
  }
}

/** Ends an active conversation and sends CONVERSATION FINISHED, whatever the result (interface 6.2). */
export function finishConversation(world: World, conversation: Conversation, ending: Ending): void {
  if (isFinal(conversation)) {
    return;
  }
  applyEnding(world, conversation, ending);
  sendCallback(world, conversation, 'FINISHED');
}

/**
 * Sends the first of two notifications: user data are complete, bank transactions are not yet
 * (interface 6.2). The conversation goes on.
 */
export function sendInterimResult(world: World, conversation: Conversation, ending: Ending): void {
  const transactions = conversation.result.bankTransactions;
  if (transactions === undefined || isFinal(conversation)) {
    return;
  }
  applyEnding(world, conversation, ending);
  conversation.status = 'IN_PROGRESS';
  conversation.result.bankTransactions = transactions;
  sendCallback(world, conversation, 'FINISHED');
}

/** DELETE with mode EXPIRE (interface 3.1). 409 when the conversation is over already. */
export function expireConversation(world: World, conversation: Conversation): void {
  if (isFinal(conversation)) {
    throw conflict('ConversationAlreadyFinished', 'The conversation has already finished');
  }
  conversation.status = 'EXPIRED';
  sendCallback(world, conversation, 'EXPIRED');
}

/** DELETE with mode DELETE_DATA (interface 3.3). 409 while the conversation is active, or monitored. */
export function deleteData(world: World, conversation: Conversation): void {
  if (!isFinal(conversation)) {
    throw conflict('ConversationNotYetFinished', 'The conversation has not yet finished');
  }
  if (hasActiveSubscription(conversation)) {
    throw conflict('ActiveSubscriptionExists', 'The conversation has an active subscription');
  }
  removeData(world, conversation);
}

/** Removes the data: 410 from now on, and pending callbacks are not delivered. */
export function removeData(world: World, conversation: Conversation): void {
  world.callbacks.cancel(conversation);
  Object.assign(conversation, { gone: true, result: {}, media: [], info: [], sources: [] });
  conversation.headless = { step: 0, entered: {} };
}

/** New AML data of a monitored conversation, sent as SUBSCRIPTION NEW_DATA (interface 6.2). */
export function changeAmlHits(world: World, conversation: Conversation, hits: Json[]): void {
  const aml = conversation.result.aml;
  if (aml === undefined) {
    return;
  }
  aml.found = hits;
  setSubscription(world, conversation, hasActiveSubscription(conversation));
  sendCallback(world, conversation, 'NEW_DATA');
}

/** Switches monitoring on or off; the AML product must have been requested. */
export function setSubscription(world: World, conversation: Conversation, active: boolean): void {
  const aml = conversation.result.aml;
  if (aml === undefined) {
    return;
  }
  aml.subscription = { active, lastChanged: new Date(world.clock.now()).toISOString() };
}

/** Sends an event to the conversation's callback address (interface 6.2), if it has one. */
export function sendCallback(
  world: World,
  conversation: Conversation,
  event: 'FINISHED' | 'EXPIRED' | 'NEW_DATA',
): void {
  world.callbacks.send(conversation, {
    target: event === 'NEW_DATA' ? 'SUBSCRIPTION' : 'CONVERSATION',
    event,
    payload: { conversation: conversationInformation(conversation, world.baseUrl) },
  });
}
