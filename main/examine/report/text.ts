import type { ExamExchange, ExaminedRule, ExamReport } from '../../../preload/contract/examine.ts';
import { ruleGroups, type Verdict } from '../rule.ts';

const marks: Record<Verdict, string> = { passed: 'passed', failed: 'FAILED', 'cannot-tell': 'INCONCLUSIVE' };

/** Returns the report for a terminal. Only failed rules are shown with what was sent. */
export function textReport(report: ExamReport): string {
  const lines = [`Receiver  ${visible(report.url)}`, `Begun     ${report.startedAt}`, ''];
  const { diagnosis } = report;
  if (diagnosis !== undefined) {
    lines.push(
      `${diagnosis.headline}: ${diagnosis.rules.length} rules.`,
      `  To fix it: ${diagnosis.fix}`,
      '',
    );
  }
  for (const group of ruleGroups) {
    const rules = report.rules.filter((rule) => rule.group === group);
    if (rules.length > 0) {
      lines.push(group, ...rules.flatMap(ruleLines), '');
    }
  }
  const { passed, failed, 'cannot-tell': unclear } = report.counts;
  lines.push(
    `${passed} passed, ${failed} failed, ${unclear} inconclusive, in ${(report.durationMs / 1000).toFixed(1)} s.`,
  );
  return `${lines.join('\n')}\n`;
}

function ruleLines({
  id,
  title,
  section,
  verdict,
  reason,
  fix,
  sends,
  expects,
  exchanges,
}: ExaminedRule): string[] {
  const head = `  ${marks[verdict].padEnd(12)} ${title}  [${id}, ${section}]`;
  if (verdict === 'passed') {
    return [head];
  }
  if (verdict === 'cannot-tell') {
    return [head, `      ${visible(reason)}`];
  }
  const exchange = exchanges.find(({ answer }) => !answer.accepted) ?? exchanges[0];
  return [
    head,
    `      ${visible(reason)}`,
    `      Sent: ${sends}`,
    `      Expected: ${expects}`,
    ...(fix === undefined ? [] : [`      To fix it: ${fix}`]),
    ...(exchange === undefined ? [] : exchangeLines(exchange)),
    `      To examine only this rule: --rule ${id}`,
  ];
}

function exchangeLines({ label, request, answer }: ExamExchange): string[] {
  const body = answer.body === '' ? '' : `: ${visible(answer.body.slice(0, 200))}`;
  return [
    `      Message “${label}”, ${request.bodyBytes} bytes, was answered ${visible(answer.summary)}${body}`,
    ...(request.curl === undefined
      ? []
      : [
          '      To repeat it within 5 minutes:',
          ...request.curl.split('\n').map((line) => `        ${visible(line)}`),
        ]),
  ];
}

/** Makes text from outside safe for a terminal. */
function visible(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`,
  );
}
