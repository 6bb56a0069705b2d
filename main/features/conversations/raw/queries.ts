import { JSONPathEnvironment, type JSONValue } from 'json-p3';
import { z } from 'zod';
import type { RawMark } from '../../../../preload/contract/conversations.ts';
import { isObject } from '../../../../preload/contract/objects.ts';
import type { OperationOutput } from '../../../../preload/contract/operations.ts';
import { attempt } from '../../../../preload/shared/attempt.ts';
import { parseLeniently } from '../../../service/response/lenient.ts';
import { responseSchemas } from '../../../service/response/read.ts';
import { type RawFormat, type ScanState, scanStart, scans } from '../raw-lines.ts';
import {
  childrenOf,
  nameOf,
  openingPart,
  type RawStructure,
  type Segment,
  segmentsOf,
  valueBytes,
  valueLine,
} from './structure.ts';

/** The kind of response, which determines its documented members. */
export type RawKind = 'conversation' | 'sources' | 'media';

const schemas = {
  conversation: responseSchemas.conversation,
  sources: responseSchemas.databaseVerificationInfo,
  media: responseSchemas.metadata,
};

/** Returns the value on a line. */
export function placeAt(
  structure: RawStructure,
  line: number,
  maxValue: number,
): OperationOutput<'conversations.rawAt'> {
  const at = Math.min(Math.max(0, line), Math.max(0, structure.total - 1));
  const own = valueLine(structure, at);
  const opener = openingPart(structure, own);
  const closes = opener === undefined ? undefined : structure.closes[opener];
  const bytes = valueBytes(structure, own);
  // A character has at most four bytes.
  const text = new TextDecoder().decode(bytes.subarray(0, 4 * maxValue));
  return {
    path: pathText(segmentsOf(structure, at)),
    line: own,
    ...(closes !== undefined && closes < structure.total ? { closes } : {}),
    value: text.slice(0, maxValue),
    isCut: bytes.length > 4 * maxValue || text.length > maxValue,
  };
}

/** Returns the objects and arrays at a depth, each as the lines that open and close it; the root has depth 0. */
export function foldsAt(
  structure: RawStructure,
  depth: number,
  most: number,
): { ranges: [from: number, to: number][]; total: number } {
  const depths = new Int32Array(structure.total);
  const ranges: [number, number][] = [];
  let total = 0;
  for (let line = 0; line < structure.total; line += 1) {
    const parent = structure.parent[line] ?? -1;
    depths[line] = parent === -1 ? 0 : (depths[parent] ?? 0) + 1;
    const closes = structure.closes[line] ?? -1;
    if (depths[line] === depth && closes > line + 1) {
      total += 1;
      if (ranges.length < most) {
        ranges.push([line, Math.min(closes, structure.total - 1)]);
      }
    }
  }
  return { ranges, total };
}

/** Returns the lines that contain a text, in either form. Escapes such as \u0142 are found by the character they encode, too. */
export function linesWith(
  raw: Uint8Array,
  form: RawFormat,
  searchText: string,
  most: number,
): { lines: number[]; total: number } {
  const needle = searchText.toLowerCase();
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  // A match may begin in one part of a long line and end in the next; an escape takes six bytes.
  const beyond = 6 * Buffer.byteLength(needle);
  const lines: number[] = [];
  let total = 0;
  let index = 0;
  let state: ScanState = scanStart;
  for (let step = scans[form](raw, state); step !== undefined; step = scans[form](raw, state)) {
    const { from, to } = step.piece;
    const own = bytes.toString('utf8', from, to);
    const isSplit = step.next.continued;
    const text = isSplit ? own + bytes.toString('utf8', to, to + beyond) : own;
    const at = indexIn(text, needle);
    if (at !== -1 && at < own.length) {
      total += 1;
      if (lines.length < most) {
        lines.push(index);
      }
    }
    index += 1;
    state = step.next;
  }
  return { lines, total };
}

