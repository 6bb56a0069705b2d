import type { ExamExchange, ExaminedRule, ExamReport } from '../../../preload/contract/examine.ts';
import { ruleGroups, type Verdict } from '../rule.ts';

const words: Record<Verdict, string> = { passed: 'Passed', failed: 'Failed', 'cannot-tell': 'Inconclusive' };

const style = `
:root { color-scheme: light dark; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2rem; }
code, pre { font: 13px/1.45 ui-monospace, monospace; overflow-wrap: anywhere; }
pre { white-space: pre-wrap; border: 1px solid #8886; border-radius: 4px; padding: .5rem; margin: .25rem 0; }
article { border-left: 4px solid #8886; padding: .25rem 0 .25rem .75rem; margin: .75rem 0; }
article.failed { border-color: #c92a2a; } article.passed { border-color: #2b8a3e; } article.cannot-tell { border-color: #b07d00; }
h3 { font-size: 1rem; margin: 0; } dl { display: grid; grid-template-columns: 7rem 1fr; gap: .15rem .75rem; margin: .35rem 0; }
dt { opacity: .75; } dd { margin: 0; }`;

/** Returns the report as one page without scripts and without requests; everything from outside is escaped. */
export function htmlReport(report: ExamReport): string {
  const { passed, failed, 'cannot-tell': unclear } = report.counts;
  const { diagnosis } = report;
  const groups = ruleGroups.map((group) => {
    const rules = report.rules.filter((rule) => rule.group === group);
    return rules.length === 0
      ? ''
      : `<section><h2>${escapeHtml(group)}</h2>${rules.map(ruleHtml).join('')}</section>`;
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>Exam of a callback receiver</title>
<style>${style}</style>
</head>
<body>
<h1>Exam of a callback receiver</h1>
<dl>
<dt>Receiver</dt><dd><code>${escapeHtml(report.url)}</code></dd>
<dt>Begun</dt><dd>${escapeHtml(report.startedAt)}, took ${(report.durationMs / 1000).toFixed(1)} s</dd>
<dt>Result</dt><dd>${passed} passed, ${failed} failed, ${unclear} inconclusive</dd>
</dl>
${diagnosis === undefined ? '' : `<h2>${escapeHtml(diagnosis.headline)}: ${diagnosis.rules.length} rules</h2><p>${escapeHtml(diagnosis.fix)}</p>`}
${groups.join('\n')}
</body>
</html>
`;
}

function ruleHtml(rule: ExaminedRule): string {
  const { id, title, section, verdict, reason, sends, expects, fix, exchanges } = rule;
  return `<article class="${verdict}">
<h3>${words[verdict]}: ${escapeHtml(title)}</h3>
<dl>
<dt>Rule</dt><dd><code>${escapeHtml(id)}</code>, interface ${escapeHtml(section)}</dd>
<dt>Sent</dt><dd>${escapeHtml(sends)}</dd>
<dt>Expected</dt><dd>${escapeHtml(expects)}</dd>
<dt>Found</dt><dd>${escapeHtml(reason)}</dd>
${fix === undefined ? '' : `<dt>How to fix</dt><dd>${escapeHtml(fix)}</dd>`}
</dl>
${exchanges.map(exchangeHtml).join('')}
</article>`;
}

function exchangeHtml({ label, request, answer }: ExamExchange): string {
  const head = [
    `${request.method} ${request.url}`,
    ...request.headers.map(([name, value]) => `${name}: ${value}`),
  ];
  const answerText = [
    ...answer.headers.map(([name, value]) => `${name}: ${value}`),
    ...(answer.body === '' ? [] : ['', answer.body]),
  ].join('\n');
  const cut = request.body.length < request.bodyBytes && request.curl === undefined ? '\n…' : '';
  return `<details><summary>${escapeHtml(label)}: ${escapeHtml(answer.summary)}, ${answer.ms.toFixed(1)} ms</summary>
<pre>${escapeHtml(`${head.join('\n')}\n\n${request.body}`)}${cut}</pre>
<p>${request.bodyBytes} bytes, SHA-256 <code>${request.bodySha256}</code></p>
${request.curl === undefined ? '' : `<p>To repeat it within 5 minutes:</p><pre>${escapeHtml(request.curl)}</pre>`}
${answerText === '' ? '' : `<p>Answer:</p><pre>${escapeHtml(answerText)}</pre>`}
</details>`;
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes markup, and shows characters that are invisible or change the direction of text by their code. */
function escapeHtml(text: string): string {
  return text
    .replace(/[&<>"']/g, (char) => entities[char] ?? '')
    .replace(
      /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
      (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`,
    );
}
