import type { TeamConnection } from '../../../preload/contract/team.ts';
import { Failure } from '../../common/failure.ts';
import type { KeptTeam } from '../records/journal/team-log.ts';
import type { Around } from './around.ts';
import { isWorking, type TeamDeps } from './deps.ts';
import { TeamKey } from './entries.ts';
import type { Link } from './link.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** The claims on cases: which member works on which. */
export class Claims {
  readonly #deps: TeamDeps;
  readonly #link: Link;
  readonly #around: Around;
  /** Returns the state of the connection; undefined without a team. */
  readonly #state: () => TeamConnection['state'] | undefined;
  #claimed: string | undefined;

  constructor(deps: TeamDeps, link: Link, around: Around, state: () => TeamConnection['state'] | undefined) {
    this.#deps = deps;
    this.#link = link;
    this.#around = around;
    this.#state = state;
  }

  /** Returns the name of the other member who works on a case. */
  async holder(environmentId: string, conversationId: string): Promise<{ isTeam: boolean; holder?: string }> {
    if (this.#state() === undefined) {
      return { isTeam: false };
    }
    const kept = this.#around.claims.size === 0 ? undefined : await this.#deps.store.team();
    const subject = kept && this.#subject(kept, environmentId, conversationId);
    const id = subject && this.#around.claims.get(subject);
    const holder = id === undefined || id === kept?.me ? undefined : kept?.log.members[id]?.name;
    return { isTeam: true, ...(holder === undefined ? {} : { holder }) };
  }

  /** Takes the first of the cases that nobody else has or decided; the first of all without a team or a connection. */
  async takeNext(environmentId: string, conversationIds: readonly string[]): Promise<string | undefined> {
    if (this.#state() !== 'connected') {
      return conversationIds[0];
    }
    try {
      return await this.#take(environmentId, conversationIds);
    } catch (error) {
      if (error instanceof Failure) {
        // The connection was just lost: work goes on without claims.
        return conversationIds[0];
      }
      throw error;
    }
  }

  async #take(environmentId: string, conversationIds: readonly string[]): Promise<string | undefined> {
    const kept = await this.#deps.store.team();
    if (kept === undefined || !isWorking(kept)) {
      return conversationIds[0];
    }
    const { team } = kept.log;
    const before = this.#claimed;
    let found: string | undefined;
    for (const conversationId of conversationIds) {
      const subject = this.#subject(kept, environmentId, conversationId);
      if (subject === undefined) {
        return conversationId;
      }
      if (await this.#deps.store.isDecidedByOther(environmentId, conversationId, this.#deps.now() - dayMs)) {
        continue;
      }
      const values = [team, Buffer.from(subject, 'hex'), kept.me];
      const [taken] = await this.#link.send('call', { name: 'take_claim', values });
      if (taken?.take_claim === kept.me) {
        this.#claimed = subject;
        found = conversationId;
        break;
      }
    }
    if (before !== undefined && (found === undefined || before !== this.#claimed)) {
      this.#claimed = found === undefined ? undefined : this.#claimed;
      const values = [team, Buffer.from(before, 'hex'), kept.me];
      await this.#link.send('call', { name: 'end_claim', values });
    }
    return found;
  }

  #subject(kept: KeptTeam, environmentId: string, conversationId: string): string | undefined {
    const name = this.#deps.environments().get(environmentId);
    const key = kept.keys[kept.log.key];
    return name === undefined || key === undefined
      ? undefined
      : new TeamKey(kept.log.key, Buffer.from(key, 'base64')).about(name, conversationId);
  }
}
