import type { Conversation } from '../../../preload/contract/service/conversation.ts';
import { isText } from '../../../preload/wording/person.ts';

/** The most characters shown of one text of the reply. */
export const maxShownText = 300;
/** Members beyond the interface document in which deployments give the time of creation. */
const creationMembers = ['created', 'createdAt', 'creationDate'];

/** ISO 8601: when a conversation was created, if the reply says so. */
export function createdAtOf(conversation: Conversation): string | undefined {
  return creationMembers.map((member) => dateOf(conversation[member])).find(Boolean);
}

function dateOf(value: unknown): string | undefined {
  if (!isText(value) || !/^\d{4}-\d{2}-\d{2}/.test(value)) {
    return undefined;
  }
  const time = Date.parse(value);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}
