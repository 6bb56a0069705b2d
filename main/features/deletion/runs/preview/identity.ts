/** The most characters shown of one text of the response. */
export const maxShownText = 300;
/** The last four characters that are typed in production, as `comparable` writes them, and what they are taken from. */
export interface Identity {
  of: 'user-key' | 'id';
  tail: string;
}

/** Returns the last four characters of a user key, or of the id where there is none or it is too long to be shown whole. */
export function identityOf(userKey: unknown, conversationId: string): Identity {
  const key = typeof userKey === 'string' && userKey.length <= maxShownText ? comparable(userKey) : '';
  return key === ''
    ? { of: 'id', tail: lastFour(comparable(conversationId)) }
    : { of: 'user-key', tail: lastFour(key) };
}

/** Returns whether these are the characters that were to be typed. */
export function isIdentity({ tail }: Identity, typed: string | undefined): boolean {
  return typed !== undefined && comparable(typed) === tail;
}

/** Returns a text as people can type it: letters and accents in one form, without surrounding spaces and characters that cannot be seen. */
function comparable(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .trim();
}

function lastFour(text: string): string {
  return [...text].slice(-4).join('').trim();
}
