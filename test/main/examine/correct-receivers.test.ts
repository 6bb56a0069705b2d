import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { startPhp, startProgram } from '../../receivers/start.ts';
import { tried } from '../../support/full-tests.ts';
import { examined, rulesThat } from './exam.ts';

const runs = (command: string) => spawnSync(command, ['--version']).status === 0;

describe.each(
  tried(
    [
      ['Express', true, () => startProgram(process.execPath, 'express-receiver.mjs')],
      ['Python', runs('python3'), () => startProgram('python3', 'receiver.py')],
      ['plain Node', true, () => startProgram(process.execPath, 'receiver.mjs')],
      ['PHP', runs('php'), startPhp],
    ] as const,
    2,
  ),
)('a correct receiver in %s', (_name, isThere, start) => {
  test.runIf(isThere)('passes every rule', async () => {
    const result = await examined(await start());
    const notPassed = result.rules.filter(({ verdict, isNoise }) => verdict !== 'passed' && isNoise !== true);
    expect(notPassed.map(({ rule, verdict, reason }) => `${verdict} ${rule.id}: ${reason}`)).toEqual([]);
    expect(result.outcome).toBe('passed');
    expect(rulesThat('failed', result)).toEqual([]);
  });
});
