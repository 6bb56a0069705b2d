/** The first characters of formulas, also in the full-width forms, which some spreadsheets take for the same. */
const formula = /[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/;
/** Characters that spreadsheets of some countries take for a separator or a new line. */
const separator = /[;\t\r\n]/;
const dangerous = /[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\t\r]/;

/** The columns of a file: the value that each has of a row, by its name. */
export type CsvColumns<Row> = Readonly<Record<string, (row: Row) => string | number | undefined>>;

/** Returns the lines of a file with headings, each as its row is read. */
export async function* csvFile<Row>(
  columns: CsvColumns<Row>,
  rows: AsyncIterable<Row> | Iterable<Row>,
): AsyncGenerator<string> {
  const values = Object.values(columns);
  // Excel reads UTF-8 only behind a byte order mark. Other programs and Assay skip it.
  yield `\ufeff${csvLine(Object.keys(columns))}`;
  for await (const row of rows) {
    yield csvLine(values.map((value) => String(value(row) ?? '')));
  }
}

/**
 * Returns a line of CSV (RFC 4180). A part that a spreadsheet would take for a formula gets an apostrophe in front of it, which
 * spreadsheets read as "this is text".
 */
export function csvLine(values: readonly string[]): string {
  return `${values.map(csvValue).join(',')}\r\n`;
}

function csvValue(value: string): string {
  const text = dangerous.test(value) ? guard(value) : value;
  return /[",\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Puts an apostrophe where a formula may begin: at the start of a cell, also behind white space, which some spreadsheets remove. A tab or
 * a carriage return at the start is such white space.
 */
function guard(value: string): string {
  let text = '';
  /** True while only white space followed the start of the cell. */
  let isStart = true;
  /** True while nothing followed the start of the cell. */
  let isEmpty = true;
  for (const character of value) {
    if (isStart && (formula.test(character) || (isEmpty && /[\t\r]/.test(character)))) {
      text += "'";
    }
    text += character;
    isStart = separator.test(character) || (isStart && /\s/.test(character));
    isEmpty = character === ';';
  }
  return text;
}
