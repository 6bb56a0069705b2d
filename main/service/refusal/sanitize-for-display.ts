/**
 * Text from outside, safe to show in an error: one line, no control characters, at most 500 characters, and none of the
 * `secrets`, should the other side repeat one.
 */
export function sanitizeForDisplay(text: string, secrets: readonly string[]): string {
  let safe = text;
  for (const secret of secrets) {
    if (secret.length >= 4) {
      safe = safe.replaceAll(secret, '•••');
    }
  }
  safe = safe.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').trim();
  return safe.length > 500 ? `${safe.slice(0, 499)}…` : safe;
}
