/**
 * A line of CSV (RFC 4180). A value that a spreadsheet would take for a formula gets an apostrophe in front of it, which spreadsheets
 * read as "this is text".
 */
export function csvLine(values: readonly string[]): string {
  return `${values.map(csvValue).join(',')}\r\n`;
}

function csvValue(value: string): string {
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
