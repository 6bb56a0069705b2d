import { createHash } from 'node:crypto';
import type {
  ExamExchange,
  ExamReport,
  ExaminedRule as ReportedRule,
} from '../../../preload/contract/examine.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import { describeAnswer } from '../check-answers.ts';
import type { ExaminedRule, ExamResult } from '../examine.ts';
import { type Exchange, isAccepted } from '../receiver/deliver.ts';
import type { Verdict } from '../rule.ts';
import { diagnosisOf } from './diagnosis.ts';

/** A longer body would not fit on a command line that one can read. Bytes. */
const maxBody = 4096;

/**
 * Returns the message as a command for a shell such as bash, which prints the status. Works for 5 minutes, until its timestamp is too old.
 * Undefined for bodies that are long.
 */
function curlOf({ method, url, headers, body }: Exchange): string | undefined {
  if (body.byteLength > maxBody) {
    return undefined;
  }
  return [
    `curl --silent --output /dev/null --write-out '%{http_code}\\n' --globoff --request ${method} ${quote(url)}`,
    // A header with an empty value is written with a semicolon.
    ...headers.map(([name, value]) => `--header ${quote(value === '' ? `${name};` : `${name}: ${value}`)}`),
    `--data-binary ${quote(Buffer.from(body).toString())}`,
  ].join(' \\\n  ');
}

/** Characters that a terminal or a page does not show as they are. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Quotes a text. Between single quotes only the quote itself is special; after a dollar sign bytes can be written as numbers. */
function quote(text: string): string {
  if (text.search(invisible) < 0) {
    return `'${text.replaceAll("'", "'\\''")}'`;
  }
  const content = text
    .replace(/[\\']/g, '\\$&')
    .replace(invisible, (char) =>
      [...Buffer.from(char)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join(''),
    );
  return `$'${content}'`;
}

const shownBody = 2000;
const shownAnswer = 500;
const shownHeaders = 30;

/** Removes secrets from what a receiver answered: it knows the key. */
type Redact = (text: string) => string;

/** Returns the report of an exam. */
export function reportOf(
  { outcome, url, startedAt, durationMs, rules }: ExamResult,
  redact: Redact,
): ExamReport {
  const count = (verdict: Verdict) => rules.filter((one) => one.verdict === verdict).length;
  const reportRules = rules.map((one) => reportedRule(one, redact));
  return {
    format: 'assay-receiver-exam',
    formatVersion: 1,
    url,
    startedAt,
    durationMs,
    outcome,
    counts: { passed: count('passed'), failed: count('failed'), 'cannot-tell': count('cannot-tell') },
    ...omitUndefined({ diagnosis: diagnosisOf(reportRules) }),
    rules: reportRules,
  };
}

/** Returns one rule of the report. */
export function reportedRule(
  { rule, verdict, reason, exchanges, fix: ownFix }: ExaminedRule,
  redact: Redact,
): ReportedRule {
  const { id, group, title, section, sends, expects, fix } = rule;
  return {
    id,
    group,
    title,
    section,
    sends,
    expects,
    verdict,
    reason,
    ...(verdict === 'passed' ? {} : { fix: ownFix ?? fix }),
    exchanges: exchanges.map((one) => reportedExchange(one, redact)),
  };
}

function reportedExchange(exchange: Exchange, redact: Redact): ExamExchange {
  const { label, method, url, headers, body, answer } = exchange;
  const curl = curlOf(exchange);
  const httpAnswer = answer.kind === 'answered' ? answer : undefined;
  return {
    label,
    request: {
      method,
      url,
      headers: headers.map(([name, value]) => [name, value]),
      bodyBytes: body.byteLength,
      bodySha256: createHash('sha256').update(body).digest('hex'),
      // Four bytes are the longest character.
      body: Buffer.from(body.subarray(0, 4 * shownBody))
        .toString()
        .slice(0, shownBody),
      ...omitUndefined({ curl }),
    },
    answer: {
      summary: describeAnswer(answer),
      status: httpAnswer?.status ?? null,
      accepted: isAccepted(answer),
      ms: Math.round(answer.ms * 1000) / 1000,
      headers: (httpAnswer?.headers ?? [])
        .slice(0, shownHeaders)
        .map(([name, value]) => [redact(name), redact(value)]),
      // Redacted before it is cut, so that no part of a secret is left at the end.
      body: redact(Buffer.from(httpAnswer?.body ?? []).toString()).slice(0, shownAnswer),
    },
  };
}
