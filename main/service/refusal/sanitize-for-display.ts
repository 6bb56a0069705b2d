import type { Redaction } from '../../redaction.ts';

/**
 * Text from outside, safe to show in an error: one line, no control characters, at most 500 characters, and none of the
 * `secrets` and those `redaction` knows, should the other side repeat one. They are taken out before the text is cut.
 */
export function sanitizeForDisplay(
  text: string,
  redaction: Pick<Redaction, 'text'>,
  secrets: readonly string[],
): string {
  let safe = redaction.text(text);
  for (const secret of secrets) {
    if (secret.length >= 4) {
      safe = safe.replaceAll(secret, '•••');
    }
  }
  safe = safe.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').trim();
  return safe.length > 500 ? `${safe.slice(0, 499)}…` : safe;
}
