import type { Conversation } from '../contract/service/conversation.ts';

/** The most characters of one text of a person that are shown or stored beside the reply. */
const maxText = 300;

/** Returns the person's name, if the reply says so. */
export function nameOf({ result }: Conversation): string | undefined {
  const { fullName, firstName, lastName } = result?.identity?.user?.person?.name ?? {};
  return textOf(fullName) ?? textOf([firstName, lastName].filter(isText).join(' '));
}

/** Returns the person's birth date as the reply has it. */
export function birthDateOf({ result }: Conversation): string | undefined {
  return textOf(result?.identity?.user?.person?.info?.birthDate);
}

export function textOf(value: unknown): string | undefined {
  return isText(value) ? value.slice(0, maxText) : undefined;
}

export function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
