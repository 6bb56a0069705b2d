import { isObject } from '../contract/objects.ts';

type Reviver = (name: string, value: unknown, context?: { source?: string }) => unknown;

/** The largest number of digits that every integer keeps when it is read as a number. */
const safeDigits = 15;

/**
 * JSON that a user typed, or why it cannot be sent as it is typed: it is no JSON, or a number in it would become another one.
 */
export function readTypedJson(text: string): { value: unknown } | { fault: string } {
  let changed: string | undefined;
  const check: Reviver = (_name, value, context) => {
    const source = context?.source;
    if (typeof value === 'number' && source !== undefined && isChanged(value, source)) {
      changed ??= source;
    }
    return value;
  };
  let value: unknown;
  try {
    value = JSON.parse(text, check);
  } catch (error) {
    return error instanceof RangeError
      ? { fault: 'It is nested too deeply.' }
      : { fault: `Not valid JSON: ${error instanceof Error ? error.message : 'it cannot be read'}` };
  }
  return changed === undefined
    ? { value }
    : { fault: `The number ${changed.slice(0, 40)} cannot be sent exactly. Write it as text, in quotes.` };
}

/** Returns whether a value has a member of this name, at any depth. */
export function hasMember(value: unknown, name: string): boolean {
  const pending: unknown[] = [value];
  while (pending.length > 0) {
    const one = pending.pop();
    if (Array.isArray(one)) {
      pending.push(...one);
    } else if (isObject(one)) {
      if (Object.hasOwn(one, name)) {
        return true;
      }
      pending.push(...Object.values(one));
    }
  }
  return false;
}

function isChanged(value: number, source: string): boolean {
  if (!Number.isFinite(value)) {
    return true;
  }
  const digits = source.replace(/^-/, '');
  return /^\d+$/.test(digits) && digits.length > safeDigits && String(Math.abs(value)) !== digits;
}
