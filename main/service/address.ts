import { Failure } from '../common/failure.ts';
import type { Message } from './messages/message.ts';
import { idMessages } from './messages/settings.ts';

/** Returns a base URL as what precedes the paths of the interface, whether or not it has a path or a final slash. */
export function baseAddress(baseUrl: string): string {
  const { origin, pathname } = new URL(baseUrl);
  return `${origin}${withoutFinalSlashes(pathname)}`;
}

/** Returns a path or address without final slashes. */
export function withoutFinalSlashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === '/') {
    end--;
  }
  return text.slice(0, end);
}

/**
 * Returns an id as one segment of a path.
 *
 * @param what names the id in the message, such as `conversation id`
 * @throws Failure invalid-input when it is empty, too long, `.` or `..`, or has control characters
 */
export function pathSegment(what: string, id: string): string {
  const refuse = (texts: Message) => new Failure({ code: 'invalid-input', ...texts });
  if (id.trim() === '') {
    throw refuse(idMessages.empty(what));
  }
  if (id.length > 512) {
    throw refuse(idMessages.tooLong(what));
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(id)) {
    throw refuse(idMessages.control(what));
  }
  if (id === '.' || id === '..') {
    throw refuse(idMessages.dots(what));
  }
  if (!id.isWellFormed()) {
    throw refuse(idMessages.broken(what));
  }
  return encodeURIComponent(id);
}
