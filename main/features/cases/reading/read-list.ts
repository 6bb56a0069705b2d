import type { UnsentLine } from '../../../../preload/contract/deletion-runs.ts';
import { isObject } from '../../../../preload/contract/objects.ts';
import type { BadLine, ListReport } from '../../../../preload/contract/reading.ts';
import { inOneSpelling } from '../../../../preload/contract/service/conversation-id.ts';
import { attempt } from '../../../../preload/shared/attempt.ts';
import { findDuplicates } from '../../../service/response/duplicates.ts';
import { csvRows, delimiterOf, firstRows } from './csv.ts';
import { endOfString } from './json-size.ts';
import { type FoundIds, idsInLine, idsInValue, looksLikeId, maxIdsOfLine } from './line-ids.ts';
import { itemColumns, type ListColumns, TableColumns } from './list-columns.ts';
import { idTextsIn } from './unread-ids.ts';
import { keysIn, keysInItem, keysInLine } from './user-key-texts.ts';

/** A list before its texts are looked up in the list of cases. */
export interface ParsedList {
  /** The distinct ids in their order, each with the first line that names it. */
  ids: Map<string, number>;
  /** The ids of lines that hold others too. Only an id that is alone may be a user key. */
  notAlone: Set<string>;
  /** The ids that the list writes in another spelling, with that. */
  written: Map<string, string>;
  /** Lines without an id, with the texts in them that may be user keys. */
  candidates: { number: number; text: string; keys: string[]; reason: BadLine['reason'] }[];
  report: ListReport;
  columns: ListColumns;
  /** Every line that gives no conversation of its own, also those beyond what the report lists. */
  unsent: UnsentLine[];
}

type LookUp = (texts: string[]) => void;

/** The most lines or items read of one list. */
const maxListLines = 100_000;
/** Texts looked up per request, so that the list of cases answers others in between. */
const lookedUpAtOnce = 5000;
/** The most bad and duplicate lines reported one by one. */
export const maxReported = 1000;
/** Characters shown of a bad line. */
const maxShown = 120;

/**
 * Finds the conversations in a pasted text or a file: ids, addresses, CSV, JSON, callback bodies. Never throws.
 * @param lookUp is called with every text that may be known in the list of cases, some thousands at a time while the list is read
 */
