import type { Redaction } from '../../common/redaction.ts';

/**
 * Makes text from outside safe to show in an error: one line, no control characters, at most 500 characters, without the
 * `secrets` and those that `redaction` knows. Secrets are removed before the text is truncated.
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
