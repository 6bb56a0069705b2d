/** The lines of the members of a JSON text, by their path such as `environments.0.settings`, and the paths that it has twice. */
export interface JsonLines {
  lines: Map<string, number>;
  repeated: string[];
}

/** The most brackets in each other: more than any policy has, and few enough for paths to stay short. */
const maxDepth = 16;

/**
 * Returns the lines of a text that is known to be JSON. `JSON.parse` says neither these nor which members are repeated.
 * @throws Error where it is nested too deeply
 */
export function linesOf(text: string): JsonLines {
  const lines = new Map<string, number>();
  const repeated: string[] = [];
  let at = 0;
  let line = 1;

  function skipSpace(): void {
    for (; /\s/.test(text[at] ?? ''); at++) {
      line += text[at] === '\n' ? 1 : 0;
    }
  }

  function stringEnd(): string {
    const start = at;
    for (at++; text[at] !== '"'; at++) {
      at += text[at] === '\\' ? 1 : 0;
    }
    at++;
    return JSON.parse(text.slice(start, at)) as string;
  }

  /** Goes through the items between brackets, which begin at the present character. */
  function items(end: string, item: (index: number) => void): void {
    at++;
    skipSpace();
    for (let index = 0; text[at] !== end; index++) {
      item(index);
      skipSpace();
      if (text[at] === ',') {
        at++;
        skipSpace();
      }
    }
    at++;
  }

  function value(path: string, depth = 0): void {
    const inside = (name: string | number) => (path === '' ? String(name) : `${path}.${name}`);
    if (depth > maxDepth) {
      throw new Error('This text is nested too deeply.');
    }
    if (text[at] === '{') {
      items('}', () => {
        const member = inside(visit());
        skipSpace();
        at++;
        skipSpace();
        value(member, depth + 1);
      });
    } else if (text[at] === '[') {
      items(']', (index) => {
        lines.set(inside(index), line);
        value(inside(index), depth + 1);
      });
    } else if (text[at] === '"') {
      stringEnd();
    } else {
      at += /^[^\s,\]}]*/.exec(text.slice(at, at + 64))?.[0].length ?? 1;
    }

    /** Notes the line of a member and returns its name. */
    function visit(): string {
      const name = stringEnd();
      if (lines.has(inside(name))) {
        repeated.push(inside(name));
      }
      lines.set(inside(name), line);
      return name;
    }
  }

  skipSpace();
  value('');
  return { lines, repeated };
}
