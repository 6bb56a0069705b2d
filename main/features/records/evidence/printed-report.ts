import type { CaseReport } from '../../../../preload/contract/evidence.ts';
import { countryName } from '../../../../preload/wording/country-names.ts';
import { methodTerm } from '../../../../preload/wording/methods.ts';
import { impersonalText } from '../../../../preload/wording/record.ts';

/** Rows of a record that are printed. */
const maxRecord = 500;
/** The most characters printed of the texts below, and of every other text. */
const maxLong = 2000;
const maxShort = 512;
const longTexts: ReadonlySet<string> = new Set(['value', 'text', 'comment', 'reason']);

/**
 * Returns a report as it is previewed and printed: countries, genders and methods by their names, longer texts are cut with a mark, and rows of a record beyond the first are counted in
 * `recordLeftOut`. The JSON report has them.
 */
export function printedReport(report: CaseReport): CaseReport {
  const record = report.record
    .slice(0, maxRecord)
    .map((row) => ({ ...row, value: impersonalText(row.path, row.value) }));
  const recordLeftOut = report.recordLeftOut + report.record.length - record.length;
  const sources = report.sources.map(({ country, method }) => ({
    country: countryName(country) ?? country,
    method: method && methodTerm(method).label,
  }));
  return withShortTexts({ ...report, record, recordLeftOut, sources }, '') as CaseReport;
}

function withShortTexts(value: unknown, name: string): unknown {
  if (typeof value === 'string') {
    return cutText(value, longTexts.has(name) ? maxLong : maxShort);
  }
  if (Array.isArray(value)) {
    return value.map((item) => withShortTexts(item, name));
  }
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [key, withShortTexts(member, key)]),
    );
  }
  return value;
}

function cutText(text: string, max: number): string {
  if (text.length <= max) {
    return text;
  }
  const isPair = /[\ud800-\udbff]/.test(text[max - 1] ?? '');
  const beginning = text.slice(0, isPair ? max - 1 : max);
  return `${beginning}… (cut: all ${text.length.toLocaleString('en')} characters are in the JSON report)`;
}
