import { setTimeout as pause } from 'node:timers/promises';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import { Failure } from '../../common/failure.ts';
import type { TeamState } from '../records/journal/team-state.ts';
import { Database, type DatabaseAddress } from './database.ts';
import { readHead, sha256, TeamKey } from './entries.ts';
import { exportedEntry } from './log-export.ts';
import { openRecovery } from './recovery-file.ts';
import { type LogRow, type Replayed, replay } from './replay.ts';
import { maxContent, page } from './schema.ts';
import {
  openEntries,
  openState,
  type SnapshotEntry,
  type SnapshotPlace,
  sealPart,
} from './snapshot-format.ts';

/** The functions of the database, with the types of their arguments in PostgreSQL. */
const functions = {
  create_team: ['uuid'],
  append: ['uuid', 'jsonb', 'bigint', 'bytea'],
  grant_keys: ['uuid', 'jsonb'],
  key_grants: ['uuid', 'text'],
  ask_to_join: ['uuid', 'text', 'bytea'],
  join_requests: ['uuid'],
  answer_request: ['uuid', 'text'],
  report_progress: ['uuid', 'text', 'bigint'],
  progress_of: ['uuid'],
  take_claim: ['uuid', 'bytea', 'text', 'text'],
  end_claim: ['uuid', 'bytea', 'text'],
  claims: ['uuid'],
  snapshots: ['uuid', 'text'],
  add_snapshot: ['uuid', 'text', 'bigint', 'bytea', 'bytea'],
  drop_snapshots: ['uuid'],
} as const;

/** The most rows that a function returns. */
const maxRows = 10_000;
/** The shortest time between the ends of two waits, in milliseconds, whatever the database notifies. */
const pauseMs = 50;

interface PartOfSnapshot {
  /** The team's key, base64. */
  key: { number: number; secret: string };
  place: SnapshotPlace;
}

interface StoredRow extends Omit<LogRow, 'seq' | 'authorSeq'> {
  seq: string;
  author_seq: string;
}

/**
 * Returns the part that runs in the worker: the connection to the team's database, and the reading of its log. Requests throw Failure team-unreachable,
 * team-refused.
 */
