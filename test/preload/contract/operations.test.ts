import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  cancelOnSwitch,
  inAnyEnvironment,
  operation,
  runToEnd,
} from '../../../preload/contract/operation.ts';
import { operations } from '../../../preload/contract/operations.ts';
import { inEnvironment, target } from '../../../preload/contract/target.ts';

test('the window invokes every operation', () => {
  const directory = join(import.meta.dirname, '../../../renderer');
  const source = globSync('**/*.{ts,tsx}', { cwd: directory })
    .map((name) => readFileSync(join(directory, name), 'utf8'))
    .join();
  const unused = Object.keys(operations).filter((name) => !source.includes(`'${name}'`));
  if (unused.length > 0) {
    throw new Error(
      `No component invokes ${unused.join(', ')}: use it in renderer/ (useBridgeQuery, useBridgeAction), or remove it from preload/contract and its handler.`,
    );
  }
});

test('the search for secrets uses every operation', () => {
  const path = 'test/journeys/secret-canary.test.ts';
  const source = readFileSync(join(import.meta.dirname, '../../..', path), 'utf8');
  const unused = Object.keys(operations).filter((name) => !source.includes(`use('${name}'`));
  if (unused.length > 0) {
    throw new Error(
      `${path} lacks ${unused.map((name) => `await use('${name}', input)`).join(', ')}: add it beside its neighbours.`,
    );
  }
});

test('an operation on conversations does not compile without its binding', () => {
  const output = z.object({});
  const one = target;
  const some = inEnvironment.extend({ conversationIds: z.array(z.string()) });
  const perhapsOne = inEnvironment.extend({ conversationId: z.string().optional() });
  const either = z.union([inEnvironment, some]);
  // @ts-expect-error: it declares no binding to the environment.
  operation({ input: one, output });
  // @ts-expect-error: it declares no binding to the environment.
  operation({ input: some, output });
  // @ts-expect-error: it declares no binding to the environment.
  operation({ input: perhapsOne, output });
  // @ts-expect-error: it declares no binding to the environment.
  operation({ input: either, output });
  const bound = [cancelOnSwitch, runToEnd, inAnyEnvironment].map((declare) =>
    declare({ input: one, output }),
  );
  expect(bound.map(({ environmentBinding }) => environmentBinding)).toEqual([
    'cancel-on-switch',
    'run-to-end',
    'none',
  ]);
  expect(operation({ input: inEnvironment, output }).environmentBinding).toBe('none');
});
