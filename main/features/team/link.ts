import type { LimitFunction } from 'p-limit';
import { cancelledFailure } from '../../common/failure.ts';
import { RequestWorker, type Send } from '../../common/workers/request-worker.ts';
import type { KeptTeam } from '../records/journal/team-marks.ts';
import type { DatabaseAddress } from './database.ts';
import type { TeamDeps } from './deps.ts';
import type { LinkRequests } from './link-service.ts';

const requestMs = 120_000;
const heapMb = 512;

/** The parts of the team that use the connection. */
export interface LinkedDeps extends TeamDeps {
  link: Link;
  /** Runs one at a time, so that each entry follows the one before. */
  oneAtATime: LimitFunction;
}

/** The connection to the team's database, in a thread of its own. */
export class Link {
  readonly #deps: Pick<TeamDeps, 'secrets' | 'secretKnown'>;
  #worker: RequestWorker<LinkRequests> | undefined;
  /** The id of the team that it is connected to. */
  #connectedTo: string | undefined;
  #isEnded = false;

  constructor(deps: Pick<TeamDeps, 'secrets' | 'secretKnown'>) {
    this.#deps = deps;
  }

  readonly send: Send<LinkRequests> = (name, input, options) => {
    if (this.#isEnded) {
      return Promise.reject(cancelledFailure());
    }
    this.#worker ??= new RequestWorker<LinkRequests>({
      url: new URL('./link-worker.ts', import.meta.url),
      name: 'team',
      timeoutMs: requestMs,
      heapMb,
    });
    return this.#worker.request(name, input, options);
  };

  /** Connects to the database of a team, where it is not connected to it. */
  async connect({ log, address }: KeptTeam): Promise<void> {
    if (this.#connectedTo !== log.team) {
      const { password, identity } = await this.#deps.secrets.read(log.team);
      this.#deps.secretKnown([password, identity]);
      await this.open({ ...address, password }, log.team);
    }
  }

  /** Connects with an address, for a team that may be none yet. */
  async open(address: DatabaseAddress, team?: string): Promise<void> {
    await this.send('open', address);
    this.#connectedTo = team;
  }

  /** Goes on with the present connection as that to the database of a team. */
  keepFor(team: string): void {
    this.#connectedTo = team;
  }

  /** Ends the connection at once. The thread stays for the next one. */
  disconnect(): void {
    this.#connectedTo = undefined;
    if (this.#worker?.isRunning) {
      void this.#worker.request('disconnect', undefined as never).catch(() => undefined);
    }
  }

  /** Ends a wait for something new. */
  wake(): void {
    void this.#worker?.request('wakeUp', undefined as never).catch(() => undefined);
  }

  /** Closes the connection for good: who goes on meanwhile must not open another one. */
  async end(): Promise<void> {
    this.#isEnded = true;
    await this.close();
  }

  /** Ends the connection and the thread. */
  async close(): Promise<void> {
    this.#connectedTo = undefined;
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.close();
  }
}
