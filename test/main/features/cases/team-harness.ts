import { onTestFinished } from 'vitest';
import type { PlacedEntry, PlaceToKeep } from '../../../../main/features/records/journal/team-log.ts';
import type { KeptTeam } from '../../../../main/features/records/journal/team-marks.ts';
import { emptyTeam } from '../../../../main/features/team/replay.ts';
import type { TeamRole } from '../../../../preload/contract/team-roles.ts';
import { env, openInMemory, who } from './index-harness.ts';

export const [me, colleague, third] = ['a'.repeat(64), 'b'.repeat(64), 'c'.repeat(64)];
const names: Readonly<Record<string, string>> = { [me]: 'Anna', [colleague]: 'Ben', [third]: 'Carla' };

/** The list of a console in a team, to which entries of the log are given as they were read. */
export function openInTeam(role: TeamRole = 'reviewer') {
  const service = openInMemory();
  onTestFinished(() => service.close());
  const address = { host: 'localhost', port: 5432, database: 'team', user: 'anna' };
  const log = emptyTeam('6f7c2c1e-0d6a-4a1f-9a52-0f5f9a3c7d10', '0'.repeat(64), '');
  const teamWith = (own: TeamRole): KeptTeam => {
    const members = Object.fromEntries(
      Object.entries(names).map(([id, name]) => {
        const member = { name, role: id === me ? own : 'reviewer', publicKey: '', recipient: '' };
        return [id, member as KeptTeam['log']['members'][string]];
      }),
    );
    const keys = { 1: Buffer.alloc(32, 7).toString('base64') };
    return { me, name: 'Anna', address, keys, invited: [], log: { ...log, members } };
  };
  let team = teamWith(role);
  service.saveTeam({ team });
  let seq = 0;
  const keep = (author: string, ...entries: Partial<PlacedEntry>[]) => {
    const places = entries.map((entry): PlaceToKeep => {
      seq += 1;
      return {
        seq,
        author,
        authorSeq: seq,
        digest: String(seq),
        isRefused: false,
        seen: { seq: seq - 1, digest: String(seq - 1) },
        entry: {
          kind: 'noted',
          at: who.at,
          actor: names[author] ?? '',
          environment: 'https://service.test',
          environmentIds: [env.environmentId],
          conversationId: 'case-1',
          details: { text: 'a note' },
          local: 1,
          ...entry,
        },
      };
    });
    return service.keepTeam({ team, places, notices: [] });
  };
  return {
    service,
    keep,
    /** Gives the own entries that were not sent yet their places in the log. */
    placeOwn(): void {
      for (const { seq: local, kind, at, ...rest } of service.unsentEntries({ max: 100 })) {
        keep(me, { kind, at, local, ...rest, note: undefined });
      }
    },
    /** Gives this console another role. */
    setRole(own: TeamRole): void {
      team = teamWith(own);
      service.keepTeam({ team, places: [], notices: [] });
    },
  };
}
