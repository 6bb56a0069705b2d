import type { KeptTeam } from '../records/journal/team-marks.ts';
import type { TeamDeps } from './deps.ts';
import type { MemberKeys } from './entries.ts';
import { joinCode, readJoinRequest } from './joining.ts';
import type { Link } from './link.ts';

interface Request {
  invitation: string;
  member: MemberKeys;
  code: string;
}

/** The tables beside the log: progress, requests to join and claims. None of it is believed for more than it shows. */
export class Around {
  readonly #deps: TeamDeps;
  readonly #link: Link;
  #reported = -1;
  progress = new Map<string, { seq: number; at: number }>();
  requests: Request[] = [];
  claims = new Map<string, string>();

  constructor(deps: TeamDeps, link: Link) {
    this.#deps = deps;
    this.#link = link;
  }

  async read(): Promise<void> {
    const kept = await this.#deps.store.team();
    if (kept === undefined) {
      return;
    }
    const { team, seq } = kept.log;
    if (this.#reported !== seq) {
      await this.#link.send('call', { name: 'report_progress', values: [team, kept.me, seq] });
      this.#reported = seq;
    }
    const [progress, requests, claims] = await Promise.all([
      this.#link.send('call', { name: 'progress_of', values: [team] }),
      kept.invited.length === 0 ? [] : this.#link.send('call', { name: 'join_requests', values: [team] }),
      this.#link.send('call', { name: 'claims', values: [team] }),
    ]);
    const before = this.#text();
    this.progress = new Map(
      progress
        .map((row) => [String(row.member), { seq: Number(row.seq), at: Number(row.at) }] as const)
        .filter(([, one]) => Number.isSafeInteger(one.seq) && Number.isSafeInteger(one.at)),
    );
    this.requests = requests.flatMap((row) => this.#requestOf(kept, row) ?? []);
    this.claims = new Map(
      claims.map((row) => [Buffer.from(row.subject as Uint8Array).toString('hex'), String(row.member)]),
    );
    if (this.#text() !== before) {
      this.#deps.changed();
    }
  }

  /** Forgets what was read, as of another team. */
  reset(): void {
    this.#reported = -1;
    this.progress.clear();
    this.requests = [];
    this.claims.clear();
  }

  #text(): string {
    return JSON.stringify([[...this.progress], this.requests, [...this.claims]]);
  }

  /** Returns a request to join that was made with the secret of an invitation of this console, in its time. */
  #requestOf(kept: KeptTeam, row: Record<string, unknown>): Request | undefined {
    const invited = kept.invited.find(({ id, until }) => id === row.invitation && until > this.#deps.now());
    const admin = kept.log.members[kept.me]?.publicKey ?? '';
    if (invited === undefined || kept.log.invitations.includes(invited.id)) {
      return undefined;
    }
    const { team, first } = kept.log;
    const secret = { team, first, admin, id: invited.id, secret: invited.secret };
    const member = readJoinRequest(secret, row.request as Uint8Array);
    return member && { invitation: invited.id, member, code: joinCode(secret, member) };
  }
}
