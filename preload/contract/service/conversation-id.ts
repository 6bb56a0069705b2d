/** The longest conversation id that can be requested, in characters. */
export const maxConversationId = 512;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
export const withoutControlCharacters = /^[^\u0000-\u001f\u007f]+$/;

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** An id with the letters of a UUID in lower case (RFC 9562), so that both spellings are one conversation. */
export function inOneSpelling(id: string): string {
  return uuid.test(id) ? id.toLowerCase() : id;
}

/** A text as a conversation id, without surrounding white space and in one spelling; undefined when it cannot be one. */
export function asConversationId(text: unknown): string | undefined {
  if (typeof text !== 'string') {
    return undefined;
  }
  const id = text.trim();
  return id.length <= maxConversationId && withoutControlCharacters.test(id) ? inOneSpelling(id) : undefined;
}
