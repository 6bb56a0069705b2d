import type { CallbackVerification } from '../../../preload/contract/callbacks.ts';
import type { Verification } from '../../../preload/contract/signatures.ts';
import { attempt } from '../../../preload/shared/attempt.ts';
import { requiredContext } from '../../ui/required-context.ts';

/** A callback's message, wherever it comes from: received, pasted, dropped, sent or part of an exam. */
export interface Message {
  /** Distinguishes it from others: what was revealed of it stays revealed for it only. */
  name: string;
  /** Such as `CONVERSATION FINISHED`. */
  title: string;
  method?: string | undefined;
  /** The address it was sent to, or the path where only that is known. */
  url?: string | undefined;
  headers: readonly (readonly [name: string, value: string])[];
  /** Undefined where only its beginning is at hand. */
  body: Uint8Array | undefined;
  /** Absent for a message of one's own, and where no key could be read. */
  verification?: MessageVerification | undefined;
  conversationId?: string | undefined;
  target?: string | undefined;
  event?: string | undefined;
  /** When it arrived (ISO 8601). */
  receivedAt?: string | undefined;
}

/** The verdicts; of a check on the page also what names it. */
export type MessageVerification = CallbackVerification & Partial<Pick<Verification, 'id' | 'unreadKeys'>>;

/** The steps that lead from a message to other pages. */
export interface MessageActs {
  /** Prepares sending it again. */
  resend(message: Message): void;
  /** Puts it on the page of signatures, unless it is there, where the key, the time and the body can be changed. */
  explain?: (message: Message) => void;
}

export const [MessageActsProvider, useMessageActs] = requiredContext<MessageActs>('MessageActsProvider');

/** Returns the body as text; undefined where it is no UTF-8. */
export function textOf(bytes: Uint8Array): string | undefined {
  return attempt(() => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
}

/** The duty of a receiver with a message whose signature is wrong, and with one whose signature could not be checked. */
export const rejectDuty = 'Reject it: answer 401, for example, and process nothing of it.';
export const unverifiedDuty = 'Process nothing of a message that is not verified.';

/** Returns what a receiver does with a message: what the event asks for only where its signature matches. */
export function dutiesOf({ signature, message }: MessageVerification): readonly string[] {
  if (signature.verdict === 'match') {
    return message.sentences;
  }
  return [signature.verdict === 'unchecked' ? unverifiedDuty : rejectDuty];
}
