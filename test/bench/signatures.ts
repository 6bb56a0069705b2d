import { execFile } from 'node:child_process';
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { explain } from '../../main/features/signatures/engine/explain.ts';
import { verify } from '../../main/features/signatures/engine/verify-callback.ts';
import { fileBody } from '../../main/features/signatures/file-body.ts';
import { SignatureWork } from '../../main/features/signatures/signature-work.ts';
import { type BenchRow, median } from './row.ts';
import { bodyOf, candidates, causesFor, signingKey, timestamp } from './signature-causes.ts';

const key = String(signingKey.value);
const now = Number(timestamp);

/** The engine compared with bare node:crypto, openssl, and one HMAC over the same body. */
export async function benchSignatures(): Promise<BenchRow[]> {
  return [...(await benchSmall()), ...(await benchLarge()), ...(await benchExplain()), await benchThread()];
}

/** A complete callback of exactly 1024 bytes. */
function oneKibibyte(): Buffer {
  const short = bodyOf(800).replace(/}$/, ',"note":""}');
  return Buffer.from(short.replace(/"}$/, `${'x'.repeat(1024 - Buffer.byteLength(short))}"}`));
}

async function benchSmall(): Promise<BenchRow[]> {
  const body = oneKibibyte();
  const signature = createHmac('sha256', key).update(`${timestamp}:`).update(body).digest('hex');
  const bare = () => {
    const digest = createHmac('sha256', key).update(`${timestamp}:`).update(body).digest();
    return timingSafeEqual(digest, Buffer.from(signature, 'hex'));
  };
  const count = 3000;
  const ours: number[] = [];
  const bares: number[] = [];
  for (let round = 0; round < 11; round++) {
    let from = performance.now();
    for (let i = 0; i < count; i++) {
      await verify({ timestamp, signature, body, key, now });
    }
    ours.push((count / (performance.now() - from)) * 1000);
    from = performance.now();
    for (let i = 0; i < count; i++) {
      bare();
    }
    bares.push((count / (performance.now() - from)) * 1000);
  }
  const detail = `11 rounds of ${count}, interleaved; all three verdicts against HMAC and comparison alone (${Math.round(median(bares))} a second)`;
  return [
    { name: 'Verifying 1 KiB bodies', value: median(ours), unit: 'a second', detail },
    {
      name: 'Verifying 1 KiB bodies, beside bare node:crypto',
      value: median(ours) / median(bares),
      unit: 'of its rate',
      detail,
    },
  ];
}

async function benchLarge(): Promise<BenchRow[]> {
  const mebibytes = 256;
  const folder = await mkdtemp(join(tmpdir(), 'assay-bench-'));
  try {
    const path = join(folder, 'body');
    const file = await open(path, 'w');
    const piece = randomBytes(1 << 20);
    for (let i = 0; i < mebibytes; i++) {
      await file.write(piece);
    }
    await file.close();
    const options = [
      'dgst',
      '-sha256',
      '-mac',
      'HMAC',
      '-macopt',
      `hexkey:${Buffer.from(key).toString('hex')}`,
      path,
    ];
    const run = promisify(execFile);
    const version = await run('openssl', ['version']).catch(() => undefined);
    const ours: number[] = [];
    const theirs: number[] = [];
    for (let round = 0; round < 5; round++) {
      let from = performance.now();
      await verify({
        timestamp,
        signature: '',
        body: fileBody(path),
        bodyLength: mebibytes * 1024 ** 2,
        key,
        now,
      });
      ours.push(mebibytes / ((performance.now() - from) / 1000));
      if (!version) {
        continue;
      }
      from = performance.now();
      await run('openssl', options);
      theirs.push(mebibytes / ((performance.now() - from) / 1000));
    }
    const name = 'Verifying a file of 256 MiB';
    const rows: BenchRow[] = [
      { name, value: median(ours), unit: 'MiB a second', detail: 'median of 5, from the file cache' },
    ];
    if (!version) {
      return rows;
    }
    const ratio = median(ours) / median(theirs);
    const detail = `5 rounds, interleaved, its process start included; ${version.stdout.trim()}: ${Math.round(median(theirs))} MiB a second`;
    return [
      ...rows,
      {
        name: `${name}, beside openssl dgst -mac HMAC`,
        value: ratio,
        unit: 'of its rate',
        aim: '0.9 or better',
        met: ratio >= 0.9,
        detail,
      },
    ];
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function benchExplain(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const [label, bytes] of [
    ['10 kB', 10_000],
    ['1 MB', 1_000_000],
  ] as const) {
    const sent = bodyOf(bytes);
    const one = hmacMs(Buffer.from(sent));
    const times: { name: string; ms: number }[] = [];
    for (const cause of causesFor(sent)) {
      const runs: number[] = [];
      for (let round = 0; round < 3; round++) {
        runs.push(await firstCauseMs(cause.received, cause.signature));
      }
      times.push({ name: cause.name, ms: median(runs) });
    }
    const slowest = times.reduce((worst, time) => (time.ms > worst.ms ? time : worst));
    const each = times.map(({ name, ms }) => `${name} ${Math.round(ms / one)}`).join(', ');
    const detail = `one HMAC ${(one * 1000).toFixed(0)} µs; median of 3 for each single cause, as multiples of it: ${each}`;
    rows.push(
      {
        name: `Explaining ${label}: first cause, median of ${times.length} causes`,
        value: median(times.map(({ ms }) => ms / one)),
        unit: 'HMACs',
        detail,
      },
      {
        name: `Explaining ${label}: first cause, slowest (${slowest.name})`,
        value: slowest.ms,
        unit: 'ms',
        // The target applies to bodies of usual size.
        ...(bytes <= 10_000 ? { aim: 'well under a second', met: slowest.ms < 500 } : {}),
        detail,
      },
    );
  }
  return rows;
}

function hmacMs(body: Buffer): number {
  const runs: number[] = [];
  for (let round = 0; round < 101; round++) {
    const from = performance.now();
    createHmac('sha256', key).update(`${timestamp}:`).update(body).digest();
    runs.push(performance.now() - from);
  }
  return median(runs);
}

async function firstCauseMs(body: Buffer, signature: string): Promise<number> {
  const from = performance.now();
  const stop = new AbortController();
  for await (const event of explain(
    { timestamp, signature, body, key: signingKey, candidates, pairs: false },
    stop.signal,
  )) {
    if (event.type !== 'finding') {
      continue;
    }
    const took = performance.now() - from;
    stop.abort();
    return took;
  }
  throw new Error('a known cause was not found');
}

async function benchThread(): Promise<BenchRow> {
  const body = Buffer.from(bodyOf(1_000_000));
  const stop = new AbortController();
  let longest = 0;
  let last = performance.now();
  const beat = setInterval(() => {
    const at = performance.now();
    longest = Math.max(longest, at - last);
    last = at;
  }, 1);
  const end = setTimeout(() => stop.abort(), 3000);
  const search = new SignatureWork();
  await search.explain(
    { timestamp, signature: 'ab'.repeat(32), body, key: signingKey, candidates },
    { signal: stop.signal },
  );
  await search.close();
  clearTimeout(end);
  clearInterval(beat);
  return {
    name: 'Explaining 1 MB: longest pause of the thread that asked',
    value: longest,
    unit: 'ms',
    aim: 'none over 50 ms',
    met: longest <= 50,
    detail: '3 seconds of a search for pairs in its worker; the pause includes what the machine does besides',
  };
}

if (import.meta.main) {
  const rows = await benchSignatures();
  if (process.argv.includes('--json')) {
    process.stdout.write(`${JSON.stringify({ node: process.version, rows }, undefined, 2)}\n`);
  } else {
    for (const { name, value, unit, aim, met, detail } of rows) {
      process.stdout.write(
        `${name}: ${Number(value.toPrecision(3))} ${unit}${aim ? `  (aim: ${aim}; ${met ? 'met' : 'NOT MET'})` : ''}\n    ${detail}\n`,
      );
    }
  }
}
