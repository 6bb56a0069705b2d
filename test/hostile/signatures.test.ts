import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { afterAll, describe, expect, test } from 'vitest';
import type { Explanation } from '../../main/features/signatures/engine/explain.ts';
import type { Verification } from '../../main/features/signatures/engine/verify-callback.ts';
import { fullTests } from '../support/full-tests.ts';
import { bodies, sources } from './signatures-inputs.ts';
import type { HostileTask } from './signatures-worker.ts';

/** In milliseconds, far more than any of these takes: an endless loop is the fault, not a slow machine. */
const maxMs = 20_000;

/** A terminable thread with bounded memory: a fault must fail its test, not stop the suite. */
let worker: Worker | undefined;

async function run(part: HostileTask['part'], input: string): Promise<unknown> {
  const task: HostileTask = { part, input };
  worker ??= new Worker(new URL('signatures-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 1024 },
  });
  const running = worker;
  const timeout = AbortSignal.timeout(maxMs);
  try {
    running.postMessage(task);
    const [result] = await once(running, 'message', { signal: timeout });
    return result;
  } catch (error) {
    worker = undefined;
    await running.terminate();
    throw timeout.aborted ? new Error(`did not end within ${maxMs} ms`) : error;
  }
}

afterAll(() => worker?.terminate());

/** The inputs that take seconds of the processor each: all but a few of the bodies explained, and the longest imports. */
const explained = fullTests ? Object.keys(bodies) : ['2,000 written-out line ends after the body'];
const longImports = new Set([
  'a JSON export with 50,000 headers',
  'an HTTP archive of 200,000 entries',
  '300,000 headers',
  'chunks of one byte',
  'a cURL command with 300,000 files',
]);
const imported = Object.keys(sources).filter((input) => fullTests || !longImports.has(input));

describe('explain ends, and reports how', () => {
  test.each(explained)('%s', { timeout: 2 * maxMs }, async (input) => {
    const { findings, matches, complete, stoppedBy, limits } = (await run('explain', input)) as Explanation;
    expect({ findings, matches }).toEqual({ findings: [], matches: false });
    // An incomplete search is reported.
    expect(complete).toBe(stoppedBy === undefined);
    if (stoppedBy === 'limit') {
      expect(limits?.length).toBeGreaterThan(0);
    }
  });

  test('names the limit if the JSON has too many values or is nested too deep', async () => {
    const values = (await run('explain', '3 MB of {},')) as Explanation;
    expect(values.limits).toEqual([
      'Other ways of writing the JSON were not tried: it has more than 2,000,000 values and member names.',
    ]);
    const depth = (await run('explain', 'brackets 100,000 deep')) as Explanation;
    expect(depth.limits).toEqual([
      'Other ways of writing the JSON were not tried: it has more than 500 brackets inside one another.',
    ]);
    expect(depth.ruledOut.join(' ')).not.toContain('JSON written again');
  });
});

describe('verify ends, and reports what it did not read', () => {
  test.each(Object.keys(bodies))('%s', { timeout: 2 * maxMs }, async (input) => {
    const { signature, message, bodyBytes } = (await run('verify', input)) as Verification;
    expect(signature.verdict).toBe('mismatch');
    expect(bodyBytes).toBeGreaterThan(0);
    expect(message.sentences.length).toBeGreaterThan(0);
  });

  test('does not parse a body with too many values', async () => {
    const { message } = (await run('verify', '30 MB of {},')) as Verification;
    expect(message).toMatchObject({
      verdict: 'too-large',
      sentences: ['The body was not read as a message: it has more than 2,000,000 values and member names.'],
    });
  });
});

describe('an import ends with a request or a reason', () => {
  test.each(imported)('%s', { timeout: 2 * maxMs }, async (input) => {
    const result = (await run('import', input)) as
      | { ok: true; notes: unknown[] }
      | { ok: false; sentence: string };
    if (result.ok) {
      expect(result.notes.length).toBeLessThan(20);
    } else {
      expect(result.sentence.length).toBeGreaterThan(10);
    }
  });

  test('reads a JSON export with 19 headers', async () => {
    expect(await run('import', 'a JSON export with 19 headers')).toMatchObject({
      ok: true,
      body: JSON.stringify({ event: 'FINISHED', payload: { conversation: { id: 'c' } } }).length,
    });
  });

  test('refuses JSON with too many values before it is parsed', async () => {
    expect(await run('import', '30 MB of {},')).toMatchObject({ ok: false, code: 'too-many-values' });
    expect(await run('import', 'brackets a million deep')).toMatchObject({
      ok: false,
      code: 'too-many-values',
    });
  });
});
