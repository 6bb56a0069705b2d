import type { CauseSearch } from './cause-search.ts';
import type { MessageVerification } from './message.ts';
import { type Overall, overallText } from './overall.ts';
import { keyTexts } from './verdict-texts.ts';

/** Returns the findings as text for a ticket or a mail: no key, no expected signature, and nothing of the body but its two ids. */
export function findingsText(
  verification: MessageVerification,
  overall: Overall,
  search: CauseSearch,
): string {
  const { signature, time, message, bodyBytes } = verification;
  const { explanation, findings } = search;
  const lines = [
    overallText(overall),
    '',
    `Signature: ${signature.sentence}${signature.key ? ` Key: ${keyTexts(signature.key)}.` : ''}`,
    `Time: ${time.sentence} Checked at ${time.comparedWith}.`,
    `Message: ${message.sentences.join(' ')}`,
    `Body: ${bodyBytes.toLocaleString('en')} bytes.`,
    // The conversation's id first: a callback's own id is often taken for it.
    ...(message.conversationId === undefined ? [] : [`Conversation id: ${message.conversationId}`]),
    ...(message.callbackId === undefined ? [] : [`Callback id: ${message.callbackId}`]),
  ];
  for (const { sentence, remedy, difference, code } of findings) {
    lines.push('', `Cause (${code}): ${sentence}`, `To fix it: ${remedy}`);
    if (difference) {
      lines.push(
        `First difference: byte ${difference.offset} of the ${difference.of} (${difference.receivedLength} bytes here, ${difference.signedLength} signed).`,
      );
    }
  }
  if (explanation && findings.length === 0) {
    const list = (title: string, items: readonly string[] = []) =>
      items.length > 0 ? ['', title, ...items.map((item) => `- ${item}`)] : [];
    lines.push(
      ...list('Not tried:', explanation.limits),
      ...list('Ruled out:', explanation.ruledOut),
      ...list('Tried without success:', explanation.attempted),
      ...list('Remaining possibilities:', explanation.leaves),
      ...list('To collect next:', explanation.collect),
    );
  }
  return `${lines.join('\n')}\n`;
}
