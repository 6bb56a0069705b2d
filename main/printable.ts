/** Characters that the fonts of reports have no letters for are written by their code, so that none is lost in silence. */
export function printable(value: string): string {
  return value.replace(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are meant
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]|[^\u0000-\u052f\u1e00-\u1fff\u2000-\u206f\u20a0-\u20cf\u2100-\u22ff]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}
