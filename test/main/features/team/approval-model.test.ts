import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { digestOf, writeAnswer } from '../../../../main/common/approval.ts';
import type { EntryContent } from '../../../../main/features/team/entries.ts';
import { fuzzRuns } from '../../../support/full-tests.ts';
import { ApprovalWorld, dayMs, type ModelConsole, Violation } from './model/approval-world.ts';

/** A console by its number; more often, below zero, the one whose turn it is. */
const who = fc.oneof({ weight: 3, arbitrary: fc.constant(-1) }, { weight: 1, arbitrary: fc.nat(6) });
const proposal = fc.nat(2);
const role = fc.constantFrom('admin', 'approver', 'reviewer', 'support', 'auditor');
const conversation = fc.constantFrom('a', 'b', 'c');

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('propose'),
      who,
      list: fc.uniqueArray(conversation, { minLength: 1 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      act: fc.constant('approve'),
      who,
      proposal,
      carrier: fc.constantFrom('proposer', 'approver'),
    }),
  },
  { weight: 5, arbitrary: fc.record({ act: fc.constant('begin'), who, proposal }) },
  { weight: 5, arbitrary: fc.record({ act: fc.constant('send'), who, proposal }) },
  fc.record({ act: fc.constant('reject'), who, proposal }),
  fc.record({ act: fc.constant('restart'), who, proposal }),
  fc.record({ act: fc.constant('database went back') }),
  fc.record({ act: fc.constant('fault'), who, fault: fc.constantFrom('reply', 'entry') }),
  fc.record({ act: fc.constant('role'), who, role }),
  fc.record({ act: fc.constant('remove'), who }),
  fc.record({ act: fc.constant('admit again'), who, role }),
  fc.record({ act: fc.constant('new result'), conversation }),
  fc.record({ act: fc.constant('clock'), who, ms: fc.integer({ min: -2 * dayMs, max: 2 * dayMs }) }),
  fc.record({ act: fc.constant('time'), ms: fc.integer({ min: 0, max: dayMs / 2 }) }),
  fc.record({ act: fc.constant('edit'), who, proposal, conversation }),
  { weight: 3, arbitrary: fc.record({ act: fc.constant('forge'), who, proposal, how: fc.nat(5) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Returns the entries that a changed console writes to let its own proposal, or another one, through. */
function forged(world: ApprovalWorld, by: ModelConsole, id: string, how: number): EntryContent[] {
  const { text, proposal } = world.textOf(id);
  const other = world.consoles.find((one) => one !== by && world.mayApprove(one)) ?? by;
  const { team } = by.kept.log;
  const answer = (change: object) =>
    writeAnswer({
      team,
      by: by.id,
      at: by.now,
      proposal: digestOf(text),
      verdict: 'approved',
      carrier: by.id,
      ...change,
    });
  const known = world.log.rows.flatMap((_row, at) => {
    const content = world.content(at + 1);
    return content?.kind === 'answered' ? [content] : [];
  });
  switch (how) {
    case 0:
      return [{ kind: 'answered', statement: by.signed(answer({})) }];
    case 1:
      return [{ kind: 'answered', statement: by.signed(answer({ by: other.id })) }];
    case 2:
      return known.slice(-1);
    case 3:
      return [{ kind: 'claimed', proposal: id, claim: randomUUID() }];
    case 4:
      return [
        {
          kind: 'proposed',
          items: world.items(['z']),
          statement: by.signed(text.replace(proposal?.root ?? '-', '0'.repeat(64))),
        },
      ];
    default:
      return [{ kind: 'answered', statement: by.signed(answer({ carrier: other.id, team: randomUUID() })) }];
  }
}

async function take(world: ApprovalWorld, one: Step): Promise<void> {
  const proposals = world.proposals();
  const chosen =
    'proposal' in one ? (proposals.at(-1 - (one.proposal % Math.max(1, proposals.length))) ?? '') : '';
  const turn: Record<string, number> = {
    propose: 2,
    approve: 1,
    remove: 3,
    role: 3,
    'admit again': 3,
    forge: 2,
    clock: 2,
    begin: world.carrierOf(chosen),
    send: world.carrierOf(chosen),
    edit: world.carrierOf(chosen),
  };
  const of = (index: number) =>
    world.consoles[(index < 0 ? (turn[one.act] ?? 0) : index) % world.consoles.length] as ModelConsole;
  switch (one.act) {
    case 'propose':
      return world.propose(of(one.who), 'list' in one ? one.list : []);
    case 'approve':
      return world.approve(of(one.who), chosen, one.carrier as 'proposer');
    case 'begin':
      return world.begin(of(one.who), chosen);
    case 'send':
      for (const runId of of(one.who).runs.keys()) {
        await world.send(of(one.who), runId);
      }
      return;
    case 'reject':
      return of(one.who).approvals.reject(chosen, undefined);
    case 'restart':
      return of(one.who).restart();
    case 'database went back':
      return world.loseClaims();
    case 'fault':
      of(one.who).fault = one.fault as 'reply';
      return;
    case 'role':
      if (of(one.who) !== world.founder) {
        world.setRole(of(one.who), one.role as 'admin');
      }
      return;
    case 'remove':
      if (of(one.who) !== world.founder && world.roles.get(of(one.who)) !== undefined) {
        world.remove(of(one.who));
      }
      return;
    case 'admit again':
      // The same person with another key: their name is free once their former key was removed.
      if (world.roles.get(of(one.who)) === undefined && world.consoles.length < 9) {
        world.admit(of(one.who).person, of(one.who).name, one.role as 'admin');
      }
      return;
    case 'new result':
      world.versions.set(one.conversation, (world.versions.get(one.conversation) ?? 0) + 1);
      return;
    case 'clock':
      of(one.who).ahead += one.ms;
      return;
    case 'time':
      world.now += one.ms;
      return;
    case 'edit':
      for (const { items } of of(one.who).runs.values()) {
        const [first] = items;
        if (first !== undefined) {
          items.push({ ...first, conversationId: one.conversation, state: 'waiting' });
        }
      }
      return;
    default:
      of(one.who).write(...forged(world, of(one.who), chosen, one.how));
      world.judge(of(one.who), chosen);
  }
}

test('no sequence lets one person’s act through, or the same act twice', async () => {
  let sent = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60 }), async (steps) => {
      const world = new ApprovalWorld();
      for (const one of steps) {
        try {
          await take(world, one);
        } catch (error) {
          if (error instanceof Violation) {
            throw error;
          }
        }
      }
      sent += world.sent.size;
    }),
    { numRuns: fuzzRuns(1000), seed: 27 },
  );
  // Otherwise it would show nothing.
  expect(sent).toBeGreaterThan(10);
}, 600_000);
