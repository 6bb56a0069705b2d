import { randomBytes, randomUUID } from 'node:crypto';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import type { TeamRole } from '../../../preload/contract/team-roles.ts';
import type { KeptTeam } from '../records/journal/team-marks.ts';
import type { TeamMember } from '../records/journal/team-state.ts';
import type { Around } from './around.ts';
import { isWorking, refused, signerOf, signWith, type TeamDeps } from './deps.ts';
import { type EntryContent, entryContent, idOfKey, TeamKey } from './entries.ts';
import { grantKey, invitationLine, invitationMs } from './joining.ts';
import type { Link } from './link.ts';
import type { Log } from './log.ts';
import { signRecovered } from './recovery.ts';
import { newRecovery, type RecoveryEntry } from './recovery-file.ts';
import { present, sealedFor } from './replay.ts';

type OneAtATime = <T>(act: () => Promise<T>) => Promise<T>;

/** The acts of an admin with members. */
export class Members {
  readonly #deps: TeamDeps;
  readonly #link: Link;
  readonly #log: Log;
  readonly #around: Around;
  readonly #oneAtATime: OneAtATime;

  constructor(deps: TeamDeps, link: Link, log: Log, around: Around, oneAtATime: OneAtATime) {
    this.#deps = deps;
    this.#link = link;
    this.#log = log;
    this.#around = around;
    this.#oneAtATime = oneAtATime;
  }

  /** Returns an invitation as one line. */
  invite(): Promise<{ invitation: string; line: string; until: number }> {
    return this.#oneAtATime(async () => {
      const kept = await this.#asAdmin();
      const until = this.#deps.now() + invitationMs;
      const [id, secret] = [randomUUID(), randomBytes(32).toString('base64')];
      const { host, port, database, authority } = kept.address;
      const { team, first, founder, members } = kept.log;
      const admin = members[kept.me]?.publicKey ?? '';
      const invited = [...kept.invited.filter((one) => one.until > this.#deps.now()), { id, secret, until }];
      await this.#deps.store.save({ ...kept, invited });
      this.#log.snapshots.writeSoon({ ...kept, invited });
      const address = { host, port, database, ...(authority === undefined ? {} : { authority }) };
      this.#deps.changed();
      const line = invitationLine({ ...address, team, first, founder, admin, id, secret, until });
      return { invitation: id, line, until };
    });
  }

