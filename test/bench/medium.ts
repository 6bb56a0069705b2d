import { execFile } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { promisify } from 'node:util';
import { type BenchRow, median } from './row.ts';
import type { Stage } from './stage.ts';

const run = promisify(execFile);
const size = 256 * 1024 * 1024;
const rounds = 5;

/** A large medium through the console beside the same medium straight from the service, both fetched by curl. */
export async function benchMedium(stage: Stage): Promise<BenchRow[]> {
  const { id } = stage.sandbox.conversations[0] ?? { id: '' };
  const medium = (await stage.control(`/conversations/${id}/media`, {
    bytes: size,
    contentType: 'video/mp4',
  })) as { id: string };
  const target = { environmentId: stage.environmentId, conversationId: id, mediaId: medium.id };
  const { login, password } = stage.sandbox.apiKey;
  const direct = `${stage.sandbox.baseUrl}/api/conversations/${id}/identity/metadata/media/${medium.id}`;
  const times = { direct: [] as number[], through: [] as number[] };
  const before = stage.consoleMemory() ?? Number.NaN;
  let highest = before;
  const watch = setInterval(() => {
    highest = Math.max(highest, stage.consoleMemory() ?? Number.NaN);
  }, 20);
  try {
    for (let round = 0; round < rounds; round += 1) {
      times.direct.push(await fetched(['-u', `${login}:${password}`, direct]));
      const { address } = await stage.wire.line.invoke('media.open', { ...target, contentType: 'video/mp4' });
      const cookie = `Cookie: ${stage.wire.cookie}`;
      times.through.push(await fetched(['-H', cookie, `${stage.wire.origin}${address}`]));
    }
  } finally {
    clearInterval(watch);
  }
  const rate = (ms: number) => size / 1024 / 1024 / (ms / 1000);
  const [bare, bridged] = [rate(median(times.direct)), rate(median(times.through))];
  const ratio = bridged / bare;
  const growth = (highest - before) / 1024 / 1024;
  const detail = `medians of ${rounds}: ${bare.toFixed(0)} MiB/s by curl alone, ${bridged.toFixed(0)} MiB/s through the console`;
  return [
    {
      name: 'a 256 MiB medium: throughput beside curl',
      value: ratio,
      unit: '×',
      aim: '0.7 or better',
      met: ratio >= 0.7,
      detail,
    },
    {
      name: 'a 256 MiB medium: growth of the console’s memory',
      value: growth,
      unit: 'MiB',
      aim: '64 MiB or less',
      met: growth <= 64,
      detail: `highest resident size while ${rounds} of them passed, less that before the first`,
    },
  ];
}

async function fetched(args: string[]): Promise<number> {
  const start = performance.now();
  const { stdout } = await run('curl', [
    '-sS',
    '--fail',
    '-o',
    '/dev/null',
    '-w',
    '%{size_download}',
    ...args,
  ]);
  const took = performance.now() - start;
  if (Number(stdout) !== size) throw new Error(`curl got ${stdout} bytes of ${size}`);
  return took;
}
