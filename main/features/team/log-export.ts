import { createHash, createSecretKey } from 'node:crypto';
import { z } from 'zod';
import type { TeamNotice } from '../../../preload/contract/team.ts';
import { memberId, sharedKinds } from '../../../preload/contract/team-roles.ts';
import type { TeamState } from '../records/journal/team-state.ts';
import {
  type ContentReader,
  type EntryContent,
  type EntryHead,
  entryContent,
  isSignedBy,
  openEntry,
  readHead,
  type TeamKey,
} from './entries.ts';
import { emptyTeam, type LogRow, replay } from './replay.ts';
import { maxContent } from './schema.ts';

const format = 'assay-team-log-1';
/** Entries read at once. */
const readAtOnce = 500;

const heading = z.strictObject({
  format: z.literal(format),
  team: z.uuid(),
  first: memberId,
  founder: z.base64().max(200),
  /** The member whose console made the export. */
  by: memberId,
});
const entryLine = z.strictObject({
  seq: z.number().int().min(1),
  author: z.string().max(64),
  authorSeq: z.number().int().min(0),
  head: z.base64().max(8192),
  signature: z.base64().max(100),
  /** False where the database has no content. */
  isThere: z.boolean(),
  /** The subject of the entry, as the console that made the export read it: of a case the kind alone. */
  content: z.union([z.enum(sharedKinds), entryContent]).optional(),
  /** The sealed content of an entry that was asked for, and the key that opens it alone. Both base64. */
  opened: z.strictObject({ sealed: z.base64().max(2 * maxContent), key: z.base64().length(44) }).optional(),
});
const ending = z.strictObject({ signature: z.base64().max(100) });
export type EntryLine = z.infer<typeof entryLine>;

/**
 * Returns an entry for an export: everything that proves it, and nothing of what it says about a case.
 * @param isOpened true for an entry that was asked for, with what it says
 */
export function exportedEntry(
  row: LogRow,
  keys: Pick<ReadonlyMap<number, TeamKey>, 'get'>,
  isOpened = false,
): EntryLine {
  const { seq, author, authorSeq, sealed } = row;
  const head = readHead(row.head);
  const key = head === undefined ? undefined : keys.get(head.key);
  const said = head === undefined || sealed === null ? undefined : key?.open(sealed, head);
  const content = said?.kind === 'case' ? said.entry : said && withoutCases(said);
  return {
    seq,
    author,
    authorSeq,
    isThere: sealed !== null,
    head: Buffer.from(row.head).toString('base64'),
    signature: Buffer.from(row.signature).toString('base64'),
    ...(content === undefined ? {} : { content }),
    ...(isOpened && head !== undefined && key !== undefined && sealed !== null
      ? {
          opened: {
            sealed: Buffer.from(sealed).toString('base64'),
            key: key.entryKey(head).export().toString('base64'),
          },
        }
      : {}),
  };
}

/** Returns an entry without the conversations and texts in it: what was signed about them is their digest. */
function withoutCases(content: EntryContent): EntryContent {
  switch (content.kind) {
    case 'proposed': {
      const { early: _early, ...rest } = content;
      return { ...rest, items: [] };
    }
    case 'answered': {
      const { comment: _comment, ...rest } = content;
      return rest;
    }
    case 'policy-set':
      // The text has addresses of the company, which a check of the log does not need.
      return content.text === undefined ? content : { ...content, text: '' };
    default:
      return content;
  }
}

/** Returns the lines of an export. It ends with a signature of the console that made it. */
export async function* exportLines(
  { team, first, founder }: TeamState,
  by: string,
  parts: AsyncIterable<readonly EntryLine[]>,
  sign: (bytes: Uint8Array) => Uint8Array,
): AsyncGenerator<string> {
  const hash = createHash('sha256');
  const line = (value: object) => {
    const text = `${JSON.stringify(value)}\n`;
    hash.update(text);
    return text;
  };
  yield line({ format, team, first, founder, by });
  for await (const entries of parts) {
    yield entries.map(line).join('');
  }
  yield `${JSON.stringify({ signature: Buffer.from(sign(signedBytes(hash.digest()))).toString('base64') })}\n`;
}

function signedBytes(digest: Uint8Array): Buffer {
  return Buffer.from(JSON.stringify([format, Buffer.from(digest).toString('hex')]));
}

/** The result of checking an export. */
export interface CheckedLog {
  state: TeamState;
  notices: TeamNotice[];
  /** The name of the member who made the export and whose signature it has; undefined where it does not verify. */
  madeBy?: string;
  /** True if a place has a given digest; absent without one. */
  isContinued?: boolean;
  /** The entries that were opened, in order. */
  opened: OpenedEntry[];
}

