import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FaultGate, type GateFault } from '../../../../support/fault-gate.ts';
import { sendConversation } from '../../../../support/recording-service.ts';
import { RunHarness } from './run-harness.ts';

let harness: RunHarness;
let gate: FaultGate;
let expired: Set<string>;
beforeEach(async () => {
  harness = await RunHarness.start({ timeouts: { connectMs: 2000, headersMs: 1000, idleMs: 1000 } });
  expired = new Set();
  harness.service.answer = ({ method, conversationId: id }, response) => {
    if (method === 'DELETE') {
      expired.add(id);
      response.writeHead(202, { 'x-request-id': `request-of-${id}` }).end();
    } else {
      sendConversation(response, id, { status: expired.has(id) ? 'EXPIRED' : 'IN_PROGRESS' });
    }
  };
  gate = new FaultGate(harness.service.baseUrl);
  await gate.open();
  harness.settings = { ...harness.settings, baseUrl: gate.url };
});
afterEach(async () => {
  await gate.close();
  await harness.close();
});

const idsOf = (count: number) => Array.from({ length: count }, (_, index) => `c-${index + 1}`);

/** No DELETE of a conversation arrived after another one of it without a read between. */
function expectReadsBetween() {
  const last = new Map<string, string>();
  for (const { method, conversationId } of gate.requests) {
    expect(`${conversationId}: ${last.get(conversationId)}, then ${method}`).not.toContain(
      'DELETE, then DELETE',
    );
    last.set(conversationId, method);
  }
}

/** Every conversation is expired, confirmed once with a receipt, and none was sent again without a read. */
async function expectAllConfirmed(runId: string, count: number) {
  expect((await harness.until(runId, 'done')).outcomes.confirmed).toBe(count);
  expect(expired.size).toBe(count);
  expect(await harness.receipts()).toHaveLength(count);
  expectReadsBetween();
}

test.each([
  ['a reset before the service had it', 'before', 2],
  ['a reset after the service carried it out', 'after', 1],
  ['no response in time', 'silent', 2],
  ['a page of a gateway instead of a response', 'html', 2],
  ['a burst of 500', 'failed', 2],
] as const satisfies readonly (readonly [string, GateFault, number])[])(
  '%s: what happened is read first, and sent again only if nothing did',
  async (_name, fault, deletes) => {
    gate.faultOf = (_id, times) => (times === 1 ? fault : 'pass');
    const { runId } = await harness.begin(await harness.prepared(idsOf(6), 'EXPIRE'), { stopAfter: 50 });
    await expectAllConfirmed(runId, 6);
    expect(idsOf(6).map((id) => gate.deletesOf(id))).toEqual(Array(6).fill(deletes));
  },
);

test('refused connections: the run waits, says why, and goes on by itself when the service is back', async () => {
  const { runId } = await harness.begin(await harness.prepared(idsOf(40), 'EXPIRE'), {
    perSecond: 40,
    stopAfter: 1000,
  });
  await vi.waitUntil(() => expired.size >= 5);
  await gate.close();
  expect((await harness.until(runId, 'waiting')).failure?.code).toBe('connection-refused');
  await gate.open();
  await expectAllConfirmed(runId, 40);
});

test('a clock that is set back: the hold is not longer than it is, and every call is read anew before it', async () => {
  harness.holdMs = 400;
  await harness.restart();
  const { runId } = await harness.begin(await harness.prepared(idsOf(8), 'EXPIRE'));
  const hourBefore = Date.now() - 3_600_000;
  const startedAt = performance.now();
  harness.now = () => Math.floor(hourBefore + performance.now() - startedAt);
  await expectAllConfirmed(runId, 8);
  // The hold begins again at most once.
  expect(performance.now() - startedAt).toBeGreaterThan(300);
  const calls = gate.requests.filter(({ conversationId }) => conversationId === 'c-1');
  expect(calls.map(({ method }) => method)).toEqual(['GET', 'GET', 'DELETE', 'GET']);
});
