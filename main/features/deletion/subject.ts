import type { Conversation } from '../../../preload/contract/service/conversation.ts';

/** The most characters shown of one text of the reply. */
export const maxShownText = 300;
/** Members beyond the interface document in which deployments give the time of creation. */
const creationMembers = ['created', 'createdAt', 'creationDate'];

/** ISO 8601: when a conversation was created, if the reply says so. */
export function createdAtOf(conversation: Conversation): string | undefined {
  return creationMembers.map((member) => dateOf(conversation[member])).find(Boolean);
}

/** Returns the person's name, if the reply says so. */
export function nameOf({ result }: Conversation): string | undefined {
  const { fullName, firstName, lastName } = result?.identity?.user?.person?.name ?? {};
  return textOf(fullName) ?? textOf([firstName, lastName].filter(isText).join(' '));
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

function textOf(value: unknown): string | undefined {
  return isText(value) ? value.slice(0, maxShownText) : undefined;
}

function dateOf(value: unknown): string | undefined {
  if (!isText(value) || !/^\d{4}-\d{2}-\d{2}/.test(value)) {
    return undefined;
  }
  const time = Date.parse(value);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}