function indexIn(text: string, needle: string): number {
  const at = text.toLowerCase().indexOf(needle);
  if (at !== -1 || !text.includes('\\u')) {
    return at;
  }
  const read = text.replace(/\\u([0-9a-f]{4})/gi, (_escape, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  return read.toLowerCase().indexOf(needle);
}

/** Returns the response as JSON; undefined where it is none. */
function jsonOf({ raw }: RawStructure): unknown {
  return attempt(() => JSON.parse(new TextDecoder().decode(raw)));
}

export type FilterResult =
  | { matches: { path: string; line: number }[]; total: number }
  /** The reason why the query or the response could not be used. */
  | { problem: string };

/** Returns what a JSONPath query (RFC 9535) selects. */
export function matchesOf(structure: RawStructure, query: string, most: number): FilterResult {
  const environment = new JSONPathEnvironment({ maxRecursionDepth: 20_000_000 });
  const json = jsonOf(structure) as JSONValue | undefined;
  if (json === undefined) {
    return { problem: 'The response is not JSON, so it cannot be filtered.' };
  }
  const matches: { path: string; line: number }[] = [];
  let total = 0;
  const lineOf = lineFinder(structure);
  try {
    for (const { location } of environment.lazyQuery(query, json)) {
      total += 1;
      if (matches.length < most) {
        matches.push({ path: pathText(location), line: lineOf(location) });
      }
    }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : 'The query could not be used.' };
  }
  return { matches, total };
}

/** Members the console did not understand: unknown ones, and those not of the documented type; at most `most` of each. */
export function marksOf(structure: RawStructure, kind: RawKind, most: number): { marks: RawMark[] } {
  const json = jsonOf(structure);
  if (!isObject(json)) {
    return { marks: [] };
  }
  const lineOf = lineFinder(structure);
  const schema = schemas[kind];
  const wrong = parseLeniently(schema, structuredClone(json)).flags.slice(0, most);
  const marks: RawMark[] = [
    ...unknownMembers(schema, json, most).map((path) => ({
      line: lineOf(path),
      path: pathText(path),
      kind: 'unknown' as const,
    })),
    ...wrong.flatMap(({ path }) => {
      const segments = segmentsIn(path);
      return segments ? [{ line: lineOf(segments), path: pathText(segments), kind: 'type' as const }] : [];
    }),
  ];
  return { marks: marks.sort((one, other) => one.line - other.line) };
}

/** Returns the segments of a path of the notes, such as `result.verify.details[3].field`. */
function segmentsIn(path: string): Segment[] | undefined {
  const parts = path.match(/[^.[\]]+|\[\d+\]/g);
  return parts?.map((part) => (part.startsWith('[') ? Number(part.slice(1, -1)) : part));
}

/** Finds the line of a path; of members given twice the last, as `JSON.parse` does. */
function lineFinder(structure: RawStructure): (path: readonly Segment[]) => number {
  const cache = new Map<number, Map<Segment, number>>();
  return (path) => {
    let line = 0;
    for (const segment of path) {
      let children = cache.get(line);
      if (!children) {
        children = new Map();
        let ordinal = 0;
        for (const child of childrenOf(structure, line)) {
          children.set(typeof segment === 'number' ? ordinal : (nameOf(structure, child) ?? ''), child);
          ordinal += 1;
        }
        cache.set(line, children);
      }
      const next = children.get(segment);
      if (next === undefined) {
        return line;
      }
      line = next;
    }
    return line;
  };
}

/** Returns a path as a JSONPath query (RFC 9535) that selects this value alone, such as `$.result.aml.found[0]`. */
function pathText(segments: readonly Segment[]): string {
  return `$${segments.map(segmentText).join('')}`;
}

function segmentText(segment: Segment): string {
  if (typeof segment === 'number') {
    return `[${segment}]`;
  }
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(segment) ? `.${segment}` : `[${JSON.stringify(segment)}]`;
}

/** A member that the schema of a response does not name, by its path. */
type UnknownPath = (string | number)[];

/** Returns the members of a response that its schema does not name, in the order of the response; at most `most`. */
function unknownMembers(schema: z.ZodType, value: unknown, most: number): UnknownPath[] {
  const paths: UnknownPath[] = [];
  visit(schema, value, []);
  return paths;

  function visit(outerSchema: z.ZodType, at: unknown, path: UnknownPath): void {
    const own = innerSchema(outerSchema, at);
    if (paths.length >= most) {
      return;
    }
    if (own instanceof z.ZodArray && Array.isArray(at)) {
      at.forEach((item, index) => {
        visit(own.element as z.ZodType, item, [...path, index]);
      });
      return;
    }
    if (!(own instanceof z.ZodObject) || !isObject(at)) {
      return;
    }
    const shape = own.shape as Record<string, z.ZodType>;
    // An object without named members is documented as open: nothing in it is unknown.
    if (Object.keys(shape).length === 0) {
      return;
    }
    for (const [name, member] of Object.entries(at)) {
      const memberShape = Object.hasOwn(shape, name) ? shape[name] : undefined;
      if (memberShape) {
        visit(memberShape, member, [...path, name]);
      } else if (paths.length < most) {
        paths.push([...path, name]);
      }
    }
  }
}

/** Returns the schema without what may be absent; of several the one that fits the value. */
function innerSchema(schema: z.ZodType, value: unknown): z.ZodType {
  if (schema instanceof z.ZodOptional) {
    return innerSchema(schema.unwrap() as z.ZodType, value);
  }
  if (schema instanceof z.ZodUnion) {
    const options = schema.options as z.ZodType[];
    return innerSchema(options.find((option) => option.safeParse(value).success) ?? z.unknown(), value);
  }
  return schema;
}