export function linkService() {
  let database: Database | undefined;
  let listener: Database | undefined;
  let isHeard = false;
  let wake: () => void = () => undefined;
  let waited = 0;

  const use = (): Database => {
    if (database === undefined || database.isEnded) {
      throw new Failure({
        code: 'team-unreachable',
        message: 'There is no connection to the team’s database.',
        retryable: true,
      });
    }
    return database;
  };
  const close = async () => {
    const open = [database, listener];
    database = undefined;
    listener = undefined;
    await Promise.all(open.map((one) => one?.close()));
  };
  const entriesFrom = async (team: string, seq: number): Promise<LogRow[]> => {
    const rows = await use().query<StoredRow>('SELECT * FROM assay_team.entries($1, $2)', [team, seq]);
    return rows.map((row) => ({ ...row, seq: Number(row.seq), authorSeq: Number(row.author_seq) }));
  };

  return {
    /** Connects anew; a second connection listens for what is new, where the way to the database allows that. */
    async open(address: DatabaseAddress): Promise<void> {
      await close();
      database = await Database.open(address);
      listener = await Database.open(address).catch(() => undefined);
      await listener
        ?.listen(() => {
          isHeard = true;
          wake();
        })
        .catch(() => undefined);
    },
    close,
    /** Ends the connections without waiting for a database that may no longer answer. */
    async disconnect(): Promise<void> {
      for (const one of [database, listener]) {
        one?.destroy();
      }
      database = undefined;
      listener = undefined;
    },
    async call({
      name,
      values,
    }: {
      name: keyof typeof functions;
      values: unknown[];
    }): Promise<Record<string, unknown>[]> {
      const places = functions[name].slice(0, values.length).map((type, index) => `$${index + 1}::${type}`);
      const sql = `SELECT * FROM assay_team.${name}(${places.join(', ')})`;
      return (await use().query<Record<string, unknown>>(sql, values)).slice(0, maxRows);
    },
    /**
     * Reads what follows in the log, up to a place.
     * @throws Failure team-log-changed if the log no longer has, or never had, what was read before
     */
    async read({
      state,
      keys,
      upTo = Number.MAX_SAFE_INTEGER,
    }: {
      state: TeamState;
      keys: Record<number, string>;
      upTo?: number;
    }): Promise<Replayed & { isAll: boolean }> {
      // The last entry that was read comes again, to see that it is still the same.
      const entries = await entriesFrom(state.team, Math.max(1, state.seq));
      const rows = entries.filter(({ seq }) => seq <= upTo);
      const [last] = rows;
      if (
        state.seq > 0 &&
        (last?.seq !== state.seq || state.lastHead !== Buffer.from(last.head).toString('base64'))
      ) {
        const [{ isCopy = false } = {}] = await use().query<{ isCopy: boolean }>(
          'SELECT pg_is_in_recovery() AS "isCopy"',
        );
        if (isCopy) {
          throw new Failure({
            code: 'team-unreachable',
            message: 'This is a copy of the team’s database that does not have everything yet.',
            hint: 'Ask its administrator for the address of the database itself.',
            retryable: true,
          });
        }
        throw new Failure({
          code: 'team-log-changed',
          details: { wentBack: true },
          message: `The team’s database went back: it no longer has entry ${state.seq} as this console read it. Nothing is read or sent.`,
          hint: 'It may have been restored from an older copy. Ask its administrator.',
        });
      }
      const replayed = replay(state, keysOf(keys), rows);
      const isWhole = replayed.state.seq === (rows.at(-1)?.seq ?? state.seq);
      // Another entry would have had room: there was none, however fast others write meanwhile.
      const bytes = entries.reduce((sum, { sealed }) => sum + (sealed?.length ?? 0), maxContent);
      const isLast = entries.length < page.entries && bytes < page.bytes;
      return { ...replayed, isAll: (isWhole && isLast) || replayed.missingKey !== undefined };
    },
    /** Returns the content of one entry; undefined where it cannot be opened. */
    async content({ team, seq, keys }: { team: string; seq: number; keys: Record<number, string> }) {
      const row = (await entriesFrom(team, seq)).find((one) => one.seq === seq);
      const head = row && readHead(row.head);
      const key = head && keysOf(keys).get(head.key);
      return row?.sealed == null || head === undefined ? undefined : key?.open(row.sealed, head);
    },
    /** Returns the entries after a place for an export, some of them opened. */
    async exported({
      team,
      after,
      keys,
      opened = [],
    }: {
      team: string;
      after: number;
      keys: Record<number, string>;
      opened?: readonly number[];
    }) {
      const contentKeys = keysOf(keys);
      return (await entriesFrom(team, after + 1)).map((row) =>
        exportedEntry(row, contentKeys, opened.includes(row.seq)),
      );
    },
    /** Seals and sends a part of a snapshot. Returns the digest of the sealed part. */
    async sendPart({
      key,
      place,
      value,
    }: PartOfSnapshot & { value: TeamState | SnapshotEntry[] }): Promise<string> {
      const sealed = sealPart(keyOf(key), place, value);
      const { team, author, seq, part } = place;
      await use().query('SELECT assay_team.add_snapshot_part($1, $2, $3, $4, $5)', [
        team,
        author,
        seq,
        part,
        sealed,
      ]);
      return sha256(sealed);
    },
    /** Reads a part of a snapshot. Returns nothing of one that is not the one that was signed; null where the database has none. */
    async readPart({ key, place, digest }: PartOfSnapshot & { digest: string }): Promise<{
      state?: TeamState;
      entries?: SnapshotEntry[];
    } | null> {
      const { team, author, seq, part } = place;
      const [row] = await use().query<{ sealed: Uint8Array }>(
        'SELECT * FROM assay_team.snapshot_part($1, $2, $3, $4)',
        [...[team, author, seq, part]],
      );
      if (row === undefined) {
        return null;
      }
      if (sha256(row.sealed) !== digest) {
        return {};
      }
      return part === 0
        ? omitUndefined({ state: openState(keyOf(key), place, row.sealed) })
        : omitUndefined({ entries: openEntries(keyOf(key), place, row.sealed) });
    },
    /** Opens a recovery file. @throws Failure invalid-input */
    openRecovery: ({ file, passphrase }: { file: Uint8Array; passphrase: string }) =>
      openRecovery(file, passphrase),
    /** Waits until something is new, but not longer than a time. */
    async wait({ ms }: { ms: number }): Promise<void> {
      if (!isHeard) {
        const { promise, resolve } = Promise.withResolvers<void>();
        wake = resolve;
        const timer = setTimeout(resolve, ms);
        await promise;
        clearTimeout(timer);
      }
      await pause(Math.max(0, waited + pauseMs - performance.now()));
      waited = performance.now();
      isHeard = false;
    },
    /** Ends a `wait`. */
    async wakeUp(): Promise<void> {
      isHeard = true;
      wake();
    },
  };
}

function keysOf(keys: Record<number, string>): Map<number, TeamKey> {
  return new Map(
    Object.entries(keys).map(([number, secret]) => [
      Number(number),
      keyOf({ number: Number(number), secret }),
    ]),
  );
}

function keyOf({ number, secret }: PartOfSnapshot['key']): TeamKey {
  return new TeamKey(number, Buffer.from(secret, 'base64'));
}

/** The requests to the worker that holds the connection. */
export type LinkRequests = ReturnType<typeof linkService>;
