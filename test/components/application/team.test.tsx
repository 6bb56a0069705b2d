import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { TeamView } from '../../../preload/contract/team.ts';
import { visibleInDatabase } from '../../../preload/wording/team.ts';
import { bothSchemes, expectAccessible } from '../access.ts';
import { part } from '../environments/fake-environments.ts';
import type { Replies } from '../fake-bridge.ts';
import { expectMissing } from '../forms.ts';
import { openWindow } from '../window.tsx';

const [anna, ben] = ['a'.repeat(64), 'b'.repeat(64)];

const member: TeamView = {
  stage: 'member',
  isRecoverable: false,
  forgetsCopies: false,
  me: anna,
  first: 'c'.repeat(64),
  entries: 12,
  unsent: 0,
  waiting: 0,
  notices: [],
  requests: [],
  invitations: ['i', 'j'],
  address: { host: 'db.example', port: 5432, database: 'team', user: 'anna' },
  connection: { state: 'connected' },
  members: [
    { id: anna, name: 'Anna', role: 'admin', isRemoved: false, read: 12, readAt: Date.UTC(2026, 0, 1) },
    { id: ben, name: 'Ben', role: 'reviewer', isRemoved: false, read: 9, readAt: Date.UTC(2026, 0, 1) },
  ],
};

type Member = TeamView['members'][number];

async function open(
  first: TeamView | undefined,
  replies: (set: (view?: TeamView) => void) => Replies = () => ({}),
) {
  let team = first;
  const opened = await openWindow(
    {
      'team.view': () => (team === undefined ? {} : { team }),
      ...replies((view) => {
        team = view;
      }),
    },
    { hash: '#/settings' },
  );
  return { ...opened, section: part('Team') };
}

test('members are connected, or were last seen at a time, by the clock of the database', async () => {
  const [first, second] = member.members as [Member, Member];
  const now = first.readAt ?? 0;
  const { section } = await open({
    ...member,
    members: [
      first,
      { ...second, readAt: now - 60_000 },
      { ...second, id: 'c'.repeat(64), name: 'Carla', readAt: now - 3_600_000 },
    ],
  });
  const of = (at: number) => section.getByRole('list', { name: 'Members' }).getByRole('listitem').nth(at);
  await expect.element(of(0).getByText('Admin, up to date, connected')).toBeVisible();
  await expect.element(of(1).getByText('Reviewer, 3 entries behind, connected')).toBeVisible();
  await expect.element(of(2).getByText('Reviewer, 3 entries behind, last seen')).toBeVisible();
});

test('a team is created with the database and a login, which are asked for where they are missing', async () => {
  const { bridge, section } = await open(undefined, (set) => ({
    'team.create': () => {
      set(member);
      return {};
    },
  }));
  await section.getByRole('button', { name: 'Create a team…' }).click();
  const create = section.getByRole('button', { name: 'Create team' });
  await expectMissing(create, 'Enter your name.');
  await expectAccessible(bothSchemes);
  await section.getByLabelText('Your name in the team').fill('Anna');
  await section.getByLabelText('Computer of the database').fill('db.example');
  await section.getByLabelText('Database', { exact: true }).fill('team');
  await section.getByLabelText('Your user at the database').fill('anna');
  await section.getByLabelText('Password', { exact: true }).fill('a password');
  await create.click();
  await expect.element(section.getByText('Anna (this console)')).toBeVisible();
  const given = {
    host: 'db.example',
    port: 5432,
    database: 'team',
    user: 'anna',
    password: 'a password',
    name: 'Anna',
  };
  expect(bridge.inputs('team.create')).toEqual([given]);
});

