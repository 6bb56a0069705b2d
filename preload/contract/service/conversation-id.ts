/** The longest conversation id that is asked for, in characters. */
export const maxConversationId = 512;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
export const withoutControlCharacters = /^[^\u0000-\u001f\u007f]+$/;

/** A text as an id that can be asked for, without white space around it; undefined where it cannot be one. */
export function asConversationId(text: unknown): string | undefined {
  if (typeof text !== 'string') {
    return undefined;
  }
  const id = text.trim();
  return id.length <= maxConversationId && withoutControlCharacters.test(id) ? id : undefined;
}
