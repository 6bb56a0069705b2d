/** Returns a number from 0 up to 1, as Math.random does. */
export type Random = () => number;

const letters = 'abcdefghijklmnopqrstuvwxyz';

function name(random: Random): string {
  const part = () => Array.from({ length: 6 }, () => letters[Math.floor(random() * letters.length)]).join('');
  return `${part()}_${part()}`;
}

function value(random: Random, depth = 0): unknown {
  const makers: (() => unknown)[] = [
    () => name(random),
    () => Math.floor(random() * 1e9),
    () => random() < 0.5,
    () => null,
    () => Array.from({ length: Math.floor(random() * 4) }, () => value(random, depth + 1)),
    () => ({ [name(random)]: value(random, depth + 1) }),
  ];
  const choices = depth < 2 ? makers : makers.slice(0, 4);
  return choices[Math.floor(random() * choices.length)]?.();
}

/** Returns one to three members with names that no version of the interface has, as JSON text without braces. */
export function unknownMembers(random: Random): string {
  const count = 1 + Math.floor(random() * 3);
  return Array.from(
    { length: count },
    () => `${JSON.stringify(name(random))}:${JSON.stringify(value(random))}`,
  ).join(',');
}

/** Inserts members (JSON text without braces) at the beginning of an object's JSON text; the rest keeps every byte. */
export function insertMembers(object: string, members: string): string {
  const start = object.indexOf('{') + 1;
  const isEmpty = /^\s*\}/.test(object.slice(start, start + 100));
  return `${object.slice(0, start)}${members}${isEmpty ? '' : ','}${object.slice(start)}`;
}
