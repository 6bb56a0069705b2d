import type { EventEmitter } from 'node:events';
import { checkServerIdentity } from 'node:tls';
import pLimit from 'p-limit';
import pg from 'pg';
import { Failure } from '../../common/failure.ts';
import { memberRole, schemaSql, schemaSteps } from './schema.ts';

/** The address of the team's database and a login. */
export interface DatabaseAddress {
  host: string;
  port: number;
  database: string;
  user: string;
  password: string;
  /** The certificates of the company's authority, as PEM; the public authorities count where it is absent. */
  authority?: string | undefined;
}

/** Time limits in milliseconds. */
const connectMs = 10_000;
const statementMs = 20_000;
/** The most bytes that one reply may have: several times what the functions return. */
const maxReply = 32 * 1024 * 1024;

/** Returns whether an address is this computer, where TLS protects nothing. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** A connection to the database. A reply larger than any that the functions return ends it. */
export class Database {
  readonly #client: pg.Client;
  readonly #oneAtATime = pLimit(1);
  #received = 0;
  /** True if the connection ended. */
  isEnded = false;

  constructor(client: pg.Client) {
    this.#client = client;
  }

  /** @throws Failure team-unreachable, team-refused */
  static async open(address: DatabaseAddress): Promise<Database> {
    const { host, port, database, user, password, authority } = address;
    const client = new pg.Client({
      host,
      port,
      database,
      user,
      password,
      connectionTimeoutMillis: connectMs,
      query_timeout: statementMs,
      keepAlive: true,
      application_name: 'assay',
      ssl: isLoopback(host)
        ? false
        : {
            ...(authority === undefined ? {} : { ca: authority }),
            rejectUnauthorized: true,
            // The library compares the certificate with the name it was given for SNI, which an IP address has none of.
            checkServerIdentity: (_name, certificate) => checkServerIdentity(host, certificate),
          },
    });
    const opened = new Database(client);
    // An error between two statements is no defect: the next statement fails.
    client.on('error', () => undefined);
    client.on('end', () => {
      opened.isEnded = true;
    });
    opened.#limitReplies();
    try {
      await client.connect();
    } catch (error) {
      throw failureOf(error);
    }
    return opened;
  }

  /** @throws Failure team-unreachable, team-refused */
  async query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]> {
    return this.#oneAtATime(async () => {
      this.#received = 0;
      try {
        const { rows } = await this.#client.query<Row>(text, values);
        return rows;
      } catch (error) {
        throw failureOf(error);
      }
    });
  }

  /** Calls `heard` at each notice about a team, as far as the way to the database passes them on. */
  async listen(heard: (team: string | undefined) => void): Promise<void> {
    this.#client.on('notification', ({ payload }) => {
      this.#received = 0;
      heard(payload);
    });
    this.#client.on('end', () => heard(undefined));
    await this.query('LISTEN assay_team');
  }

  async close(): Promise<void> {
    await this.#client.end().catch(() => undefined);
  }

  /** Ends the connection at once: what is under way fails. */
  destroy(): void {
    this.#connection.stream.destroy();
  }

  get #connection() {
    const { connection } = this.#client as unknown as {
      connection: EventEmitter & { stream: NodeJS.ReadableStream & { destroy(): void } };
    };
    return connection;
  }

  /** Ends the connection at a reply that is too large, from the first that the server sends. */
  #limitReplies(): void {
    const connection = this.#connection;
    const limit = () => {
      const { stream } = connection;
      stream.on('data', (bytes: Uint8Array) => {
        this.#received += bytes.length;
        if (this.#received > maxReply) {
          stream.destroy();
        }
      });
    };
    // The second where the connection is encrypted: it has another stream from then on.
    connection.once('connect', limit).once('sslconnect', limit);
  }
}

/** Returns the last step that the database has; undefined where it has none, or the login may not see it. */
export async function schemaStepOf(database: Database): Promise<number | undefined> {
  const [found] = await database.query<{ known: string | null }>(
    `SELECT to_regclass('assay_team.step') AS known`,
  );
  if (found?.known === null || found === undefined) {
    return undefined;
  }
  const [row] = await database.query<{ number: number | null }>(
    'SELECT max(number) AS number FROM assay_team.step',
  );
  return row?.number ?? undefined;
}

/** Brings the database to the last step with the login of its owner. Returns the steps that were missing. */
export async function applySchema(database: Database): Promise<number[]> {
  const after = (await schemaStepOf(database)) ?? 0;
  await database.query(schemaSql(after));
  return schemaSteps.map(({ number }) => number).filter((number) => number > after);
}

const refusals: Readonly<Record<string, string>> = {
  '28P01': 'The database does not accept this user and password.',
  '28000': 'The database does not let this user in.',
  '3D000': 'There is no such database.',
  '3F000': 'The database has no tables for a team yet.',
  '42883': 'The database has no tables for a team yet, or older ones.',
  '42501': 'This user may not do that in the database.',
  P0002: 'The database has no such team.',
  AT001: 'Another login of the database is that of this member.',
};

/** Conditions that end by themselves. */
const interruptions: Readonly<Record<string, string>> = {
  AT002: 'The team’s database went back: it no longer has what this console read last.',
  '53100': 'The disk of the team’s database is full.',
};

const prepare = 'Give the SQL for the database to its administrator: “Save the SQL” in Settings, Team.';
const hints: Readonly<Record<string, string>> = {
  '3F000': prepare,
  '42883': prepare,
  '42501': `The administrator of the database puts a login into the role ${memberRole}.`,
  '53100': 'The administrator of the database makes room on it.',
  AT001:
    'The administrator of the database ends the other login, or removes it from assay_team.author_login.',
};

function failureOf(error: unknown): Failure {
  const { code = '', message = 'unknown reason' } = error as { code?: string; message?: string };
  const isRefused = Object.hasOwn(refusals, code);
  return new Failure({
    code: isRefused ? 'team-refused' : 'team-unreachable',
    message:
      refusals[code] ??
      interruptions[code] ??
      `The team’s database cannot be used: ${message.split('\n', 1)[0]?.replace(/\.$/, '')}.`,
    hint: hints[code],
    retryable: !isRefused,
    details: { sqlState: code },
  });
}
