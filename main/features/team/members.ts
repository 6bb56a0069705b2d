import { randomBytes, randomUUID } from 'node:crypto';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import type { TeamRole } from '../../../preload/contract/team-roles.ts';
import { type KeptTeam, roleIn } from '../records/journal/team-marks.ts';
import type { TeamMember } from '../records/journal/team-state.ts';
import type { Around } from './around.ts';
import { isWorking, refused, signerOf, signWith } from './deps.ts';
import { type EntryContent, entryContent, idOfKey, TeamKey } from './entries.ts';
import { grantKey, invitationLine, invitationMs } from './joining.ts';
import type { LinkedDeps } from './link.ts';
import type { Log } from './log.ts';
import { signRecovered } from './recovery.ts';
import { newRecovery, type RecoveryEntry } from './recovery-file.ts';
import { present, sealedFor } from './replay.ts';

/** The acts of an admin with members. */
export class Members {
  readonly #deps: LinkedDeps;
  readonly #log: Log;
  readonly #around: Around;

  constructor(deps: LinkedDeps, log: Log, around: Around) {
    this.#deps = deps;
    this.#log = log;
    this.#around = around;
  }

  /** Returns an invitation as one line. */
  invite(): Promise<{ invitation: string; line: string; until: number }> {
    return this.#deps.oneAtATime(async () => {
      const record = await this.#asAdmin();
      const until = this.#deps.now() + invitationMs;
      const id = randomUUID();
      const secret = randomBytes(32).toString('base64');
      const { host, port, database, authority } = record.address;
      const { team, first, founder, members } = record.log;
      const admin = members[record.me]?.publicKey ?? '';
      const invited = [
        ...record.invited.filter((one) => one.until > this.#deps.now()),
        { id, secret, until },
      ];
      await this.#deps.changeTeam('saveTeam', { team: { ...record, invited } });
      this.#log.snapshots.writeSoon({ ...record, invited });
      const address = { host, port, database, ...(authority === undefined ? {} : { authority }) };
      this.#deps.changed();
      const line = invitationLine({ ...address, team, first, founder, admin, id, secret, until });
      return { invitation: id, line, until };
    });
  }

  /** Admits who asked with an invitation, by the code that was compared: an entry, and every key of the team sealed for them. */
  admit(invitation: string, code: string, role: TeamRole): Promise<void> {
    return this.#deps.oneAtATime(async () => {
      let record = await this.#asAdmin();
      const request = this.#around.requests.find((one) => one.invitation === invitation);
      if (request === undefined) {
        throw refused('Nobody asks to join with this invitation any more.');
      }
      if (request.code !== code) {
        throw refused(
          'Another console asks with this invitation now. Nobody was admitted: compare the code again.',
        );
      }
      const id = idOfKey(request.member.publicKey);
      const isNameTaken = present(record.log).some(
        ([other, { name }]) => other !== id && name === request.member.name,
      );
      if (isNameTaken) {
        throw refused(
          'Somebody in the team has this name already. Nobody was admitted: ask them to join with another name.',
        );
      }
      // The keys come first, so that an admission whose entry could not be written can be made again.
      await this.#grant(record, [{ id, recipient: request.member.recipient }], record.keys);
      record = await this.#log.append(record, [
        { kind: 'admitted', member: request.member, role, invitation },
      ]);
      if (record.log.members[id]?.recipient !== request.member.recipient) {
        throw refused('This key is in the team already, or the invitation was used. Nobody was admitted.');
      }
      await this.#answer(record, invitation);
    });
  }

  refuse(invitation: string): Promise<void> {
    return this.#deps.oneAtATime(async () => this.#answer(await this.#asAdmin(), invitation));
  }

  setRole(member: string, role: TeamRole): Promise<void> {
    return this.#deps.oneAtATime(async () => {
      const record = await this.#log.append(await this.#asAdmin(), [{ kind: 'role-set', member, role }]);
      if (record.log.members[member]?.role !== role) {
        throw refused('The role was not changed: a team has at least one admin.');
      }
    });
  }

  /** Grants an auditor access to personal data, or ends it. @param hours 0 ends it */
  grantAccess(member: string, hours: number, reason: string): Promise<void> {
    return this.#deps.oneAtATime(async () => {
      const until = this.#deps.now() + hours * 3_600_000;
      const entry: EntryContent = { kind: 'access-granted', member, until, reason };
      const record = await this.#log.append(await this.#asAdmin(), [entry]);
      if (record.log.members[member]?.access?.until !== until) {
        throw refused('No access was granted: this member is no auditor any more.');
      }
    });
  }

  /** Removes a member: a new key is sealed for those who stay, and counts from the entry on. */
  remove(member: string): Promise<void> {
    return this.#deps.oneAtATime(async () => {
      const after = await this.#remove(await this.#asAdmin(), member);
      if (after.log.members[member]?.removed === undefined) {
        throw refused('Nobody was removed: the team changed meanwhile, or this is its last admin.');
      }
    });
  }

  /** Sets whether a console that leaves or is removed forgets the cases of the team. */
  setCopies(forget: boolean): Promise<void> {
    return this.#deps.oneAtATime(async () => {
      await this.#log.append(await this.#asAdmin(), [{ kind: 'copies-set', forget }]);
    });
  }

  /** Signs the policy of the company, which counts on all consoles from then on; without a text there is none any more. */
  setPolicy(text: string | undefined): Promise<void> {
    return this.#deps.oneAtATime(async () => {
      const record = await this.#log.append(await this.#asAdmin(), [
        { kind: 'policy-set', ...omitUndefined({ text }) },
      ]);
      if (record.log.policy?.text !== text) {
        throw refused(
          'Another admin signed a policy at the same time, after this one. The other one counts.',
        );
      }
    });
  }

  /** Makes a recovery file, which counts once its entry is in the log. */
  newRecovery(passphrase: string) {
    return this.#deps.oneAtATime(async () =>
      newRecovery(await this.#asAdmin(), passphrase, this.#deps.recoveryCost),
    );
  }

  /** Enters a recovery file that was saved; the one before it counts no more. */
  setRecovery(entry: RecoveryEntry): Promise<void> {
    return this.#deps.oneAtATime(async () => {
      const record = await this.#log.append(await this.#asAdmin(), [entry]);
      if (record.log.recovery?.publicKey !== entry.recovery.publicKey) {
        throw refused('This recovery file is of no use: the team changed meanwhile. Make another one.');
      }
    });
  }

  /** Makes this console's member an admin with a recovery file. */
  recover(file: Uint8Array, passphrase: string): Promise<void> {
    return this.#deps.oneAtATime(async () => {
      const record = await this.#log.readAll();
      if (record === undefined || !isWorking(record)) {
        throw refused('This console is no member of a team. Nothing was changed.');
      }
      const recovery = await this.#deps.link.send('openRecovery', { file, passphrase });
      const { name, publicKey, recipient } = record.log.members[record.me] as TeamMember;
      const recovered = signRecovered(recovery, record, { name, publicKey, recipient }, this.#deps.now());
      if (recovered !== undefined) {
        await this.#deps.changeTeam('saveTeam', { team: { ...record, recovered } });
        await this.#log.sendRecovered({ ...record, recovered });
      }
      await this.#asAdmin();
    });
  }

  /** Writes again what this console did with members and the database lost. Waits while this console is no admin. */
  async enterAgain(before: KeptTeam): Promise<KeptTeam> {
    let record = before;
    for (const act of (before.acts ?? []).filter(({ authorSeq }) => authorSeq === 0)) {
      if (roleIn(record) !== 'admin') {
        return record;
      }
      const content = entryContent.parse(act.content);
      const { members } = record.log;
      if (content.kind === 'admitted') {
        const id = idOfKey(content.member.publicKey);
        if (members[id] === undefined) {
          await this.#grant(record, [{ id, recipient: content.member.recipient }], record.keys);
          record = await this.#log.append(record, [content]);
        }
      } else if (content.kind === 'role-set' && members[content.member]?.role !== content.role) {
        record = await this.#log.append(record, [content]);
      } else if (content.kind === 'access-granted' && members[content.member]?.role === 'auditor') {
        record = await this.#log.append(record, [content]);
      } else if (content.kind === 'recovery-set' || content.kind === 'copies-set') {
        record = await this.#log.append(record, [content]);
      } else if (content.kind === 'policy-set' && (record.log.policy?.at ?? 0) <= (content.at ?? 0)) {
        // One that was signed later counts.
        record = await this.#log.append(record, [content]);
      } else if (content.kind === 'removed' && members[content.member]?.removed === undefined) {
        record = await this.#remove(record, content.member);
      }
      const acts = (record.acts ?? []).filter((one) => JSON.stringify(one) !== JSON.stringify(act));
      record = { ...record, acts };
      await this.#deps.changeTeam('saveTeam', { team: record });
    }
    return record;
  }

  async #remove(record: KeptTeam, member: string): Promise<KeptTeam> {
    const stay = sealedFor(record.log, member);
    const key = record.log.key + 1;
    const secret = randomBytes(32);
    const keyDigest = new TeamKey(key, secret).digest;
    // The key comes first, so that nobody is without it once it counts.
    await this.#grant(record, stay, { [key]: secret.toString('base64') });
    const removed = { kind: 'removed' as const, member, key, keyDigest, sealedFor: stay.map(({ id }) => id) };
    return this.#log.append(record, [removed]);
  }

  async #answer(record: KeptTeam, invitation: string): Promise<void> {
    await this.#deps.link.send('call', { name: 'answer_request', values: [record.log.team, invitation] });
    const invited = record.invited.filter(({ id }) => id !== invitation);
    await this.#deps.changeTeam('saveTeam', { team: { ...record, invited } });
    this.#around.requests = this.#around.requests.filter((one) => one.invitation !== invitation);
    this.#deps.changed();
  }

  async #grant(
    record: KeptTeam,
    members: readonly { id: string; recipient: string }[],
    keys: Record<number, string>,
  ): Promise<void> {
    const { team } = record.log;
    const sign = signWith(await signerOf(this.#deps, record));
    const grants = await Promise.all(
      members.flatMap((member) =>
        Object.entries(keys).map(async ([number, secret]) => {
          const key = { number: Number(number), secret: Buffer.from(secret, 'base64') };
          const { sealed, signature } = await grantKey(team, member, key, sign);
          const texts = {
            sealed: Buffer.from(sealed).toString('base64'),
            signature: Buffer.from(signature).toString('base64'),
          };
          return { member: member.id, key: key.number, ...texts };
        }),
      ),
    );
    await this.#deps.link.send('call', { name: 'grant_keys', values: [team, JSON.stringify(grants)] });
  }

  /** Returns the team, of which this console must be an admin, after all that is new was read. */
  async #asAdmin(): Promise<KeptTeam> {
    const record = await this.#log.readAll();
    if (record === undefined || roleIn(record) !== 'admin') {
      throw refused('Only an admin of the team may do that. Nothing was changed.');
    }
    return record;
  }
}
