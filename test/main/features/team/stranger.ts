import { generateKeyPairSync, sign } from 'node:crypto';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { type EntryContent, idOfKey } from '../../../../main/features/team/entries.ts';
import { joinCode, joinRequest, openGrant, readInvitation } from '../../../../main/features/team/joining.ts';
import { linkService } from '../../../../main/features/team/link-service.ts';
import { type SignedEntry, signEntries } from '../../../../main/features/team/outgoing.ts';
import { emptyTeam } from '../../../../main/features/team/replay.ts';
import type { TestPostgres } from '../../../support/postgres.ts';
import type { TeamConsole } from './team-consoles.ts';

/** Asks to join without a console. */
export async function askToJoin(postgres: TestPostgres, line: string, name: string) {
  const invitation = readInvitation(line, 0);
  const { team, id } = invitation;
  const identity = await generateX25519Identity();
  const pair = generateKeyPairSync('ed25519');
  const publicKey = pair.publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  const member = { name, publicKey, recipient: await identityToRecipient(identity) };
  const link = linkService();
  await link.open(await postgres.member());
  const code = joinCode(invitation, member);
  await link.call({ name: 'ask_to_join', values: [team, id, joinRequest(invitation, member)] });
  const close = () => link.close();
  return { invitation, code, identity, pair, publicKey, link, [Symbol.asyncDispose]: close };
}

/** Admits a member without a console, who writes what no console writes. */
export async function admitStranger(postgres: TestPostgres, admin: TeamConsole, name: string) {
  const { line, invitation: id } = await admin.bridge.invoke('team.invite', {});
  const asked = await askToJoin(postgres, line, name);
  const { invitation, code, identity, pair, publicKey, link } = asked;
  const { team, first, founder } = invitation;
  const me = idOfKey(publicKey);
  await admin.until({ requests: [{ code }] });
  await admin.bridge.invoke('team.admit', { invitation: id, code, role: 'reviewer' });
  const [row] = await link.call({ name: 'key_grants', values: [team, me] });
  const grant = {
    member: me,
    key: 1,
    sealed: row?.sealed as Uint8Array,
    signature: row?.signature as Uint8Array,
  };
  const secret = await openGrant(team, grant, identity, [invitation.admin]);
  const keys = { 1: secret?.toString('base64') ?? '' };
  return {
    id: me,
    /** The secrets of this member, and the team's key. */
    secrets: [identity, keys[1], pair.privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64')],
    team,
    /** Returns entries as they are sent. */
    async signed(...contents: EntryContent[]): Promise<SignedEntry[]> {
      let log = emptyTeam(team, first, founder);
      for (let isAll = false; !isAll; ) {
        ({ state: log, isAll } = await link.read({ state: log, keys }));
      }
      return signEntries({ me, keys, log }, contents, (bytes) => sign(null, bytes, pair.privateKey));
    },
    async write(...contents: EntryContent[]): Promise<void> {
      await link.call({ name: 'append', values: [team, JSON.stringify(await this.signed(...contents))] });
    },
    [Symbol.asyncDispose]: () => link.close(),
  };
}
