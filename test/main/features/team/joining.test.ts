import { generateKeyPairSync, randomBytes, randomUUID, sign } from 'node:crypto';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { expect, test } from 'vitest';
import { idOfKey } from '../../../../main/features/team/entries.ts';
import {
  grantKey,
  type Invitation,
  invitationLine,
  invitationMs,
  joinCode,
  openGrant,
  readInvitation,
} from '../../../../main/features/team/joining.ts';
import { caseContents } from '../../../../main/features/team/outgoing.ts';
import { emptyTeam } from '../../../../main/features/team/replay.ts';

function newKey() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const spki = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  return { spki, sign: (bytes: Uint8Array) => sign(null, bytes, privateKey) };
}

const admin = newKey();
const now = Date.UTC(2026, 0, 1);
const invitation: Invitation = {
  host: 'db.example',
  port: 5432,
  database: 'team',
  team: randomUUID(),
  first: 'a'.repeat(64),
  founder: admin.spki,
  admin: admin.spki,
  id: randomUUID(),
  secret: randomBytes(32).toString('base64'),
  until: now + invitationMs,
};

test('an invitation is one line, which ends after a day', () => {
  const line = invitationLine(invitation);
  expect(line).not.toMatch(/\s/);
  expect(readInvitation(` ${line}\n`, now)).toEqual(invitation);
  expect(() => readInvitation(line, now + invitationMs + 1)).toThrow('This invitation has ended');
  for (const other of [line.slice(0, -8), line.replace('assay-team:', ''), '', 'assay-team:e30']) {
    expect(() => readInvitation(other, now)).toThrow('This is not an invitation, or not all of it.');
  }
});

test('the code differs for other keys, and for another secret', () => {
  const member = { name: 'Ben', publicKey: newKey().spki, recipient: `age1${'q'.repeat(58)}` };
  const code = joinCode(invitation, member);
  expect(code).toBe(joinCode(invitation, { ...member }));
  const others = [
    joinCode(invitation, { ...member, publicKey: newKey().spki }),
    joinCode(invitation, { ...member, recipient: `age1${'p'.repeat(58)}` }),
    joinCode({ ...invitation, admin: newKey().spki }, member),
    joinCode({ ...invitation, secret: randomBytes(32).toString('base64') }, member),
  ];
  expect(new Set([code, ...others]).size).toBe(5);
});

test('a key is opened by the member it was sealed for, and only where an admin signed that', async () => {
  const identity = await generateX25519Identity();
  const member = { id: idOfKey(newKey().spki), recipient: await identityToRecipient(identity) };
  const secret = randomBytes(32);
  const grant = await grantKey(invitation.team, member, { number: 2, secret }, admin.sign);
  expect(await openGrant(invitation.team, grant, identity, [newKey().spki, admin.spki])).toEqual(secret);
  expect(await openGrant(invitation.team, grant, identity, [newKey().spki])).toBeUndefined();
  expect(await openGrant(randomUUID(), grant, identity, [admin.spki])).toBeUndefined();
  expect(await openGrant(invitation.team, { ...grant, key: 3 }, identity, [admin.spki])).toBeUndefined();
  expect(
    await openGrant(invitation.team, grant, await generateX25519Identity(), [admin.spki]),
  ).toBeUndefined();
});

test('a note that is withdrawn is named by its author and number, also within one batch; what belongs to this computer is left out', () => {
  const me = idOfKey(admin.spki);
  const log = {
    ...emptyTeam(invitation.team, 'a'.repeat(64), admin.spki),
    authors: { [me]: { seq: 7, digest: '' } },
  };
  const target = { at: 1, environmentId: 'here', conversationId: 'a' };
  const file = { name: 'passport.pdf', bytes: 3, sha256: 'b'.repeat(64) };
  const contents = caseContents(
    { me, log },
    [
      { seq: 20, kind: 'noted', ...target, details: { text: 'one', ...file } },
      { seq: 21, kind: 'note-withdrawn', ...target, details: { note: 20 }, note: { local: 20 } },
      {
        seq: 22,
        kind: 'note-withdrawn',
        ...target,
        details: { note: 3 },
        note: { author: 'c', authorSeq: 2 },
      },
      { seq: 23, kind: 'labelled', ...target, environmentId: 'deleted', details: { label: 'x' } },
    ],
    (id) => (id === 'here' ? 'https://service.example' : undefined),
  );
  expect(contents).toMatchObject([
    {
      entry: 'noted',
      environment: 'https://service.example',
      local: 20,
      details: { text: expect.stringContaining('one\nFile: passport.pdf') },
    },
    { entry: 'note-withdrawn', details: {}, note: { author: me, authorSeq: 8 } },
    { entry: 'note-withdrawn', details: {}, note: { author: 'c', authorSeq: 2 } },
  ]);
  expect(Object.keys((contents[0] as { details: object }).details)).toEqual(['text']);
});
