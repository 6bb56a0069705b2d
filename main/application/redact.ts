/**
 * Takes out of a line for the log what could name a person or open something: the home directory, queries and fragments of
 * addresses, e-mail addresses, and long runs of letters and digits such as tokens, keys and ids.
 *
 * @param home the home directory of whoever runs the console
 */
export function redact(text: string, home: string): string {
  const withoutHome = home === '' ? text : text.replaceAll(home, '~');
  return withoutHome
    .replace(/([a-z][a-z\d+.-]*:\/\/[^\s?#'"]*)[?#][^\s'"]*/gi, '$1')
    .replace(/[^\s@<>"']+@[^\s@<>"']+\.[a-z]{2,}/gi, '[removed]')
    .replace(/[A-Za-z\d_-]{32,}/g, '[removed]');
}
