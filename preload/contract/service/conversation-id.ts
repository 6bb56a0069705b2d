/** The longest conversation id that can be requested, in characters. */
export const maxConversationId = 512;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
export const withoutControlCharacters = /^[^\u0000-\u001f\u007f]+$/;

/** A text as a conversation id, without surrounding white space; undefined when it cannot be one. */
export function asConversationId(text: unknown): string | undefined {
  if (typeof text !== 'string') {
    return undefined;
  }
  const id = text.trim();
  return id.length <= maxConversationId && withoutControlCharacters.test(id) ? id : undefined;
}