  /** Admits who asked with an invitation, by the code that was compared: an entry, and every key of the team sealed for them. */
  admit(invitation: string, code: string, role: TeamRole): Promise<void> {
    return this.#oneAtATime(async () => {
      let kept = await this.#asAdmin();
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
      const isNameTaken = present(kept.log).some(
        ([other, { name }]) => other !== id && name === request.member.name,
      );
      if (isNameTaken) {
        throw refused(
          'Somebody in the team has this name already. Nobody was admitted: ask them to join with another name.',
        );
      }
      // The keys come first, so that an admission whose entry could not be written can be made again.
      await this.#grant(kept, [{ id, recipient: request.member.recipient }], kept.keys);
      kept = await this.#log.append(kept, [{ kind: 'admitted', member: request.member, role, invitation }]);
      if (kept.log.members[id]?.recipient !== request.member.recipient) {
        throw refused('This key is in the team already, or the invitation was used. Nobody was admitted.');
      }
      await this.#answer(kept, invitation);
    });
  }

  refuse(invitation: string): Promise<void> {
    return this.#oneAtATime(async () => this.#answer(await this.#asAdmin(), invitation));
  }

  setRole(member: string, role: TeamRole): Promise<void> {
    return this.#oneAtATime(async () => {
      const kept = await this.#log.append(await this.#asAdmin(), [{ kind: 'role-set', member, role }]);
      if (kept.log.members[member]?.role !== role) {
        throw refused('The role was not changed: a team has at least one admin.');
      }
    });
  }

  /** Grants an auditor access to personal data, or ends it. @param hours 0 ends it */
  grantAccess(member: string, hours: number, reason: string): Promise<void> {
    return this.#oneAtATime(async () => {
      const until = this.#deps.now() + hours * 3_600_000;
      const entry: EntryContent = { kind: 'access-granted', member, until, reason };
      const kept = await this.#log.append(await this.#asAdmin(), [entry]);
      if (kept.log.members[member]?.access?.until !== until) {
        throw refused('No access was granted: this member is no auditor any more.');
      }
    });
  }

  /** Removes a member: a new key is sealed for those who stay, and counts from the entry on. */
  remove(member: string): Promise<void> {
    return this.#oneAtATime(async () => {
      const after = await this.#remove(await this.#asAdmin(), member);
      if (after.log.members[member]?.removed === undefined) {
        throw refused('Nobody was removed: the team changed meanwhile, or this is its last admin.');
      }
    });
  }

  /** Sets whether a console that leaves or is removed forgets the cases of the team. */
  setCopies(forget: boolean): Promise<void> {
    return this.#oneAtATime(async () => {
      await this.#log.append(await this.#asAdmin(), [{ kind: 'copies-set', forget }]);
    });
  }

  /** Signs the policy of the company, which counts on all consoles from then on; without a text there is none any more. */
  setPolicy(text: string | undefined): Promise<void> {
    return this.#oneAtATime(async () => {
      const kept = await this.#log.append(await this.#asAdmin(), [
        { kind: 'policy-set', ...omitUndefined({ text }) },
      ]);
      if (kept.log.policy?.text !== text) {
        throw refused('Another admin signed a policy at the same time, after this one. That one counts.');
      }
    });
  }

  /** Makes a recovery file, which counts once its entry is in the log. */
  newRecovery(passphrase: string) {
    return this.#oneAtATime(async () =>
      newRecovery(await this.#asAdmin(), passphrase, this.#deps.recoveryCost),
    );
  }

  /** Enters a recovery file that was saved; the one before it counts no more. */
  setRecovery(entry: RecoveryEntry): Promise<void> {
    return this.#oneAtATime(async () => {
      const kept = await this.#log.append(await this.#asAdmin(), [entry]);
      if (kept.log.recovery?.publicKey !== entry.recovery.publicKey) {
        throw refused('This recovery file is of no use: the team changed meanwhile. Make another one.');
      }
    });
  }

  /** Makes this console's member an admin with a recovery file. */
  recover(file: Uint8Array, passphrase: string): Promise<void> {
    return this.#oneAtATime(async () => {
      const kept = await this.#log.readAll();
      if (kept === undefined || !isWorking(kept)) {
        throw refused('This console is no member of a team. Nothing was changed.');
      }
      const recovery = await this.#link.send('openRecovery', { file, passphrase });
      const { name, publicKey, recipient } = kept.log.members[kept.me] as TeamMember;
      const recovered = signRecovered(recovery, kept, { name, publicKey, recipient }, this.#deps.now());
      if (recovered !== undefined) {
        await this.#deps.store.save({ ...kept, recovered });
        await this.#log.sendRecovered({ ...kept, recovered });
      }
      await this.#asAdmin();
    });
  }

  /** Writes again what this console did with members and the database lost. Waits while this console is no admin. */
  async enterAgain(before: KeptTeam): Promise<KeptTeam> {
    let kept = before;
    for (const act of (before.acts ?? []).filter(({ authorSeq }) => authorSeq === 0)) {
      if (kept.log.members[kept.me]?.role !== 'admin') {
        return kept;
      }
      const content = entryContent.parse(act.content);
      const { members } = kept.log;
      if (content.kind === 'admitted') {
        const id = idOfKey(content.member.publicKey);
        if (members[id] === undefined) {
          await this.#grant(kept, [{ id, recipient: content.member.recipient }], kept.keys);
          kept = await this.#log.append(kept, [content]);
        }
      } else if (content.kind === 'role-set' && members[content.member]?.role !== content.role) {
        kept = await this.#log.append(kept, [content]);
      } else if (content.kind === 'access-granted' && members[content.member]?.role === 'auditor') {
        kept = await this.#log.append(kept, [content]);
      } else if (content.kind === 'recovery-set' || content.kind === 'copies-set') {
        kept = await this.#log.append(kept, [content]);
      } else if (content.kind === 'policy-set' && (kept.log.policy?.at ?? 0) <= (content.at ?? 0)) {
        // One that was signed later counts.
        kept = await this.#log.append(kept, [content]);
      } else if (content.kind === 'removed' && members[content.member]?.removed === undefined) {
        kept = await this.#remove(kept, content.member);
      }
      const acts = (kept.acts ?? []).filter((one) => JSON.stringify(one) !== JSON.stringify(act));
      kept = { ...kept, acts };
      await this.#deps.store.save(kept);
    }
    return kept;
  }

  async #remove(kept: KeptTeam, member: string): Promise<KeptTeam> {
    const stay = sealedFor(kept.log, member);
    const [key, secret] = [kept.log.key + 1, randomBytes(32)];
    const keyDigest = new TeamKey(key, secret).digest;
    // The key comes first, so that nobody is without it once it counts.
    await this.#grant(kept, stay, { [key]: secret.toString('base64') });
    const removed = { kind: 'removed' as const, member, key, keyDigest, sealedFor: stay.map(({ id }) => id) };
    return this.#log.append(kept, [removed]);
  }

  async #answer(kept: KeptTeam, invitation: string): Promise<void> {
    await this.#link.send('call', { name: 'answer_request', values: [kept.log.team, invitation] });
    await this.#deps.store.save({ ...kept, invited: kept.invited.filter(({ id }) => id !== invitation) });
    this.#around.requests = this.#around.requests.filter((one) => one.invitation !== invitation);
    this.#deps.changed();
  }

  async #grant(
    kept: KeptTeam,
    members: readonly { id: string; recipient: string }[],
    keys: Record<number, string>,
  ): Promise<void> {
    const { team } = kept.log;
    const sign = signWith(await signerOf(this.#deps, kept));
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
    await this.#link.send('call', { name: 'grant_keys', values: [team, JSON.stringify(grants)] });
  }

  /** Returns the team, of which this console must be an admin, after all that is new was read. */
  async #asAdmin(): Promise<KeptTeam> {
    const kept = await this.#log.readAll();
    const member = kept?.log.members[kept.me];
    if (kept === undefined || member?.role !== 'admin' || member.removed !== undefined) {
      throw refused('Only an admin of the team may do that. Nothing was changed.');
    }
    return kept;
  }
}
