import type { Json, JsonObject } from './json.ts';
import type { Medium } from './media/medium.ts';

type ConversationStatus = 'CREATED' | 'IN_PROGRESS' | 'FINISHED' | 'CANCELED' | 'EXPIRED';

/** One member of `result`: a status and the product's other members (interface 2.2). */
export type Product = { status: string; [member: string]: Json };

/** The form of a conversation's responses where the document and the field differ (field notes, "Shapes"). */
interface Shapes {
  metadata: 'media' | 'list.media';
  headlessArgs: 'array' | 'object';
}

/** Everything the sandbox knows about one conversation. */
export interface Conversation {
  id: string;
  title: string;
  /** True for the people of a first review; other seeds are samples for integrators. */
  toReview?: boolean;
  /** True for a test case: the control of the sandbox does not list it. */
  isHidden?: boolean;
  userKey: string;
  strategy: string;
  returnUrl: string;
  callbackUrl: string | undefined;
  query: JsonObject;
  shapes: Shapes;
  status: ConversationStatus;
  /** One member per product; some seeds have members of the wrong type on purpose. */
  result: Record<string, Product>;
  info: Json[];
  media: Medium[];
  /** `source` of the database verification info (interface 2.5). */
  sources: Json[];
  /** Members of the response that the interface does not name. */
  unknown: JsonObject;
  /** The values entered on the headless pages so far, and the number of completed pages. */
  headless: { step: number; entered: Record<string, string> };
  /** True if its data were deleted, by retention or on request: the service then answers 410. */
  gone: boolean;
}

/** Returns whether the conversation is over, however it ended: nothing can be done in it any more. */
export function isFinal(conversation: Conversation): boolean {
  return conversation.status !== 'CREATED' && conversation.status !== 'IN_PROGRESS';
}

/** Returns whether periodic AML checking is on, which keeps the data from being deleted (interface 3.3). */
export function hasActiveSubscription(conversation: Conversation): boolean {
  const subscription = conversation.result.aml?.subscription;
  return (
    typeof subscription === 'object' &&
    subscription !== null &&
    !Array.isArray(subscription) &&
    subscription.active === true
  );
}

/** Returns an address with its placeholders replaced (interface 2.1). */
export function fillAddress(address: string, values: Readonly<Record<string, string>>): string {
  return address.replace(/\{(conversationId|target|event)\}/g, (whole, name: string) => {
    const value = values[name];
    return value === undefined ? whole : encodeURIComponent(value);
  });
}

/** Conversation information as responses and callbacks carry it (interface 2.2). */
export function conversationInformation(conversation: Conversation, baseUrl: string): JsonObject {
  return {
    id: conversation.id,
    userKey: conversation.userKey,
    url: `${baseUrl}/conversation/${conversation.id}`,
    status: conversation.status,
    result: conversation.result,
    ...(conversation.info.length > 0 ? { info: conversation.info } : {}),
    ...conversation.unknown,
  };
}
