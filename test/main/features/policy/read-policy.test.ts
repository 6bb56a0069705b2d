import { describe, expect, test } from 'vitest';
import { readPolicy } from '../../../../main/features/policy/read-policy.ts';
import { needsApproval } from '../../../../preload/shared/approval-rules.ts';
import { policyLines } from '../../../../preload/wording/policy.ts';

const file = '/etc/assay/policy.json';
const read = (policy: object) => readPolicy(JSON.stringify(policy, null, 2), file);
const acme = { version: 1, company: 'Acme' } as const;
const live = { name: 'Acme live', kind: 'production', baseUrl: 'https://idv.acme.example' };

const dueRule = { basis: 'own', count: 90, unit: 'days', startsAt: 'status', statuses: ['FINISHED'] };

/** A second person approves all that can be done. */
const everywhere = [{ actions: ['delete', 'expire', 'export', 'approve'] }];

describe('a policy that is right', () => {
  test('forbids nothing that it does not name, but figures about people', () => {
    expect(read(acme)).toEqual({
      company: 'Acme',
      file,
      problems: [],
      isBlocked: false,
      environments: [],
      ownEnvironments: ['sandbox', 'test', 'production'],
      readOnly: false,
      showPersonalData: true,
      export: true,
      delete: true,
      maskAfterMinutes: 10,
      integration: true,
      updates: true,
      figuresAboutPeople: false,
      secondReview: [],
      testCases: [],
      approval: [],
    });
  });

  test('says what it sets', () => {
    const policy = {
      ...acme,
      contact: 'it@acme.example',
      environments: [{ id: 'live', settings: live }],
      ownEnvironments: ['test'],
      readOnly: true,
      certificateAuthorities: '/etc/ssl/acme.pem',
      proxy: { mode: 'none' },
      showPersonalData: false,
      export: false,
      delete: false,
      retention: { retentionDays: 30, decisionDays: null },
      due: dueRule,
      maskAfterMinutes: 2,
      integration: false,
      updates: false,
      figuresAboutPeople: true,
      secondReview: [{ decision: 'approve', environments: ['live'], findingsFrom: 99, percent: 100 }],
    };
    const { version: _version, environments: _environments, secondReview: _secondReview, ...rest } = policy;
    expect(read(policy)).toMatchObject({ ...rest, problems: [], isBlocked: false });
    expect(read(policy).secondReview).toMatchObject([{ environments: ['policy-live'], findingsFrom: 99 }]);
    expect(read(policy).environments).toMatchObject([{ id: 'policy-live', settings: live }]);
    expect(policyLines(read(policy))).toContainEqual({
      name: 'Due for deletion',
      value: '90 days after the day the status was first seen here: Finished · Own rule',
    });
  });
});

test('the need of a second person is said for environments of the policy, for kinds, or for all', () => {
  const rules = [
    { environments: ['live', 'sandbox'], actions: ['delete'] },
    { environments: ['production'], actions: ['expire'] },
    { moreThan: 10 },
  ];
  const policy = read({ ...acme, environments: [{ id: 'live', settings: live }], approval: rules });
  expect(policy).toMatchObject({
    problems: [],
    approval: [
      { environments: ['policy-live', 'sandbox'] },
      { environments: ['production'] },
      { moreThan: 10 },
    ],
  });
  const needs = (environmentId: string, kind: string, plan: string, count = 1) =>
    needsApproval(policy, { environmentId, kind, plans: [plan], count });
  expect(needs('policy-live', 'production', 'DELETE_DATA')).toBe(true);
  expect(needs('policy-live', 'production', 'END_MONITORING,DELETE_DATA')).toBe(true);
  expect(needs('sandbox', 'sandbox', 'EXPIRE,DELETE_DATA')).toBe(true);
  expect(needs('other', 'production', 'EXPIRE')).toBe(true);
  expect(needs('other', 'production', 'EXPIRE,DELETE_DATA')).toBe(true);
  expect(needs('other', 'production', 'DELETE_DATA')).toBe(false);
  expect(needs('sandbox', 'sandbox', 'EXPIRE', 10)).toBe(false);
  expect(needs('sandbox', 'sandbox', 'EXPIRE', 11)).toBe(true);
  expect(
    needsApproval(undefined, { environmentId: 'a', kind: 'production', plans: ['DELETE_DATA'], count: 9 }),
  ).toBe(false);
});

