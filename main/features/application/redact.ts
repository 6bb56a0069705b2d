/**
 * Removes personal data and secrets from a log line: the home directory, queries and fragments of addresses, e-mail
 * addresses, and long runs of letters and digits such as tokens, keys and ids.
 *
 * @param home the home directory of the user
 */
export function redact(text: string, home: string): string {
  const withoutHome = home === '' ? text : text.replaceAll(home, '~');
  return withoutHome
    .replace(/[^\s'"]+/g, withoutQuery)
    .replace(/[^\s<>"']+/g, (word) => (isMailAddress(word) ? '[removed]' : word))
    .replace(/[A-Za-z\d_-]{32,}/g, '[removed]');
}

function withoutQuery(word: string): string {
  const start = word.indexOf('://');
  const end = start < 1 ? -1 : word.slice(start).search(/[?#]/);
  return end < 0 ? word : word.slice(0, start + end);
}

function isMailAddress(word: string): boolean {
  const at = word.indexOf('@');
  return at > 0 && /[^.]\.[a-z]{2}/i.test(word.slice(at + 1));
}
