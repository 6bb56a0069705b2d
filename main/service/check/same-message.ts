/** The path segment that makes the second request's path certainly wrong. */
export const wrongSegment = 'assay-connection-check';

/** Returns whether two messages differ at most in what varies between requests: the path, ids, numbers, hexadecimal and times. */
export function sameMessage(one: string, other: string): boolean {
  return stableWords(one).join(' ') === stableWords(other).join(' ');
}

/** Returns whether a message contains the requested path in any form: encoded, dotted, with or without slashes. */
export function namesWrongPath(message: string): boolean {
  return decode(message).toLowerCase().includes(wrongSegment);
}

const pathWords = new Set(['api', 'conversations', ...wrongSegment.split('-')]);
const timeWords =
  /^(?:mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|am|pm|gmt|utc|cet|cest)$/;

function stableWords(message: string): string[] {
  return (
    decode(message)
      .toLowerCase()
      .split(/[^\p{L}\p{N}_+-]+/u)
      // Ids, numbers, times and traces contain a digit, also when joined by hyphens.
      .filter((word) => !/\p{N}/u.test(word))
      .flatMap((word) => word.split(/[_+-]+/))
      .filter((word) => word !== '' && !pathWords.has(word))
      .filter((word) => !timeWords.test(word) && !/^[a-f]{4,}$/.test(word))
  );
}

/** Removes (repeated) percent-encoding and the entities of a slash and a hyphen. */
function decode(message: string): string {
  let text = message.replaceAll(/&#(?:47|x2f);/gi, '/').replaceAll(/&#(?:45|x2d);/gi, '-');
  for (let times = 0; times < 3 && text.includes('%'); times++) {
    text = text.replaceAll(/%([0-7][0-9a-f])/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
  }
  return text;
}
