import { z } from 'zod';
import { sendAttempt, sendRequest } from './callback-sending.ts';
import { cancelOnSwitch, runToEnd } from './operation.ts';
import { inEnvironment } from './target.ts';

const header = z.tuple([z.string(), z.string()]);

/** A message of one's own, as text, to be sent later. */
export const messageTemplate = z.object({
  id: z.string().max(64),
  name: z.string().trim().min(1, 'Enter a name').max(80),
  body: z.string().max(200_000),
  headers: z.array(header).max(60),
});
export type MessageTemplate = z.infer<typeof messageTemplate>;
export const maxMessageTemplates = 50;

const templateList = z.object({ templates: z.array(messageTemplate) });

/** The outcome of the last time that a message was sent again. */
const resentOutcome = z.object({
  /** The receiver, as it was entered. */
  url: z.string(),
  /** ISO 8601 */
  at: z.string(),
  isAccepted: z.boolean(),
  answer: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('answered'), status: z.number().int() }),
    z.object({
      kind: z.literal('none'),
      reason: sendAttempt.shape.answer.options[1].shape.reason,
    }),
    /** It could not be sent; the reason, as a sentence. */
    z.object({ kind: z.literal('not-sent'), problem: z.string() }),
  ]),
});
export type ResentOutcome = z.infer<typeof resentOutcome>;

/** A message that is sent again: a callback of the inbox byte for byte, or a conversation as the service returns it. */
export const resentMessage = z.object({
  /** The number of the callback in the inbox; absent for a conversation. */
  callback: z.number().int().optional(),
  /** The callback id of a conversation’s message, the same each time. */
  callbackId: z.string().optional(),
  conversationId: z.string().optional(),
  target: z.string().optional(),
  event: z.string().optional(),
  /** When it was received, or the end of the case was first seen (ISO 8601). */
  occurredAt: z.string(),
  outcome: resentOutcome.optional(),
});
export type ResentMessage = z.infer<typeof resentMessage>;

const resentList = z.object({
  messages: z.array(resentMessage),
  isRunning: z.boolean(),
});
export type ResentList = z.infer<typeof resentList>;

/** The most callbacks of the inbox in a list of messages to send again. */
export const maxResent = 2000;

/** Messages are sent one after the other; after so many without an answer, the rest are not. */
export const maxUnanswered = 3;

export const callbackResendingOperations = {
  'callbacks.templates': cancelOnSwitch({ input: inEnvironment, output: templateList }),
  /** Keeps a template, in place of the one with the same id. @throws Failure limit-exceeded */
  'callbacks.saveTemplate': runToEnd({
    input: inEnvironment.extend({ template: messageTemplate.extend({ id: z.string().max(64).optional() }) }),
    output: z.object({ id: z.string(), ...templateList.shape }),
  }),
  'callbacks.deleteTemplate': runToEnd({
    input: inEnvironment.extend({ templateId: z.string().max(64) }),
    output: templateList,
  }),
  /** The messages that were chosen to be sent again, oldest first, with what came of them. */
  'callbacks.resent': cancelOnSwitch({ input: inEnvironment, output: resentList }),
  /**
   * Chooses messages to send again, in place of those chosen before: callbacks of the inbox with a valid signature that came in time, and ended cases without
   * one, since a time in milliseconds since the epoch; the oldest `maxResent` callbacks and the newest `maxMissed` cases. `isCut` if there are more.
   */
  'callbacks.chooseResent': runToEnd({
    input: inEnvironment.extend({ since: z.number(), inbox: z.boolean(), missed: z.boolean() }),
    output: resentList.extend({ isCut: z.boolean() }),
  }),
  /**
   * Sends the chosen messages that no receiver accepted yet, one after the other. Each outcome is on disk before the next message is sent, so
   * that the rest can be sent later. Ends early when it is stopped, or after `maxUnanswered` without an answer.
   * @throws those of `callbacks.send`
   */
  'callbacks.resend': runToEnd({
    policy: 'integration',
    input: inEnvironment.extend({
      ...sendRequest.pick({ url: true, confirmedIp: true }).shape,
      keyId: z.string().max(64),
      perSecond: z.number().min(0.1).max(50),
    }),
    output: resentList,
    /** The place of a message in the list, and what came of it. */
    progress: z.object({ place: z.number().int(), outcome: resentOutcome }),
  }),
  /** Stops the sending, also where the window that began it was reloaded. */
  'callbacks.stopResending': runToEnd({ input: inEnvironment, output: z.object({}) }),
};
