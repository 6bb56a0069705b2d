/** Where a cell may begin: at the start, and behind what spreadsheets of some countries take for a separator or a new line. */
const formulaStart = /(^|[;\r\n])(?=[=+\-@\t\r])/g;

/** The first line of a file: Excel reads UTF-8 only behind a byte order mark. Other programs and Assay skip it. */
export function csvHeading(names: readonly string[]): string {
  return `\ufeff${csvLine(names)}`;
}

/**
 * A line of CSV (RFC 4180). Where a spreadsheet would take part of a value for a formula, it gets an apostrophe in front of it, which
 * spreadsheets read as "this is text".
 */
export function csvLine(values: readonly string[]): string {
  return `${values.map(csvValue).join(',')}\r\n`;
}

function csvValue(value: string): string {
  const text = value.replace(formulaStart, "$1'");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
