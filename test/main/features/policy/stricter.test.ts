import { expect, test } from 'vitest';
import { readPolicy, unusablePolicy } from '../../../../main/features/policy/read-policy.ts';
import { stricter } from '../../../../main/features/policy/stricter.ts';
import { changedPolicyLines, linesByOrigin } from '../../../../preload/wording/policy.ts';

const read = (policy: object, file: string) =>
  readPolicy(JSON.stringify({ version: 1, company: 'Acme', ...policy }), file);
const environment = (id: string, kind = 'production') => ({
  id,
  settings: { name: id, kind, baseUrl: `https://${id}.example` },
});
const inConsole = (id: string) => expect.objectContaining({ id: `policy-${id}` });
const kinds = (...ownEnvironments: string[]) => ({ ownEnvironments });
const kept = (retentionDays: number | null, decisionDays: number | null) => ({
  retention: { retentionDays, decisionDays },
});

const due = (count: number) => ({
  due: { basis: 'own', count, unit: 'days', startsAt: 'status', statuses: ['FINISHED'] },
});

test.each<[key: string, file: object, team: object, both: object]>([
  ['readOnly', { readOnly: true }, {}, { readOnly: true }],
  ['showPersonalData', { showPersonalData: false }, {}, { showPersonalData: false }],
  ['export', { export: true }, { export: false }, { export: false }],
  ['delete', { delete: false }, {}, { delete: false }],
  ['integration', { integration: false }, {}, { integration: false }],
  ['updates', {}, { updates: false }, { updates: false }],
  ['figuresAboutPeople', { figuresAboutPeople: true }, {}, { figuresAboutPeople: false }],
  ['maskAfterMinutes', { maskAfterMinutes: 5 }, { maskAfterMinutes: 2 }, { maskAfterMinutes: 2 }],
  ['ownEnvironments', kinds('test', 'sandbox'), kinds('production', 'test'), kinds('test')],
  ['retention', kept(30, null), kept(60, 90), kept(30, 90)],
  ['retention of one', {}, kept(60, 90), kept(60, 90)],
  ['retention without an end', kept(null, null), kept(null, null), kept(null, null)],
  ['what is due of both', due(90), due(30), due(90)],
  ['what is due of the team', {}, due(30), due(30)],
  ['a wrong retention', kept(60, 30), kept(10, 90), { retention: 'unchanged' }],
  [
    'secondReview',
    { secondReview: [{ percent: 10 }] },
    { secondReview: [{ percent: 5 }] },
    { secondReview: [{ percent: 10 }, { percent: 5 }] },
  ],
  ['testCases', {}, { testCases: [{ percent: 5 }] }, { testCases: [{ percent: 5 }] }],
  [
    'approval',
    { approval: [{ moreThan: 5 }] },
    { approval: [{ actions: ['delete'] }] },
    { approval: [{ moreThan: 5 }, { actions: ['delete'] }] },
  ],
  [
    'the proxy of both',
    { proxy: { mode: 'none' } },
    { proxy: { mode: 'system' } },
    { proxy: { mode: 'none' } },
  ],
  ['the proxy of the team', {}, { proxy: { mode: 'none' } }, { proxy: { mode: 'none' } }],
  ['certificateAuthorities', {}, { certificateAuthorities: '/a' }, { certificateAuthorities: '/a' }],
  ['a wrong proxy', {}, { proxy: 'none' }, { isBlocked: true }],
  [
    'the environments of both',
    { environments: [environment('live')] },
    { environments: [environment('other')] },
    { environments: [inConsole('live')] },
  ],
  [
    'environments of the team of a kind that nobody may add',
    kinds('test'),
    { environments: [environment('live'), environment('trial', 'test')] },
    { environments: [inConsole('trial')] },
  ],
  ['a wrong key', {}, { export: 'no' }, { export: false, problems: [{ line: 1, key: 'export' }] }],
])('the stricter of file and team counts: %s', (_key, file, team, both) => {
  expect(stricter(read(file, 'file'), read(team, 'team'))).toMatchObject(both);
});

test('nothing but the sandbox is there if one of the two cannot be used', () => {
  const other = read({ environments: [environment('live')] }, 'file');
  for (const both of [
    stricter(other, unusablePolicy('team', 'not JSON')),
    stricter(unusablePolicy('file', 'not JSON'), other),
  ]) {
    expect(both).toMatchObject({ isBlocked: true, export: false, delete: false, ownEnvironments: [] });
  }
});

test('each setting is said with its source', () => {
  const file = read({ export: false, maskAfterMinutes: 5, approval: [{ moreThan: 5 }] }, 'file');
  const team = read({ export: false, delete: false, approval: [{ actions: ['delete'] }] }, 'team');
  const signed = { by: 'Anna', at: 1 };
  const lines = linesByOrigin(stricter(file, team), [{ policy: file }, { policy: team, signed }]);
  expect(lines.map(({ name, by }) => [name, by])).toEqual([
    ['Personal data is masked', 'set by the file'],
    ['Saving data of cases', 'set by the file and team'],
    ['Expiring and deleting', 'set by the team'],
    ['Approved by a second person', 'set by the file and team'],
    ['Figures about single people', 'set by the file and team'],
  ]);
  expect(linesByOrigin(file, [{ policy: file }])[0]).not.toHaveProperty('by');
  expect(changedPolicyLines(file, stricter(file, team)).map(({ name }) => name)).toEqual([
    'Approved by a second person',
    'Expiring and deleting',
  ]);
});
