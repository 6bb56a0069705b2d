/** The longest conversation id that can be requested, in characters. */
export const maxConversationId = 512;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
export const withoutControlCharacters = /^[^\u0000-\u001f\u007f]+$/;

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Returns whether a text is a UUID and nothing else. */
export function isUuid(text: string): boolean {
  return uuid.test(text);
}

/** Returns an id with the letters of a UUID in lower case (RFC 9562), so that both spellings are one conversation. */
export function inOneSpelling(id: string): string {
  const lower = id.toLowerCase();
  return lower !== id && uuid.test(id) ? lower : id;
}

/** Returns a text as a conversation id, without surrounding white space and in one spelling; undefined when it cannot be one. */
export function asConversationId(text: unknown): string | undefined {
  if (typeof text !== 'string') {
    return undefined;
  }
  const id = text.trim();
  return id.length <= maxConversationId && withoutControlCharacters.test(id) ? inOneSpelling(id) : undefined;
}

/**
 * Returns whether a typed text has the form of a conversation id, so that it may be sent to the service without being asked. The forms are a UUID with or
 * without hyphens, 24 hexadecimal digits, or a ULID; the last three with a letter and a digit, since numbers alone may be of an account
 * or a person. Any other text may be a name, a document number or a user key. It is searched only in what is stored here.
 */
export function looksLikeConversationId(text: string): boolean {
  return (
    /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) || (isToken(text) && hasLetterAndDigit(text))
  );
}

/** Returns whether a typed text cannot be a name, a date or an e-mail address: it is sent as an id when people choose that themselves. */
export function mayBeConversationId(text: string): boolean {
  const isDate = /^\d{1,4}([-./])\d{1,2}\1\d{1,4}$/.test(text);
  return asConversationId(text) !== undefined && /\d/.test(text) && !/[\s@]/.test(text) && !isDate;
}

const isToken = (text: string) => /^(?:[0-9a-f]{24}|[0-9a-f]{32}|[0-7][0-9A-HJKMNP-TV-Z]{25})$/i.test(text);
const hasLetterAndDigit = (text: string) => /[a-z]/i.test(text) && /\d/.test(text);
