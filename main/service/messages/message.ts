import type { ErrorCode } from '../../../preload/contract/envelope.ts';

/** The event and its meaning, and in the hint what to do. */
export interface Message {
  message: string;
  hint: string;
}

type Text<Details> = string | ((details: Details) => string);

/** A kind of failure: its code, and its texts, which may depend on the details. */
export interface FailureTexts<Details> {
  code: ErrorCode;
  message: Text<Details>;
  hint: Text<Details>;
}

export function codeAndTexts<Details>(
  { code, message, hint }: FailureTexts<Details>,
  details: Details,
): Message & { code: ErrorCode } {
  const textOf = (text: Text<Details>) => (typeof text === 'string' ? text : text(details));
  return { code, message: textOf(message), hint: textOf(hint) };
}
