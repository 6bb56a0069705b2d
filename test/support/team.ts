import { setTimeout as delay } from 'node:timers/promises';
import type { DatabaseAddress } from '../../main/features/team/database.ts';
import { invitationLine, readInvitation } from '../../main/features/team/joining.ts';
import type { TeamView } from '../../preload/contract/team.ts';
import type { TeamRole } from '../../preload/contract/team-roles.ts';
import type { BridgeClient } from '../../renderer/bridge/bridge-client.ts';

/** How long a step of a team may take, in milliseconds. */
const withinMs = 60_000;

/** Waits until the view of the team meets a condition. @throws Error with the last view */
export async function untilTeam<T>(
  bridge: BridgeClient,
  found: (team: TeamView) => T | undefined | false,
): Promise<T> {
  const endsAt = performance.now() + withinMs;
  for (;;) {
    const { team } = await bridge.invoke('team.view', {});
    const value = team === undefined ? undefined : found(team);
    if (value !== undefined && value !== false) {
      return value;
    }
    if (performance.now() > endsAt) {
      throw new Error(`The team did not get there: ${JSON.stringify(team)}`);
    }
    await delay(50);
  }
}

/** Tells whether a console has the team's state: it may still be reading entries from before a snapshot. */
const isReady = ({ stage, connection, earlier }: TeamView) =>
  stage === 'member' && (connection.state === 'connected' || earlier !== undefined);

/** Creates a team as a person would, and waits until the console is connected. */
export async function createTeam(
  bridge: BridgeClient,
  address: DatabaseAddress,
  name: string,
): Promise<void> {
  const { host, port, database, user, password } = address;
  await bridge.invoke('team.create', { host, port, database, user, password, name });
  await untilTeam(bridge, isReady);
}

/** Joins the team of an admin as a person would, who compares the code. @param address of the new member, for its own way to the database */
export async function joinTeam(
  bridge: BridgeClient,
  admin: BridgeClient,
  { port, user, password }: DatabaseAddress,
  name: string,
  role: TeamRole = 'reviewer',
): Promise<void> {
  const { line } = await admin.invoke('team.invite', {});
  const own = invitationLine({ ...readInvitation(line, 0), port });
  await bridge.invoke('team.join', { line: own, user, password, name });
  const code = await untilTeam(bridge, (team) => team.stage === 'waiting' && team.code);
  const invitation = await untilTeam(
    admin,
    ({ requests }) => requests.find((one) => one.name === name && one.code === code)?.invitation,
  );
  await admin.invoke('team.admit', { invitation, code, role });
  await untilTeam(bridge, isReady);
}