test('who joins reads a code to the admin, and sees why nothing happens while the database cannot be reached', async () => {
  const { bridge, section } = await open(undefined, (set) => ({
    'team.join': () => {
      const connection = {
        state: 'interrupted' as const,
        message: 'The team’s database cannot be used: timeout.',
      };
      set({ ...member, stage: 'waiting', code: 'lusab-babad-gutih-tugad', members: [], connection });
      return {};
    },
  }));
  await section.getByRole('button', { name: 'Join a team…' }).click();
  await section.getByLabelText('Invitation').fill('assay-team:abc');
  await section.getByLabelText('Your name in the team').fill('Ben');
  await section.getByLabelText('Your user at the database').fill('ben');
  await section.getByRole('button', { name: 'Ask to join' }).click();
  await expect.element(section.getByText('lusab-babad-gutih-tugad')).toBeVisible();
  await expect.element(section.getByText('The team’s database cannot be used: timeout.')).toBeVisible();
  await expect.element(section.getByText('Interrupted')).toBeVisible();
  expect(bridge.inputs('team.join')).toEqual([
    { line: 'assay-team:abc', name: 'Ben', user: 'ben', password: '' },
  ]);
});

test('an admin invites, admits by the code, changes a role and removes after a question', async () => {
  const requests = [{ invitation: 'i', name: 'Carla', code: 'bigob-mudab-dazat-hukib' }];
  const { bridge, section } = await open({ ...member, requests }, (set) => ({
    'team.invite': () => ({ invitation: 'j', line: 'assay-team:the-line', until: Date.UTC(2026, 0, 2) }),
    'team.admit': () => {
      set(member);
      return {};
    },
    'team.setRole': () => ({}),
    'team.remove': () => {
      set({ ...member, members: member.members.map((one) => ({ ...one, isRemoved: one.id === ben })) });
      return {};
    },
  }));
  await expect.element(section.getByText('bigob-mudab-dazat-hukib')).toBeVisible();
  await expect.element(section.getByText('Reviewer, 3 entries behind')).toBeVisible();
  await expect.element(section.getByText(visibleInDatabase)).toBeVisible();
  await expectAccessible(bothSchemes);
  await section.getByRole('combobox', { name: 'Role for Carla' }).selectOptions('auditor');
  await section.getByRole('button', { name: 'The code is the same: admit Carla' }).click();
  await expect.element(section.getByText('bigob-mudab-dazat-hukib')).not.toBeInTheDocument();
  await section.getByRole('button', { name: 'Invite somebody' }).click();
  await expect
    .element(section.getByRole('textbox', { name: 'Invitation' }))
    .toHaveValue('assay-team:the-line');
  await section.getByRole('combobox', { name: 'Role of Ben' }).selectOptions('support');
  await section.getByRole('button', { name: 'Remove Ben…' }).click();
  await expect.element(section.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await section.getByRole('button', { name: 'Remove Ben', exact: true }).click();
  await expect.element(section.getByText('removed', { exact: true })).toBeVisible();
  expect(bridge.inputs('team.admit')).toEqual([
    { invitation: 'i', code: 'bigob-mudab-dazat-hukib', role: 'auditor' },
  ]);
  expect(bridge.inputs('team.setRole')).toEqual([{ member: ben, role: 'support' }]);
  expect(bridge.inputs('team.remove')).toEqual([{ member: ben }]);
});

test('faults of the team are named, and only an admin is offered the acts of admins', async () => {
  const notices = [
    { seq: 7, kind: 'content-changed' as const, author: anna },
    { seq: 8, kind: 'missing' as const },
  ];
  const { section } = await open({ ...member, me: ben, notices, waiting: 2, unsent: 3 });
  const alert = section.getByRole('alert');
  await expect
    .element(alert.getByText('Entry 7: The content of this entry of Anna was changed'))
    .toBeVisible();
  await expect.element(alert.getByText('Entry 8: The database has no entry here.')).toBeVisible();
  await expect.element(section.getByText('Not sent yet: 3 of what was done here.')).toBeVisible();
  await expect.element(section.getByRole('button', { name: 'Invite somebody' })).not.toBeInTheDocument();
  await expect.element(section.getByRole('combobox')).not.toBeInTheDocument();
  await expectAccessible(bothSchemes);
});

test('an admin grants an auditor access to personal data for a time, with the reason, and ends it', async () => {
  const auditor = { ...member.members[1], id: ben, name: 'Ben', role: 'auditor', isRemoved: false } as const;
  const withBen = (access?: { until: number; reason: string }) => ({
    ...member,
    members: [...member.members.slice(0, 1), { ...auditor, access }],
  });
  const { bridge, section } = await open(withBen(), (set) => ({
    'team.grantAccess': ({ hours, reason }) => {
      set(withBen({ until: Date.now() + hours * 3_600_000, reason }));
      return {};
    },
  }));
  await section.getByRole('button', { name: 'Grant Ben access…' }).click();
  await expectMissing(
    section.getByRole('button', { name: 'Grant Ben access', exact: true }),
    'Enter a reason.',
  );
  await section.getByRole('textbox', { name: 'Reason' }).fill('Audit of the quarter');
  await section.getByRole('combobox', { name: 'For' }).selectOptions('24 hours');
  await expectAccessible(bothSchemes);
  await section.getByRole('button', { name: 'Grant Ben access', exact: true }).click();
  await expect.element(section.getByText(/Personal data until .*: Audit of the quarter/)).toBeVisible();
  await expectAccessible(bothSchemes);
  await section.getByRole('button', { name: 'End the access of Ben' }).click();
  await expect.element(section.getByRole('button', { name: 'Grant Ben access…' })).toBeVisible();
  expect(bridge.inputs('team.grantAccess')).toEqual([
    { member: ben, hours: 24, reason: 'Audit of the quarter' },
    { member: ben, hours: 0, reason: 'Audit of the quarter' },
  ]);
});

test('an auditor without access cannot show personal data, and learns who grants it', async () => {
  const asAuditor = member.members.map((one) => ({ ...one, role: 'auditor' as const }));
  await open({ ...member, members: asAuditor });
  const button = page.getByRole('button', { name: 'Show personal data' });
  await expect.element(button).toBeDisabled();
  await expect
    .element(button)
    .toHaveAttribute(
      'title',
      'An auditor needs access to personal data. An admin of the team grants access in Settings, Team.',
    );
});

test('data that an auditor may see is masked again when the access ends', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const access = { until: Date.now() + 5 * 60_000, reason: 'Audit of the quarter' };
  const asAuditor = member.members.map((one) => ({ ...one, role: 'auditor' as const, access }));
  await open({ ...member, members: asAuditor });
  await page.getByRole('button', { name: 'Show personal data' }).click();
  const shown = page.getByRole('button', { name: 'Data shown. Mask personal data' });
  await expect.element(shown).toBeVisible();
  await vi.advanceTimersByTimeAsync(3 * 60_000);
  await expect.element(shown).toBeVisible();
  await vi.advanceTimersByTimeAsync(2 * 60_000);
  await expect.element(page.getByRole('button', { name: 'Show personal data' })).toBeDisabled();
});

