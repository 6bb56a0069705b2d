import { performance } from 'node:perf_hooks';
import { request } from 'undici';
import type { Stage } from './bench-harness.ts';
import { type BenchRow, median } from './row.ts';

const rounds = 300;
const warmUp = 50;

/** Opening a conversation through the bridge, alternating with a bare undici request to the same server. */
export async function benchOpening(stage: Stage): Promise<BenchRow[]> {
  const { id } = stage.sandbox.conversations[0] ?? { id: '' };
  const path = `/api/conversations/${id}`;
  const { login, password } = stage.sandbox.apiKey;
  const headers = {
    authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`,
    accept: 'application/vnd.service.v1.1+json',
  };
  const bare = async () => {
    const response = await request(`${stage.sandbox.baseUrl}${path}`, { headers });
    return response.body.text();
  };
  const response = tenKilobytes(JSON.parse(await bare()) as Record<string, unknown>);
  await stage.control('/faults', {
    match: { method: 'GET', path },
    fault: { status: 200, body: response },
    times: (rounds + warmUp) * 2,
  });
  const through = () =>
    stage.wire.bridge.invoke('conversations.open', {
      environmentId: stage.environmentId,
      conversationId: id,
    });
  const times = { bare: [] as number[], through: [] as number[] };
  for (let round = -warmUp; round < rounds; round += 1) {
    const a = await timed(bare);
    const b = await timed(through);
    if (round < 0) {
      continue;
    }
    times.bare.push(a);
    times.through.push(b);
  }
  const [direct, bridged] = [median(times.bare), median(times.through)];
  const detail = `medians of ${rounds} turns each: ${direct.toFixed(2)} ms bare, ${bridged.toFixed(2)} ms through the bridge`;
  const overhead = bridged - direct;
  return [
    {
      name: 'opening a 10 kB conversation: ratio to a bare call',
      value: bridged / direct,
      unit: '×',
      detail,
    },
    {
      name: 'opening a 10 kB conversation: overhead',
      value: overhead,
      unit: 'ms',
      aim: '0.8 ms or less',
      met: overhead <= 0.8,
      detail,
    },
  ];
}

/** The conversation with added checks, 10 kB long like real responses. */
function tenKilobytes(conversation: Record<string, unknown>): unknown {
  const result = conversation.result as { identity: Record<string, unknown> };
  const checks: unknown[] = [];
  const grown = () => ({ ...conversation, result: { ...result, identity: { ...result.identity, checks } } });
  while (JSON.stringify(grown()).length < 10_000) {
    checks.push({
      name: 'CONSISTENCY_CHECK',
      result: 'ACCEPTED',
      details: { field: `PERSON_IDS_NATIONAL_ID_${checks.length}`, reason: 'FORMAT' },
    });
  }
  return grown();
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
