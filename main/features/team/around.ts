import { teamSeenMs } from '../../../preload/contract/team.ts';
import type { KeptTeam } from '../records/journal/team-marks.ts';
import type { MemberKeys } from './entries.ts';
import { joinCode, readJoinRequest } from './joining.ts';
import type { LinkedDeps } from './link.ts';

interface Request {
  invitation: string;
  member: MemberKeys;
  code: string;
}

/** The shortest time between two reports and readings of progress, in milliseconds: each report is a transaction of the database. */
const progressMs = 1_000;

/** The tables beside the log: progress, requests to join and claims. None of it is believed for more than it shows. */
export class Around {
  readonly #deps: LinkedDeps;
  #reported = -1;
  #seenAt = Number.NEGATIVE_INFINITY;
  #reportedAt = Number.NEGATIVE_INFINITY;
  progress = new Map<string, { seq: number; at: number }>();
  requests: Request[] = [];
  claims = new Map<string, string>();

  constructor(deps: LinkedDeps) {
    this.#deps = deps;
  }

  /** Returns the milliseconds after which there is something to report. */
  async read(record: KeptTeam): Promise<number> {
    const { team, seq } = record.log;
    const isDue = performance.now() - this.#reportedAt >= progressMs;
    const isSilent = performance.now() - this.#seenAt >= teamSeenMs;
    if (isDue && (this.#reported !== seq || isSilent)) {
      await this.#deps.link.send('call', { name: 'report_progress', values: [team, record.me, seq] });
      this.#reported = seq;
      this.#seenAt = performance.now();
    }
    const [progress, requests, claims] = await Promise.all([
      isDue ? this.#deps.link.send('call', { name: 'progress_of', values: [team] }) : undefined,
      record.invited.length === 0
        ? []
        : this.#deps.link.send('call', { name: 'join_requests', values: [team] }),
      this.#deps.link.send('call', { name: 'claims', values: [team] }),
    ]);
    const before = this.#text();
    if (progress !== undefined) {
      this.#reportedAt = performance.now();
      this.progress = new Map(
        progress
          .map((row) => [String(row.member), { seq: Number(row.seq), at: Number(row.at) }] as const)
          .filter(([, one]) => Number.isSafeInteger(one.seq) && Number.isSafeInteger(one.at)),
      );
    }
    this.requests = requests.flatMap((row) => this.#requestOf(record, row) ?? []);
    this.claims = new Map(
      claims.map((row) => [Buffer.from(row.subject as Uint8Array).toString('hex'), String(row.member)]),
    );
    if (this.#text() !== before) {
      this.#deps.changed();
    }
    return this.#reported === seq ? Number.POSITIVE_INFINITY : progressMs;
  }

  /** Forgets what was read, as of another team. */
  reset(): void {
    this.#reported = -1;
    this.#reportedAt = Number.NEGATIVE_INFINITY;
    this.progress.clear();
    this.requests = [];
    this.claims.clear();
  }

  #text(): string {
    return JSON.stringify([[...this.progress], this.requests, [...this.claims]]);
  }

  /** Returns a request to join that was made with the secret of an invitation of this console, in its time. */
  #requestOf(record: KeptTeam, row: Record<string, unknown>): Request | undefined {
    const invited = record.invited.find(({ id, until }) => id === row.invitation && until > this.#deps.now());
    const admin = record.log.members[record.me]?.publicKey ?? '';
    if (invited === undefined || record.log.invitations.includes(invited.id)) {
      return undefined;
    }
    const { team, first } = record.log;
    const secret = { team, first, admin, id: invited.id, secret: invited.secret };
    const member = readJoinRequest(secret, row.request as Uint8Array);
    return member && { invitation: invited.id, member, code: joinCode(secret, member) };
  }
}