test('the connection is changed, such as after the password was', async () => {
  const { bridge, section } = await open(member, () => ({ 'team.reconnect': () => ({}) }));
  await section.getByRole('button', { name: 'Change the connection…' }).click();
  await expect.element(section.getByLabelText('Computer of the database')).toHaveValue('db.example');
  await section.getByLabelText('Password', { exact: true }).fill('a new password');
  await expectAccessible(bothSchemes);
  await section.getByRole('button', { name: 'Save connection' }).click();
  await expect.element(section.getByRole('button', { name: 'Change the connection…' })).toBeVisible();
  expect(bridge.inputs('team.reconnect')).toEqual([{ ...member.address, password: 'a new password' }]);
});

test('the console leaves the team after a question', async () => {
  const { bridge, section } = await open(member, (set) => ({
    'team.leave': () => {
      set(undefined);
      return {};
    },
  }));
  await section.getByRole('button', { name: 'Leave the team…' }).click();
  await section.getByRole('button', { name: 'Leave the team', exact: true }).click();
  await expect.element(section.getByRole('button', { name: 'Create a team…' })).toBeVisible();
  expect(bridge.inputs('team.leave')).toHaveLength(1);
  expect(page.getByText('Members').elements()).toHaveLength(0);
});

test('an admin sets that consoles which leave forget the cases, and each says so before it leaves', async () => {
  const { bridge, section } = await open(member, (set) => ({
    'team.setCopies': ({ forget }) => {
      set({ ...member, forgetsCopies: forget });
      return {};
    },
  }));
  const leave = section.getByRole('button', { name: 'Leave the team…' });
  await leave.click();
  await expect.element(section.getByText('This console keeps its cases')).toBeVisible();
  await section.getByRole('switch', { name: 'Consoles that leave forget the cases of the team' }).click();
  await expect
    .element(section.getByText('this console forgets every case that the team has entries about'))
    .toBeVisible();
  expect(bridge.inputs('team.setCopies')).toEqual([{ forget: true }]);
  await section.getByRole('button', { name: 'Remove Ben…' }).click();
  await expect
    .element(section.getByText('The console of Ben forgets the cases of the team when it connects next.'))
    .toBeVisible();
});