/** An entry with what it says, which its author signed. */
export interface OpenedEntry {
  seq: number;
  author: string;
  content: EntryContent;
}

/**
 * Checks an export by itself: order, signatures, each author's chain, what is missing, what each author had seen, and what members were allowed to do.
 * @param known a place and digest of the log from an earlier check
 * @throws Error for a file that is no export, Failure for a log that begins with another entry
 */
export async function checkExport(
  lines: AsyncIterable<string>,
  first: string,
  known?: { seq: number; digest: string },
): Promise<CheckedLog> {
  const hash = createHash('sha256');
  const contents = new ShownContents();
  const notices: TeamNotice[] = [];
  const opened: OpenedEntry[] = [];
  /** The digests of the log up to each place. */
  const digests: string[] = [];
  let about: z.infer<typeof heading> | undefined;
  let state: TeamState | undefined;
  let isContinued = known === undefined ? undefined : false;
  let rows: LogRow[] = [];
  let madeBy: string | undefined;
  const read = () => {
    if (state !== undefined) {
      const part = replay(state, contents, rows);
      isContinued ||= part.places.some(({ seq, digest }) => seq === known?.seq && digest === known.digest);
      notices.push(...part.notices);
      for (const { seq, author, digest, seen } of part.places) {
        digests.push(digest);
        // A place that its author had seen with another digest: once for each author, as on a console.
        const isOther = seen !== undefined && seen.seq > 0 && digests[seen.seq - 1] !== seen.digest;
        if (isOther && !notices.some((one) => one.kind === 'other-log' && one.author === author)) {
          notices.push({ seq, kind: 'other-log', author });
        }
      }
      state = part.state;
      rows = [];
      contents.clear();
    }
  };
  for await (const line of lines) {
    const value: unknown = JSON.parse(line);
    const end = ending.safeParse(value).data;
    if (about === undefined) {
      about = heading.parse(value);
      state = emptyTeam(about.team, first, about.founder);
    } else if (end === undefined) {
      const entry = entryLine.parse(value);
      rows.push(contents.rowOf(entry));
      const content = contentOf(entry);
      if (content !== undefined) {
        opened.push({ seq: entry.seq, author: entry.author, content });
      } else if (entry.opened !== undefined) {
        notices.push({ seq: entry.seq, kind: 'content-changed', author: entry.author });
      }
      if (rows.length === readAtOnce) {
        read();
      }
    } else {
      read();
      const member = state?.members[about.by];
      const bytes = signedBytes(hash.copy().digest());
      madeBy =
        member && isSignedBy(member.publicKey, bytes, Buffer.from(end.signature, 'base64'))
          ? member.name
          : undefined;
    }
    hash.update(`${line}\n`);
  }
  read();
  if (state === undefined) {
    throw new Error('This file is empty.');
  }
  return {
    state,
    notices,
    opened,
    ...(madeBy === undefined ? {} : { madeBy }),
    ...(isContinued === undefined ? {} : { isContinued }),
  };
}

/** Returns what an entry that was asked for says; undefined where its key does not open the content that its author signed. */
function contentOf({ head, opened, content: said }: EntryLine): EntryContent | undefined {
  const place = opened && readHead(Buffer.from(head, 'base64'));
  if (opened === undefined || place === undefined) {
    return undefined;
  }
  const key = createSecretKey(Buffer.from(opened.key, 'base64'));
  const sealed = Buffer.from(opened.sealed, 'base64');
  const content = openEntry(key, sealed, place);
  return content?.kind === 'case' && content.entry !== said ? undefined : content;
}

/** Contents as an export says them, for every key. */
class ShownContents implements ContentReader {
  readonly #contents = new Map<string, EntryContent>();
  #about = '';
  digest = '';

  get(): ContentReader {
    return this;
  }

  clear(): void {
    this.#contents.clear();
  }

  rowOf({ seq, author, authorSeq, head, signature, isThere, content }: EntryLine): LogRow {
    const bytes = Buffer.from(head, 'base64');
    const place = readHead(bytes);
    if (place !== undefined && content !== undefined) {
      this.#contents.set(
        place.content,
        typeof content === 'object'
          ? content
          : {
              kind: 'case',
              entry: content,
              at: 0,
              environment: '-',
              conversation: '-',
              details: {},
              local: 0,
            },
      );
    }
    const sealed = isThere ? Buffer.alloc(0) : null;
    return { seq, author, authorSeq, head: bytes, signature: Buffer.from(signature, 'base64'), sealed };
  }

  about(): string {
    return this.#about;
  }

  open(_sealed: Uint8Array, { content, about }: EntryHead): EntryContent | undefined {
    const entry = this.#contents.get(content);
    this.#about = about;
    this.digest = entry?.kind === 'founded' ? entry.keyDigest : this.digest;
    return entry;
  }
}
