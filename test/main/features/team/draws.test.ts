import { expect, test } from 'vitest';
import { drawOf } from '../../../../main/features/records/journal/second-review.ts';
import { replay } from '../../../../main/features/team/replay.ts';
import { ApprovalWorld, type ModelConsole } from './model/approval-world.ts';

const live = {
  id: 'live',
  settings: { name: 'Live', kind: 'production', baseUrl: 'https://idv.acme.example/' },
};

interface Decided {
  details?: object;
  /** True if Ben did not know the policy. */
  before?: boolean;
  by?: string;
  environment?: string;
  entry?: 'noted';
}

/** A team whose policy has these second reviews, and a decision of Ben. Returns what every console has of it. */
function decided(
  secondReview: object[] | undefined,
  { details = {}, before = false, by = 'ben', ...change }: Decided = {},
) {
  const world = new ApprovalWorld();
  const [anna, ben] = world.consoles as [ModelConsole, ModelConsole];
  const known = ben.kept.log.seq;
  if (secondReview !== undefined) {
    const text = JSON.stringify({ version: 1, company: 'Acme', environments: [live], secondReview });
    anna.write({ kind: 'policy-set', text });
  }
  (world.consoles.find(({ person }) => person === by) as ModelConsole).write({
    kind: 'case',
    entry: 'decided',
    at: 1,
    environment: 'https://other.example',
    conversation: 'a',
    local: 1,
    ...(before && { known }),
    ...change,
    details: { decision: 'clear', ...details },
  });
  const { places, notices } = replay(world.log.start(), world.log.keys, world.log.rows);
  expect(notices.every(({ kind }) => kind === 'not-allowed')).toBe(true);
  return places.at(-1)?.entry?.details;
}
const drawn = { decision: 'clear', secondReview: true };
const all = [{ percent: 100 }];

test.each<[string, Parameters<typeof decided>, object]>([
  ['all decisions', [all], drawn],
  ['one that says it was drawn', [all, { details: { secondReview: true } }], drawn],
  [
    'all rejections, and this is one',
    [[{ decision: 'reject', percent: 100 }], { details: { decision: 'reject' } }],
    { ...drawn, decision: 'reject' },
  ],
  [
    'all in an environment of the policy',
    [[{ environments: ['live'], percent: 100 }], { environment: 'https://idv.acme.example' }],
    drawn,
  ],
  [
    'all in its kind',
    [[{ environments: ['production'], percent: 100 }], { environment: 'https://idv.acme.example' }],
    drawn,
  ],
  ['all in the sandbox', [[{ environments: ['sandbox'], percent: 100 }], { environment: 'sandbox' }], drawn],
])('a decision that should have been drawn counts as drawn: %s', (_rule, given, details) => {
  expect(decided(...given)).toEqual(details);
});

test.each<[string, Parameters<typeof decided>, string?]>([
  ['without a policy', [undefined]],
  ['without a rule', [[]]],
  ['with rules for rejections', [[{ decision: 'reject', percent: 100 }]]],
  ['with rules for other environments', [[{ environments: ['live', 'sandbox', 'test'], percent: 100 }]]],
  ['with rules for what was found, which others may not know', [[{ findingsFrom: 1, percent: 100 }]]],
  ['whose author did not know the policy', [all, { before: true }]],
  ['that ends nothing', [all, { details: { decision: 'escalate' } }], 'escalate'],
  [
    'that is called like what every object has',
    [all, { details: { decision: 'constructor' } }],
    'constructor',
  ],
  ['that is a note', [all, { entry: 'noted' }]],
  ['of who may not decide', [all, { by: 'ed' }]],
])('a decision is as its author wrote it: one %s', (_what, given, decision = 'clear') => {
  expect(decided(...given)).toEqual({ decision });
});

test('a share is drawn by the key of the team, as the consoles draw it', () => {
  const world = new ApprovalWorld();
  const [anna, ben] = world.consoles as [ModelConsole, ModelConsole];
  const text = JSON.stringify({ version: 1, company: 'Acme', secondReview: [{ percent: 30 }] });
  anna.write({ kind: 'policy-set', text });
  const ids = Array.from({ length: 60 }, (_, index) => `case-${index}`);
  const details = { decision: 'reject' };
  ben.write(
    ...ids.map((conversation) => ({
      kind: 'case' as const,
      entry: 'decided' as const,
      at: 1,
      environment: 'sandbox',
      conversation,
      details,
      local: 1,
    })),
  );
  const { places } = replay(world.log.start(), world.log.keys, world.log.rows);
  const secret = Buffer.from(world.log.secrets[1] ?? '', 'base64');
  const found = places.flatMap(({ entry }) =>
    entry?.details.secondReview === true ? entry.conversation : [],
  );
  expect(found).toEqual(ids.filter((id) => drawOf(secret, id) < 0.3));
  expect(found.length).toBeGreaterThan(5);
});

test('a decision of before the key in use is not drawn by it', () => {
  const world = new ApprovalWorld();
  const [anna, ben, , dan] = world.consoles as [ModelConsole, ModelConsole, ModelConsole, ModelConsole];
  anna.write({
    kind: 'policy-set',
    text: JSON.stringify({ version: 1, company: 'Acme', secondReview: all }),
  });
  const known = ben.kept.log.seq;
  world.remove(dan);
  const one = {
    ...({ kind: 'case', entry: 'decided', at: 1, environment: 'sandbox', local: 1 } as const),
    details: { decision: 'clear' },
  };
  ben.write({ ...one, conversation: 'before', known }, { ...one, conversation: 'after' });
  const { places } = replay(world.log.start(), world.log.keys, world.log.rows);
  expect(places.slice(-2).map(({ entry }) => entry?.details.secondReview)).toEqual([undefined, true]);
});
