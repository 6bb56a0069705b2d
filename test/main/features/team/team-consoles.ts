import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { Database, type DatabaseAddress } from '../../../../main/features/team/database.ts';
import type { ComposeOptions } from '../../../../main/hosts/core.ts';
import type { TeamRole } from '../../../../preload/contract/team-roles.ts';
import type { BridgeClient } from '../../../../renderer/bridge/bridge-client.ts';
import type { TestPostgres } from '../../../support/postgres.ts';
import { createTeam, joinTeam } from '../../../support/team.ts';
import { type CaseConsole, newDataDir, OpenKeychain, sandbox, startConsole } from '../cases/cases-harness.ts';

/** The differences from the console of people. */
interface Given extends Pick<ComposeOptions, 'teamSnapshotAfter'> {
  /** How far its clock is ahead, in milliseconds. */
  aheadMs?: number;
}

/** A console of a team, which can be closed and started again. */
export class TeamConsole {
  readonly name: string;
  readonly keychain = new OpenKeychain();
  readonly #directory = newDataDir();
  #console: CaseConsole | undefined;
  /** The port through which this console reaches the database, where it is not the database's own. */
  port: number | undefined;

  readonly #given: Given;

  /**
   * @param policy the policy of the company; none without it
   */
  constructor(name: string, policy?: object, given: Given = {}) {
    this.name = name;
    this.#given = given;
    if (policy !== undefined) {
      this.setPolicy(policy);
    }
  }

  /** Sets the policy of the company, which counts from the next start. */
  setPolicy(policy: object): void {
    const text = JSON.stringify({ version: 1, company: 'Acme', ...policy });
    writeFileSync(this.#policyPath, text, { mode: 0o644 });
  }

  get #policyPath(): string {
    return join(this.#directory.dataDir, 'policy.json');
  }

  async start(): Promise<this> {
    const policy = { path: this.#policyPath, administrator: process.getuid?.() ?? 0 };
    const { aheadMs = 0, ...given } = this.#given;
    const now = () => Date.now() + aheadMs;
    this.#console = await startConsole(this.#directory.dataDir, this.keychain, policy, { now, ...given });
    return this;
  }

  async restart(): Promise<void> {
    await this.#console?.close();
    await this.start();
  }

  get console(): CaseConsole {
    if (this.#console === undefined) {
      throw new Error('This console is closed.');
    }
    return this.#console;
  }

  get bridge(): BridgeClient {
    return this.console.bridge;
  }

  async view() {
    return (await this.bridge.invoke('team.view', {})).team;
  }

  async create(postgres: Pick<TestPostgres, 'member'>): Promise<void> {
    await createTeam(this.bridge, this.#address(await postgres.member()), this.name);
  }

  /** Joins the team of an admin as a person would. */
  async join(postgres: Pick<TestPostgres, 'member'>, admin: TeamConsole, role?: TeamRole): Promise<void> {
    await joinTeam(this.bridge, admin.bridge, this.#address(await postgres.member()), this.name, role);
  }

  #address(address: DatabaseAddress): DatabaseAddress {
    return { ...address, port: this.port ?? address.port };
  }

  /** Waits until the view of the team holds these members. */
  async until(expected: object) {
    await vi.waitFor(async () => expect(await this.view()).toMatchObject(expected), { interval: 50 });
    return this.view();
  }

  async open(conversationId: string): Promise<void> {
    await this.bridge.invoke('conversations.open', { ...sandbox, conversationId });
    await vi.waitFor(async () => expect(await this.caseOf(conversationId)).toBeDefined());
  }

  async caseOf(conversationId: string) {
    return (await this.bridge.invoke('cases.get', { ...sandbox, conversationId })).case;
  }

  note(conversationId: string, text: string) {
    return this.bridge.invoke('cases.note', { ...sandbox, selection: { ids: [conversationId] }, text });
  }

  label(conversationId: string, add: string[], remove: string[] = []) {
    return this.bridge.invoke('cases.label', {
      ...sandbox,
      selection: { ids: [conversationId] },
      add,
      remove,
    });
  }

  decide(conversationId: string, kind: 'clear' | 'reject', comment = 'because') {
    const decision = { kind, comment };
    return this.bridge.invoke('cases.decide', { ...sandbox, selection: { ids: [conversationId] }, decision });
  }

  /** Settles one of the findings of a case, or no longer. */
  async settle(
    conversationId: string,
    at: number,
    settlement: 'confirmed' | 'accepted' | null,
    reason = 'looked',
  ) {
    const findings = (await this.caseOf(conversationId))?.findings ?? [];
    const finding = findings[at % Math.max(1, findings.length)];
    if (finding !== undefined) {
      await this.bridge.invoke('cases.settle', { ...sandbox, conversationId, finding, settlement, reason });
    }
  }

  /** Returns what every console of the team must have of a case. */
  async shared(conversationId: string) {
    return sharedOf(await this.caseOf(conversationId));
  }

  async close(): Promise<void> {
    await this.#console?.close();
    this.#console = undefined;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
    this.#directory.remove();
  }
}

/** Takes entries off the end of the log, but not the first ones, as a standby that is promoted without its last second. */
export async function dropLast(
  { owner }: Pick<TestPostgres, 'owner'>,
  entries: number,
  first: number,
): Promise<void> {
  const database = await Database.open(owner);
  const last = `greatest((SELECT last_seq FROM assay_team.team) - ${entries}, ${first})`;
  await database.query(
    `BEGIN; LOCK assay_team.team; DELETE FROM assay_team.content WHERE seq > ${last}; DELETE FROM assay_team.entry WHERE seq > ${last};
     UPDATE assay_team.team SET last_seq = ${last}; COMMIT`,
  );
  await database.close();
}

/** Returns what every console of the team must have of this case. */
export function sharedOf(details: Awaited<ReturnType<TeamConsole['caseOf']>>) {
  return (
    details && {
      decision: details.row.decision?.kind,
      comment: details.comment,
      labels: details.row.labels.toSorted(),
      notes: details.notes.map(({ text }) => text).toSorted(),
      state: details.row.state,
      settled: details.settlements
        .map(({ finding, kind, reason }) => `${finding.code} ${kind}: ${reason}`)
        .toSorted(),
    }
  );
}