describe('a policy that is wrong', () => {
  test.each([
    ['readOnly', 'yes', { readOnly: true }],
    ['showPersonalData', 0, { showPersonalData: false }],
    ['export', 'false', { export: false }],
    ['delete', null, { delete: false }],
    ['integration', 'off', { integration: false }],
    ['updates', {}, { updates: false }],
    ['figuresAboutPeople', 'true', { figuresAboutPeople: false }],
    ['maskAfterMinutes', 60, { maskAfterMinutes: 1 }],
    ['ownEnvironments', ['live'], { ownEnvironments: [] }],
    ['retention', { retentionDays: 30 }, { retention: 'unchanged' }],
    ['due', { ...dueRule, statuses: ['DONE'] }, { due: 'unchanged' }],
    ['secondReview', [{ decision: 'aprove', percent: 5 }], { secondReview: [{ percent: 100 }] }],
    ['secondReview', [{ environments: ['live'], percent: 5 }], { secondReview: [{ percent: 100 }] }],
    ['testCases', [{ percent: 60 }], { testCases: [] }],
    ['proxy', { mode: 'socks' }, { isBlocked: true }],
    ['certificateAuthorities', 7, { isBlocked: true }],
    ['approval', true, { approval: everywhere }],
    ['approval', [{ environments: ['test'] }], { approval: everywhere }],
    ['approval', [{ actions: ['delete', 'erase'] }], { approval: everywhere }],
    ['approval', [{ environments: ['live'], actions: ['delete'] }], { approval: everywhere }],
    ['approval', [{ moreThan: 0 }], { approval: everywhere }],
  ])('has the strictest value of %s, and says the line', (key, value, strict) => {
    const policy = read({ ...acme, [key]: value });
    expect(policy).toMatchObject(strict);
    expect(policy.problems[0]).toMatchObject({
      line: expect.any(Number),
      key: expect.stringMatching(`^${key}`),
    });
    expect(policy.problems[0]?.line).toBeGreaterThanOrEqual(4);
    // The others are as they were.
    const { problems: _problems, [key as 'readOnly']: _key, isBlocked: _blocked, ...others } = read(acme);
    expect(policy).toMatchObject(others);
  });

  test('may mean any missing key by one that this version does not know', () => {
    const policy = read({ ...acme, export: true, approvals: [] });
    expect(policy.problems).toEqual([
      { line: 5, key: 'approvals', message: 'This version of Assay does not know this key' },
    ]);
    expect(policy).toMatchObject({ export: true, delete: false, readOnly: true, showPersonalData: false });
    expect(policy).toMatchObject({ approval: everywhere });
    expect(read({ ...acme, exprt: false })).toMatchObject({ export: false, ownEnvironments: [] });
  });

  test('counts the strictest value of a key that is given twice', () => {
    const policy = readPolicy('{"version": 1, "company": "Acme",\n"delete": false,\n"delete": true}', file);
    expect(policy).toMatchObject({
      delete: false,
      problems: [{ line: 3, key: 'delete', message: 'It is given twice' }],
    });
  });

  test('keeps the environments that are right, and lets no other be added', () => {
    const wrong = { ...live, kind: 'live' };
    const policy = read({
      ...acme,
      environments: [
        { id: 'live', settings: live },
        { id: 'other', settings: wrong },
        { id: 'live', settings: live },
      ],
    });
    expect(policy.environments.map(({ id }) => id)).toEqual(['policy-live']);
    expect(policy.ownEnvironments).toEqual([]);
    expect(policy.problems).toMatchObject([
      { line: 17, key: 'environments.1.settings.kind' },
      { line: 22, key: 'environments.2.id', message: 'Another environment has this id' },
    ]);
  });

  test.each([
    ['', 'it is empty'],
    ['{\n  "version": 1,\n  oops\n}', 'it is not JSON at line 3, column 3'],
    ['[]', 'it must be a group of keys in braces'],
  ])('is used in no part where it cannot be read: %j', (text, problem) => {
    expect(readPolicy(text, file)).toMatchObject({
      isBlocked: true,
      environments: [],
      ownEnvironments: [],
      export: false,
      delete: false,
      readOnly: true,
      showPersonalData: false,
      integration: false,
      retention: 'unchanged',
      due: 'unchanged',
      problems: [{ message: `It cannot be used: ${problem}.` }],
    });
  });

  test('is used in no part where its version is unknown', () => {
    expect(read({ ...acme, version: 2 })).toMatchObject({
      isBlocked: true,
      problems: [{ line: 2, key: 'version', message: 'Must be 1' }],
    });
  });
});

test('a file made to be slow or deep is read in no time, and leaves nothing but the sandbox or the strictest reading', () => {
  const group = (inside: string) => `{"version": 1, "company": "Acme", "x": ${inside}}`;
  const texts = ['['.repeat(49_000) + ']'.repeat(49_000), '{"a":'.repeat(16_000) + 1 + '}'.repeat(16_000)];
  for (const text of texts.map(group)) {
    const { isBlocked, problems } = readPolicy(text, file);
    expect([isBlocked, problems]).toEqual([
      true,
      [{ message: 'It cannot be used: it has more groups in groups than a policy has.' }],
    ]);
  }
  const many = Array.from({ length: 14_000 }, (_, index) => `"k${index}": 1`).join(', ');
  const { problems, export: mayExport } = readPolicy(`{"version": 1, "company": "Acme", ${many}}`, file);
  expect([problems.length, problems.at(-1), mayExport]).toEqual([51, { message: 'And 13,950 more' }, false]);
});