test('earlier entries of a console that joined are brought in by choice, after seeing how many there are', async () => {
  const acme = { environmentId: 'acme', name: 'Acme live' };
  let earlier = [
    { ...acme, cases: 120, decisions: 80, notes: 1, labels: 0, others: 3 },
    { environmentId: 'sandbox', name: 'Sandbox', cases: 1, decisions: 0, notes: 0, labels: 2, others: 0 },
  ];
  const { bridge, section } = await open(member, () => ({
    'team.earlier': () => ({ earlier }),
    'team.bring': () => {
      earlier = earlier.slice(1);
      return { entries: 84 };
    },
  }));
  const bring = section.getByRole('button', { name: 'Bring into the team…' });
  await expectMissing(bring, 'Choose an environment.');
  await section
    .getByRole('checkbox', { name: 'Acme live: 120 cases with 80 decisions, 1 note and 3 other entries' })
    .click();
  await bring.click();
  await expect.element(section.getByText(/^Everybody in the team gets .* in Acme live before/)).toBeVisible();
  await expect.element(section.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await expectAccessible(bothSchemes);
  await section.getByRole('button', { name: 'Bring in', exact: true }).click();
  await expect.element(section.getByRole('checkbox', { name: /^Acme live/ })).not.toBeInTheDocument();
  await expect
    .element(section.getByRole('checkbox', { name: 'Sandbox: 1 case with 2 labels' }))
    .not.toBeChecked();
  expect(bridge.inputs('team.bring')).toEqual([{ environmentIds: ['acme'] }]);
});

test('the log is saved with the digest that checks it beside the button, and a database that went back is named', async () => {
  const { bridge, section } = await open({ ...member, notices: [{ seq: 9, kind: 'went-back' }] }, () => ({
    'team.saveLog': () => ({ kind: 'saved', path: '/tmp/assay-team-log.jsonl', bytes: 4200 }),
    'team.earlier': () => ({ earlier: [] }),
  }));
  const lost =
    'Entry 9: The database lost what came after this entry. Each console sends again what its user did.';
  await expect.element(section.getByText(lost)).toBeVisible();
  await expect.element(section.getByText(`assay team verify FILE --first ${member.first}`)).toBeVisible();
  await section.getByRole('button', { name: 'Save the log' }).click();
  await expect.poll(() => bridge.inputs('team.saveLog')).toEqual([{}]);
  await expectAccessible(bothSchemes);
});

test('a sample for an auditor names the entry that was fixed and the entries to open', async () => {
  const { bridge, section } = await open(member, () => ({
    'team.saveSample': () => ({ kind: 'saved', path: '/tmp/assay-team-sample.jsonl', bytes: 4200 }),
    'team.earlier': () => ({ earlier: [] }),
  }));
  await section.getByRole('button', { name: 'Sample for an auditor…' }).click();
  const save = section.getByRole('button', { name: 'Save the sample' });
  await expectMissing(save, 'Enter a number, a colon and 64 digits, as “Last entry” has them.');
  const digest = 'ab'.repeat(32);
  await section.getByRole('textbox', { name: 'Last entry that was fixed' }).fill(` 40:${digest} `);
  const numbers = section.getByRole('textbox', { name: 'Numbers of entries' });
  await numbers.fill('twelve');
  await expectMissing(save, 'Enter numbers of entries, such as 12, 40.');
  await numbers.fill('12, 40 12');
  await expectAccessible(bothSchemes);
  await save.click();
  await expect
    .poll(() => bridge.inputs('team.saveSample'))
    .toEqual([{ head: { seq: 40, digest }, numbers: [12, 40] }]);
});

test('a console that began with a snapshot says how far what comes before it was read, and whose snapshot was wrong', async () => {
  const { bridge, section } = await open({
    ...member,
    entries: 1_000_000,
    earlier: { read: 12_500, of: 990_000 },
    notices: [{ seq: 77, kind: 'snapshot', author: ben }],
  });
  await expect.element(section.getByText(/checked against it: 12,500 of 990,000/)).toBeVisible();
  const wrong = 'Entry 77: A snapshot by Ben is not what the log has here, or was changed. The log counts.';
  await expect.element(section.getByText(wrong)).toBeVisible();
  bridge.answer({ 'team.view': () => ({ team: member }) });
  bridge.send('team.changed', {});
  await expect.element(section.getByText(/began with a snapshot/)).not.toBeInTheDocument();
});

const passphrase = 'a long passphrase';

test('an admin makes a recovery file with a passphrase that is entered twice', async () => {
  const { bridge, section } = await open(member, (set) => ({
    'team.earlier': () => ({ earlier: [] }),
    'team.saveRecovery': () => {
      set({ ...member, isRecoverable: true });
      return { kind: 'saved', path: '/tmp/assay-team-recovery.age', bytes: 900 };
    },
  }));
  await section.getByRole('button', { name: 'Make a recovery file…' }).click();
  const save = section.getByRole('button', { name: 'Save the recovery file' });
  await section.getByLabelText('Passphrase', { exact: true }).fill('short');
  await expectMissing(save, 'Enter at least 8 characters.');
  await section.getByLabelText('Passphrase', { exact: true }).fill(passphrase);
  await section.getByLabelText('Passphrase again').fill('another passphrase');
  await expectMissing(save, 'Enter the same passphrase.');
  await expectAccessible(bothSchemes);
  await section.getByLabelText('Passphrase again').fill(passphrase);
  await save.click();
  await expect.element(section.getByText(/^There is a recovery file/)).toBeVisible();
  await expect.element(save).not.toBeInTheDocument();
  expect(bridge.inputs('team.saveRecovery')).toEqual([{ passphrase }]);
});

test('a recovery file makes a new admin, or one of a member, whom everybody sees', async () => {
  const reviewer = {
    ...member,
    me: ben,
    isRecoverable: true,
    members: member.members.map((one) => (one.id === anna ? { ...one, recovered: 11 } : one)),
  };
  const { bridge, section } = await open(undefined, (set) => ({
    'team.earlier': () => ({ earlier: [] }),
    'team.recover': () => {
      set(reviewer);
      return {};
    },
  }));
  const act = section.getByRole('button', { name: 'Become an admin' });
  const choose = async () => {
    const input = section.element().querySelector<HTMLInputElement>('input[type=file]');
    const files = new DataTransfer();
    files.items.add(new File([new Uint8Array([1, 2, 3])], 'assay-team-recovery.age'));
    await page.elementLocator(input as HTMLInputElement).upload([...files.files]);
    await section.getByLabelText('Passphrase of the file').fill(passphrase);
  };
  await section.getByRole('button', { name: 'Use a recovery file…' }).click();
  await expectMissing(act, 'Choose the file.');
  await expectAccessible(bothSchemes);
  await choose();
  await section.getByLabelText('Your name in the team').fill('Dora');
  await section.getByLabelText('Computer of the database').fill('db.example');
  await section.getByLabelText('Database', { exact: true }).fill('team');
  await section.getByLabelText('Your user at the database').fill('dora');
  await act.click();
  await expect.element(section.getByText(/^Admin with the recovery file, since entry 11/)).toBeVisible();
  await section.getByRole('button', { name: 'Use a recovery file…' }).click();
  await choose();
  await expectAccessible(bothSchemes);
  await act.click();
  const given = { file: new Uint8Array([1, 2, 3]), passphrase };
  const address = { host: 'db.example', port: 5432, database: 'team', user: 'dora', password: '' };
  await expect
    .poll(() => bridge.inputs('team.recover'))
    .toEqual([{ ...given, newMember: { ...address, name: 'Dora' } }, given]);
});
