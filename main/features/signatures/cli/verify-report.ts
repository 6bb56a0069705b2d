import { omitUndefined } from '../../../../preload/contract/objects.ts';
import type { Explanation } from '../engine/explain.ts';
import type { Finding } from '../engine/finding.ts';
import type { Verification } from '../engine/verify-callback.ts';

/** Returns the result as in the exit status: a malformed signature counts as a mismatch, and its `code` says why. */
function matchOrNot({ verdict }: Verification['signature']): 'match' | 'mismatch' {
  return verdict === 'match' ? 'match' : 'mismatch';
}

/** Returns the object that `--json` prints. */
export function jsonReport(verification: Verification, explanation: Explanation | undefined): string {
  const { signature, time, message, bodyBytes } = verification;
  return `${JSON.stringify(
    {
      signature: { ...signature, verdict: matchOrNot(signature) },
      time: { ...time, skewMs: time.skewMs ?? null },
      message,
      bodyBytes,
      causes: (explanation?.findings ?? []).map(
        ({ code, family, sentence, remedy, also, changes, difference }) => ({
          code,
          family,
          sentence,
          remedy,
          also,
          changes: changes.map(({ code, family, variant }) => ({ code, family, variant })),
          ...omitUndefined({ difference }),
        }),
      ),
      ...(explanation
        ? {
            search: {
              tried: explanation.tried,
              complete: explanation.complete,
              ...omitUndefined({ stoppedBy: explanation.stoppedBy, limits: explanation.limits }),
              ruledOut: explanation.ruledOut,
              attempted: explanation.attempted,
              leaves: explanation.leaves,
              collect: explanation.collect,
            },
          }
        : {}),
    },
    null,
    2,
  )}\n`;
}

/** Returns the report as text. */
export function textReport(verification: Verification, explanation: Explanation | undefined): string {
  const { signature, time, message } = verification;
  const lines = [
    `Signature  ${signature.verdict === 'unchecked' ? '' : `${matchOrNot(signature)}. `}${signature.sentence}`,
    `Time       ${time.verdict}. ${time.sentence}`,
    `Message    ${message.verdict}. ${message.sentences[0] ?? ''}`,
    ...message.sentences.slice(1).map((sentence) => `           ${sentence}`),
    ...(message.conversationId ? [`           Conversation ${visible(message.conversationId)}`] : []),
    ...(message.callbackId ? [`           Callback ${visible(message.callbackId)}`] : []),
  ];
  if (explanation) {
    lines.push('', ...explanationLines(explanation));
  }
  return `${lines.join('\n')}\n`;
}

function explanationLines(explanation: Explanation): string[] {
  const { findings, tried, stoppedBy, limits, ruledOut, attempted, leaves, collect } = explanation;
  if (findings.length > 0) {
    return findings.flatMap((finding, index) => cause(finding, index, findings.length));
  }
  const list = (title: string, items: string[]) =>
    items.length > 0 ? ['', title, ...items.map((item) => `  - ${item}`)] : [];
  const stopTexts = {
    cancelled: ' The search was stopped.',
    budget: ' The search reached its time limit.',
    'too-large': '',
    limit: ' The body is too large for a part of the search.',
  };
  return [
    `No cause found in ${tried} computations.${stoppedBy ? stopTexts[stoppedBy] : ''}`,
    ...list('Not tried:', limits ?? []),
    ...list('Ruled out:', ruledOut),
    ...list('Tried without success:', attempted),
    ...list('Remaining possibilities:', leaves),
    ...list('To collect next:', collect),
  ];
}

function cause(
  { family, sentence, remedy, rawBody, also, difference }: Finding,
  index: number,
  count: number,
): string[] {
  const textOf = (hex: string) => visible(Buffer.from(hex, 'hex').toString('utf8')) || '(nothing)';
  return [
    `Cause${count > 1 ? ` ${index + 1} of ${count}` : ''} (${family}): ${sentence}`,
    `  To fix it: ${remedy}`,
    ...(rawBody
      ? [
          '  Recipes: --recipe express, fastify, nextjs, nestjs, spring, aspnet-core, django, flask, fastapi, laravel, symfony, rails, go-net-http, api-gateway, proxies',
        ]
      : []),
    ...also.map((sentence) => `  The same bytes: ${sentence}`),
    ...(difference
      ? [
          `  The first difference is at byte ${difference.offset} of the ${difference.of} (${difference.receivedLength} bytes received, ${difference.signedLength} signed); from byte ${difference.from}:`,
          `    received ${textOf(difference.received)}`,
          `    signed   ${textOf(difference.signed)}`,
        ]
      : []),
  ];
}

/** Makes text from outside safe for a terminal: control characters are escaped. */
export function visible(text: string): string {
  const escapes: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };
  return text.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (char) => escapes[char] ?? `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`,
  );
}
