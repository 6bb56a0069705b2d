import { serveRequests } from '../../../common/workers/serve-requests.ts';
import type { RawFormat } from '../raw-lines.ts';
import {
  type FilterResult,
  foldsAt,
  linesWith,
  marksOf,
  matchesOf,
  placeAt,
  type RawKind,
} from './queries.ts';
import { type RawStructure, structureOf } from './structure.ts';

/** The most a copy may hold, in characters: the contract's limit for the clipboard. */
const maxValue = 1_000_000;
const maxLines = 5000;
const maxMatches = 1000;
const maxFolds = 20_000;
const maxMarks = 200;

let current: { readingId: string; structure: RawStructure } | undefined;

/** Answers a question about the one response that is held; one about another is answered by `missing`. */
function about<Answer>(readingId: string, answer: (structure: RawStructure) => Answer): Answer | 'missing' {
  return current?.readingId === readingId ? answer(current.structure) : 'missing';
}

const handlers = {
  load({ readingId, raw }: { readingId: string; raw: Uint8Array }): void {
    current = undefined;
    current = { readingId, structure: structureOf(raw) };
  },
  at: ({ readingId, line }: { readingId: string; line: number }) =>
    about(readingId, (structure) => placeAt(structure, line, maxValue)),
  folds: ({ readingId, depth }: { readingId: string; depth: number }) =>
    about(readingId, (structure) => foldsAt(structure, depth, maxFolds)),
  search: ({ readingId, form, text }: { readingId: string; form: RawFormat; text: string }) =>
    about(readingId, ({ raw }) => linesWith(raw, form, text, maxLines)),
  filter: ({ readingId, query }: { readingId: string; query: string }): FilterResult | 'missing' =>
    about(readingId, (structure) => matchesOf(structure, query, maxMatches)),
  marks: ({ readingId, kind }: { readingId: string; kind: RawKind }) =>
    about(readingId, (structure) => marksOf(structure, kind, maxMarks)),
};

export type RawRequests = typeof handlers;

serveRequests(handlers);
