/** The depth beyond which nothing is opened; the raw reply has it all. */
export const maxRowDepth = 40;

/** A line of a tree: a value, or an object or list with how many it holds. */
export interface JsonRow {
  /** The member's name, or `[3]` for an item; undefined for the root. */
  name: string | undefined;
  /** True if it is an item of a list. */
  isItem: boolean;
  value: unknown;
  /** Unique in the tree. */
  path: string;
  depth: number;
  /** The number of members or items of an object or a list. */
  size: number | undefined;
  isList: boolean;
  isOpen: boolean;
}

/**
 * Returns the visible lines of a tree.
 *
 * @param toggled paths of branches that differ from their first state
 * @param open levels that are open at first
 */
export function jsonRows(
  value: unknown,
  path: string,
  toggled: ReadonlySet<string>,
  open: number,
): JsonRow[] {
  const rows: JsonRow[] = [];
  const add = (name: string | undefined, of: unknown, at: string, depth: number, isItem: boolean): void => {
    if (typeof of !== 'object' || of === null) {
      rows.push({ name, isItem, value: of, path: at, depth, size: undefined, isList: false, isOpen: false });
      return;
    }
    const keys = Object.keys(of);
    const isOpen = depth < maxRowDepth && open > depth !== toggled.has(at);
    const isList = Array.isArray(of);
    rows.push({ name, isItem, value: of, path: at, depth, size: keys.length, isList, isOpen });
    if (!isOpen) {
      return;
    }
    for (const key of keys) {
      const item = (of as Record<string, unknown>)[key];
      add(isList ? `[${key}]` : key, item, `${at}.${key}`, depth + 1, isList);
    }
  };
  add(undefined, value, path, 0, false);
  return rows;
}
