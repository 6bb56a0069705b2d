import type { Conversation } from '../contract/service/conversation.ts';
import { maskShape } from './mask-shape.ts';

/** The most characters of one text of a person that are shown or stored beside the response. */
const maxText = 300;

/** Returns the person's name, if the response says so. */
export function nameOf({ result }: Conversation): string | undefined {
  const { fullName, firstName, lastName } = result?.identity?.user?.person?.name ?? {};
  return textOf(fullName) ?? textOf([firstName, lastName].filter(isText).join(' '));
}

/** Returns the person's name as a list has it, “Kowalska, Anna”, where the response has both parts. */
export function listedNameOf(conversation: Conversation): string | undefined {
  const { firstName, lastName } = conversation.result?.identity?.user?.person?.name ?? {};
  return isText(firstName) && isText(lastName)
    ? textOf(`${lastName.trim()}, ${firstName.trim()}`)
    : nameOf(conversation);
}

/** Returns the person's birth date as the response has it. */
export function birthDateOf({ result }: Conversation): string | undefined {
  return textOf(result?.identity?.user?.person?.info?.birthDate);
}

/** Returns the shape of a name and the year of birth, by which users who know a person recognise them while data is masked: “A••• K••• 1979”, or “K•••, A••• 1979”. */
export function personShape(name: string | undefined, birthDate: string | undefined): string {
  const year = /^\d{4}(?=-)/.exec(birthDate ?? '')?.[0];
  const shape = name?.split(', ').map(maskShape).join(', ');
  return [shape, year].filter(Boolean).join(' ');
}

export function textOf(value: unknown): string | undefined {
  return isText(value) ? value.slice(0, maxText) : undefined;
}

export function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