export function parseList(source: string, lookUp: LookUp = () => undefined): ParsedList {
  // Line ends of one character, as editors count them: CR alone is one too.
  const text = source.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const json = jsonItems(text);
  if (json !== undefined) {
    return readItems(json, text, lookUp);
  }
  const delimiter = /^\s*[{[]/.test(text) ? undefined : delimiterOf(text, isKnownHeading);
  return delimiter === undefined ? readLines(text, lookUp) : readTable(text, delimiter, lookUp);
}

function readItems({ items, others }: JsonItems, text: string, lookUp: LookUp): ParsedList {
  const list = new ListReading('json', 'item', lookUp);
  for (const [index, item] of items.entries()) {
    const text = typeof item === 'string' ? item : JSON.stringify(item);
    if (!list.add(index + 1, text ?? '', idsInValue(item), { keys: () => keysInItem(item) })) {
      break;
    }
  }
  for (const [index, other] of others.entries()) {
    const { ids, callbacks, unread = [] } = idsInValue(other);
    list.addUnread(items.length + index + 1, [...ids, ...callbacks, ...unread], 'other-ids');
  }
  for (const { path } of findDuplicates(text, Buffer.from(text), maxReported)) {
    const item = /\[(\d+)\]/.exec(path)?.[1];
    list.addUnread(item === undefined ? 1 : Number(item) + 1, [path], 'repeated-member');
  }
  return list.result(itemColumns(items));
}

/** The items that are read, and those of other lists beside them, which are numbered after the first. */
interface JsonItems {
  items: unknown[];
  others: unknown[];
}

/** Returns the items if the whole text is JSON: a list, an object that contains a list, or several documents in a row. */
function jsonItems(text: string): JsonItems | undefined {
  if (!/^\s*[{[]/.test(text)) {
    return undefined;
  }
  const whole = parseJson(text);
  if (whole === undefined) {
    // One document per line is parsed line by line, so that a damaged line does not affect the others.
    const [firstLine = ''] = text.trimStart().split('\n', 1);
    const documents = parseJson(firstLine) === undefined ? documentsIn(text) : undefined;
    return documents && { items: documents, others: [] };
  }
  if (Array.isArray(whole.value)) {
    return { items: whole.value, others: [] };
  }
  if (isObject(whole.value)) {
    const members = Object.values(whole.value);
    const lists = isAboutOne(whole.value) ? [] : members.filter((member) => Array.isArray(member));
    const longest = lists.sort((a, b) => b.length - a.length)[0];
    if (longest !== undefined) {
      const beside = members.filter((member) => member !== longest);
      return {
        items: longest,
        others: beside.flatMap((member) => (Array.isArray(member) ? member : [member])),
      };
    }
  }
  return { items: [whole.value], others: [] };
}

/** Returns whether an object names a conversation or a callback apart from its lists. */
function isAboutOne(value: Record<string, unknown>): boolean {
  const { ids, callbacks } = idsInValue(
    Object.fromEntries(Object.entries(value).filter(([, member]) => !Array.isArray(member))),
  );
  return ids.length > 0 || callbacks.length > 0;
}

/** Returns the JSON documents of a text with several multi-line documents; undefined if one cannot be parsed. */
function documentsIn(text: string): unknown[] | undefined {
  const documents: unknown[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === '"') {
      at = endOfString(text, at);
    } else if (char === '{' || char === '[') {
      depth++;
    } else if (char === '}' || char === ']') {
      depth--;
      if (depth <= 0) {
        const document = parseJson(text.slice(from, at + 1).replace(/^[\s,]+/, ''));
        if (document === undefined) {
          return undefined;
        }
        documents.push(document.value);
        from = at + 1;
      }
    }
  }
  return documents.length > 0 && text.slice(from).trim() === '' ? documents : undefined;
}

function parseJson(text: string): { value: unknown } | undefined {
  return attempt(() => ({ value: JSON.parse(text) }));
}

function readLines(text: string, lookUp: LookUp): ParsedList {
  const list = new ListReading('lines', 'line', lookUp);
  let number = 0;
  for (let from = 0; from <= text.length; ) {
    const lineEnd = text.indexOf('\n', from);
    const end = lineEnd < 0 ? text.length : lineEnd;
    const line = text.slice(from, end).trim();
    number++;
    from = end + 1;
    if (line !== '' && !list.add(number, line, idsInLine(line), { keys: () => keysInLine(line) })) {
      break;
    }
  }
  return list.result();
}

function readTable(text: string, delimiter: string, lookUp: LookUp): ParsedList {
  const list = new ListReading('csv', 'line', lookUp);
  const column = columnOf(text, delimiter);
  let columns = new TableColumns([], 0);
  let isFirst = true;
  for (const { line, fields } of csvRows(text, delimiter)) {
    const isHeader = isFirst && column.hasHeader;
    isFirst = false;
    if (isHeader) {
      columns = new TableColumns(fields, column.index);
      list.addUnread(line, idTextsIn(fields.join(' ')), 'other-ids');
      continue;
    }
    // The other columns of a table with headings are known to be something else; a text over several lines may hide lines.
    const beside = fields.filter(
      (other, at) => at !== column.index && (!column.isNamed || other.includes('\n')),
    );
    list.addUnread(line, beside.flatMap(idTextsIn), 'other-ids');
    const field = fields[column.index] ?? '';
    const { kind } = column;
    const ids: FoundIds =
      kind === 'callback'
        ? { ids: [], callbacks: [inOneSpelling(field)] }
        : kind === 'user-key'
          ? { ids: [], callbacks: [] }
          : idsInLine(field);
    const reason = kind === 'user-key' ? 'unknown-user-key' : undefined;
    if (!list.add(line, fields.join(`${delimiter} `), ids, { keys: () => keysIn(field), reason })) {
      break;
    }
    columns.add(line, fields);
  }
  return list.result(columns);
}

const conversationColumn = /^(?:payload\.)?(?:conversation|case)(?:[\s_.-]*id)?$/i;
const addressColumn = /^(?:url|address|link|result[\s_-]?url)$/i;
const callbackColumn = /^(?:target|event)$/i;
const userKeyColumn = /^(?:user[\s_.-]*(?:key|id)|customer[\s_.-]*(?:key|id|number))$/i;
const idColumn = /^id$/i;

function isKnownHeading(field: string): boolean {
  return [conversationColumn, addressColumn, userKeyColumn, idColumn].some((name) => name.test(field.trim()));
}

/** Returns the column with the conversation ids: by its heading, otherwise the one with the most ids in the first rows. */
function columnOf(text: string, delimiter: string) {
  const [heading = [], ...records] = firstRows(text, delimiter, 201);
  for (const name of [conversationColumn, addressColumn]) {
    const index = heading.findIndex((field) => name.test(field.trim()));
    if (index >= 0) {
      return { index, hasHeader: true, isNamed: true, kind: 'conversation' as const };
    }
  }
  const idIndex = heading.findIndex((field) => idColumn.test(field.trim()));
  if (idIndex >= 0) {
    // A table of callbacks without their conversations: its ids are callback ids (interface 6.2).
    return {
      index: idIndex,
      hasHeader: true,
      isNamed: true,
      kind: heading.some((field) => callbackColumn.test(field.trim()))
        ? ('callback' as const)
        : ('conversation' as const),
    };
  }
  const keyColumn = heading.findIndex((field) => userKeyColumn.test(field.trim()));
  if (keyColumn >= 0) {
    return { index: keyColumn, hasHeader: true, isNamed: false, kind: 'user-key' as const };
  }
  const count = (index: number) =>
    records.filter((fields) => looksLikeId(fields[index] ?? '') || /:\/\//.test(fields[index] ?? '')).length;
  const indexes = heading.map((_, index) => index);
  const index = indexes.reduce((best, other) => (count(other) > count(best) ? other : best), 0);
  // A first line that names no known column may as well be a record: without an id it is reported as one.
  return { index, hasHeader: false, isNamed: false, kind: 'conversation' as const };
}

/** Collects the conversations of a list line by line. */
class ListReading {
  readonly #ids = new Map<string, number>();
  readonly #notAlone = new Set<string>();
  readonly #written = new Map<string, string>();
  readonly #lookUp: LookUp;
  #unknown: string[] = [];
  readonly #candidates: ParsedList['candidates'] = [];
  readonly #callbacks = new Set<string>();
  readonly #unread: { number: number; texts: string[]; reason: BadLine['reason'] }[] = [];
  readonly #report: ListReport;
  readonly #unsent: UnsentLine[] = [];

  constructor(format: ListReport['format'], unit: ListReport['unit'], lookUp: LookUp) {
    this.#lookUp = lookUp;
    this.#report = {
      unit,
      format,
      lines: 0,
      sums: { useful: 0, repeated: 0, elsewhere: 0, useless: 0 },
      conversations: 0,
      callbacks: 0,
      duplicates: [],
      duplicateCount: 0,
      bad: [],
      badCount: 0,
      userKeys: [],
      userKeyCount: 0,
      elsewhere: [],
      elsewhereCount: 0,
      isCut: false,
    };
  }

  /**
   * Returns false when the limit is reached.
   * @param other texts that may be user keys where there is no id, and what is wrong with the line if they are not
   */
  add(
    number: number,
    text: string,
    { ids, callbacks, tooLong, unread = [] }: FoundIds,
    other: { keys(): string[]; reason?: BadLine['reason'] | undefined },
  ): boolean {
    const report = this.#report;
    if (report.lines >= maxListLines) {
      report.isCut = true;
      this.#unsent.push({ line: number, reason: 'cut' });
      return false;
    }
    report.lines++;
    this.addUnread(number, unread, 'other-ids');
    if (ids.length >= maxIdsOfLine || callbacks.length >= maxIdsOfLine) {
      this.addUnread(number, [text], 'too-many');
    }
    if (callbacks.length > 0) {
      report.callbacks++;
      for (const id of callbacks) {
        this.#callbacks.add(id);
      }
    }
    const usable = ids.filter((id) => !this.#callbacks.has(id));
    if (usable.length === 0) {
      const reason = other.reason ?? reasonOf(ids, callbacks, tooLong === true);
      const keys = reason === 'no-id' || reason === 'unknown-user-key' ? other.keys() : [];
      if (keys.length > 0) {
        this.#candidates.push({ number, text: shownPart(text), keys, reason });
        this.#lookUpLater(...keys);
      } else {
        addBad(this.#lines, { number, text, reason });
      }
    }
    for (const id of usable) {
      const firstNumber = this.#ids.get(id);
      if (firstNumber === undefined) {
        this.#ids.set(id, number);
        this.#lookUpLater(id);
        if (usable.length > 1) {
          this.#notAlone.add(id);
        }
        this.#addSpelling(id, text === id ? [] : other.keys());
      } else {
        addDuplicate(this.#lines, { number, firstNumber, id });
      }
    }
    return true;
  }

  /** Keeps how the list writes an id, of the texts of its line. */
  #addSpelling(id: string, texts: readonly string[]): void {
    const written = texts.includes(id) ? undefined : texts.find((text) => inOneSpelling(text) === id);
    if (written !== undefined) {
      this.#written.set(id, written);
      this.#lookUpLater(written);
    }
  }

  #lookUpLater(...texts: string[]): void {
    this.#unknown.push(...texts);
    if (this.#unknown.length >= lookedUpAtOnce) {
      this.#lookUp(this.#unknown);
      this.#unknown = [];
    }
  }

  get #lines() {
    return { report: this.#report, unsent: this.#unsent };
  }

  /** Texts of a line that may be ids, and are reported unless they are read elsewhere in the list. */
  addUnread(number: number, texts: string[], reason: BadLine['reason']): void {
    if (texts.length > 0) {
      this.#unread.push({ number, texts, reason });
    }
  }

  result({ names, values }: ListColumns = { names: [], values: new Map() }): ParsedList {
    for (const { number, texts, reason } of this.#unread) {
      const unread = texts.filter((text) => !this.#ids.has(text) && !this.#callbacks.has(text));
      if (unread.length > 0) {
        addBad(this.#lines, { number, text: unread.join(', '), reason });
      }
    }
    for (const [id, number] of this.#ids) {
      // A callback's own id may appear on a line before the callback.
      if (this.#callbacks.has(id)) {
        addBad(this.#lines, { number, text: id, reason: 'callback-id' });
        this.#ids.delete(id);
      }
    }
    this.#lookUp(this.#unknown);
    const { report, unsent } = this.#lines;
    const columns = { names, values };
    return {
      ids: this.#ids,
      notAlone: this.#notAlone,
      written: this.#written,
      candidates: this.#candidates,
      columns,
      unsent,
      report: names.length > 0 ? { ...report, columns: names } : report,
    };
  }
}

type Lines = Pick<ParsedList, 'report' | 'unsent'>;

export function addBad({ report, unsent }: Lines, { number, text, reason }: BadLine): void {
  unsent.push({ line: number, reason });
  report.badCount++;
  if (report.bad.length < maxReported) {
    report.bad.push({ number, text: shownPart(text), reason });
  }
}

/** @param isUserKey the duplicate is a user key, which is not recorded */
export function addDuplicate(
  { report, unsent }: Lines,
  duplicate: ListReport['duplicates'][number],
  isUserKey = false,
): void {
  const { number: line, id: conversationId } = duplicate;
  unsent.push({ line, reason: 'duplicate', ...(isUserKey ? {} : { conversationId }) });
  report.duplicateCount++;
  if (report.duplicates.length < maxReported) {
    report.duplicates.push(duplicate);
  }
}

function shownPart(text: string): string {
  return (text.length > maxShown ? `${text.slice(0, maxShown)}…` : text).toWellFormed();
}

function reasonOf(ids: string[], callbacks: string[], tooLong: boolean): BadLine['reason'] {
  if (tooLong) {
    return 'too-long';
  }
  if (ids.length > 0) {
    return 'callback-id';
  }
  return callbacks.length > 0 ? 'no-conversation' : 'no-id';
}
