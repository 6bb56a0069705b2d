import { isObject } from '../../../../preload/contract/objects.ts';

/** The further columns of a list, beside the conversations. */
export interface ListColumns {
  names: string[];
  /** The values of each line or item, in the order of the names. */
  values: Map<number, string[]>;
}

const maxColumns = 20;
/** In characters; a longer name or value is cut. */
const maxName = 60;
const maxValue = 2000;
/** Items that are searched for members. */
const searchedItems = 200;

/** Members that name the conversation, or belong to a callback. */
const ownMember = /^(?:id|conversation.*|case.*id|target|event|payload)$/i;

/** Collects the columns of a table other than the one with its conversations. */
export class TableColumns implements ListColumns {
  readonly names: string[];
  readonly values = new Map<number, string[]>();
  readonly #places: readonly number[];

  constructor(heading: readonly string[], conversationColumn: number) {
    const others = [...heading.keys()].filter((at) => at !== conversationColumn && heading[at]?.trim());
    this.#places = others.slice(0, maxColumns);
    this.names = this.#places.map((at) => shortText(heading[at], maxName));
  }

  add(line: number, fields: readonly string[]): void {
    if (this.names.length > 0) {
      this.values.set(
        line,
        this.#places.map((at) => shortText(fields[at], maxValue)),
      );
    }
  }
}

/** Returns the members of the items of a list that are texts, numbers or yes and no. */
export function itemColumns(items: readonly unknown[]): ListColumns {
  const entries = items
    .slice(0, searchedItems)
    .flatMap((item) => (isObject(item) ? Object.entries(item) : []));
  const members = entries.flatMap(([name, value]) => (isPlain(value) && !ownMember.test(name) ? [name] : []));
  const names = [...new Set(members)].slice(0, maxColumns);
  const rows = items.flatMap((item, at): [number, string[]][] =>
    isObject(item) ? [[at + 1, names.map((name) => shortText(item[name], maxValue))]] : [],
  );
  return {
    names: names.map((name) => shortText(name, maxName)),
    values: new Map(names.length > 0 ? rows : []),
  };
}

function isPlain(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

function shortText(value: unknown, max: number): string {
  return isPlain(value) ? String(value).trim().slice(0, max).toWellFormed() : '';
}
