import type { KeptTeam } from '../records/journal/team-marks.ts';
import { refused, signWith } from './deps.ts';
import { idOfKey, type MemberKeys } from './entries.ts';
import type { Link } from './link.ts';
import { grantedKeys } from './log.ts';
import { type SignedEntry, signEntries } from './outgoing.ts';
import { type Recovery, signerOf } from './recovery-file.ts';
import { emptyTeam, present, recoveryId } from './replay.ts';

type Send = Link['send'];

/**
 * Reads a log to its end with the keys of a recovery file, and with those that were sealed for it since.
 * @throws Failure team-unreachable, team-log-changed
 */
export async function readWith(
  send: Send,
  { team, first, founder, ...file }: Recovery,
): Promise<Pick<KeptTeam, 'log' | 'keys'>> {
  let keys: KeptTeam['keys'] = file.keys;
  let log = emptyTeam(team, first, founder);
  for (;;) {
    const { state, isAll, missingKey } = await send('read', { state: log, keys });
    log = state;
    const wanted = missingKey ?? (keys[log.key] === undefined ? log.key : undefined);
    const me = recoveryId(log) ?? '';
    const more = wanted === undefined ? {} : await grantedKeys(send, { me, log }, file.identity, wanted);
    if (isAll && Object.keys(more).length === 0) {
      return { log, keys };
    }
    keys = { ...keys, ...more };
  }
}

/**
 * Signs the entry by which the recovery file makes a member an admin. Returns undefined where it did so already.
 * @throws Failure team-not-allowed where it is not the last one of the team, or was used for somebody else
 */
export function signRecovered(
  recovery: Recovery,
  { log, keys }: Pick<KeptTeam, 'log' | 'keys'>,
  member: MemberKeys,
  at: number,
): SignedEntry | undefined {
  const signer = signerOf(recovery);
  const me = idOfKey(member.publicKey);
  if (recoveryId(log) !== signer.keyId) {
    const { recovered, role, recipient } = log.members[me] ?? {};
    const isUsed = log.authors[signer.keyId] !== undefined && recovered !== undefined;
    if (isUsed && role === 'admin' && recipient === member.recipient) {
      return undefined;
    }
    throw refused('This recovery file was used before, or the team has a later one. Nothing was changed.');
  }
  const isNameTaken = present(log).some(([id, { name }]) => name === member.name && id !== me);
  if (isNameTaken) {
    throw refused('Somebody in the team has this name already. Nothing was changed: enter another name.');
  }
  const content = { kind: 'recovered' as const, at, member };
  return signEntries({ me: signer.keyId, keys, log }, [content], signWith(signer))[0];
}
