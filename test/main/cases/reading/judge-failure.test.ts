import { expect, test } from 'vitest';
import { judgeFailure } from '../../../../main/cases/reading/judge-failure.ts';
import { Failure } from '../../../../main/failure.ts';

const refused = (retryAfterSeconds: number) =>
  judgeFailure(new Failure({ code: 'rate-limited', message: 'Too many.', details: { retryAfterSeconds } }));

test('a service that asks for a wait gets it, within bounds', () => {
  expect(refused(3)).toMatchObject({ kind: 'wait', afterMs: 3000 });
  expect(refused(1e9)).toMatchObject({ kind: 'wait', afterMs: 3_600_000 });
});

test('Retry-After: 0 does not repeat a refused request at once: the pause is the console’s own', () => {
  expect(refused(0)).toMatchObject({ kind: 'wait', afterMs: undefined });
});
