import { expect, test } from 'vitest';
import { Failure } from '../../../main/common/failure.ts';
import { classifyFailure } from '../../../main/service/classify-failure.ts';
import type { ErrorCode } from '../../../preload/contract/envelope.ts';

const refused = (retryAfterSeconds: number) =>
  classifyFailure(
    new Failure({
      code: 'rate-limited',
      message: 'Too many.',
      request: { performed: 'no', transient: true, retryAfterMs: retryAfterSeconds * 1000 },
    }),
  );

test('a wait requested by the service is honoured within limits', () => {
  expect(refused(3)).toMatchObject({ kind: 'wait', afterMs: 3000 });
  expect(refused(1e9)).toMatchObject({ kind: 'wait', afterMs: 3_600_000 });
});

test("Retry-After: 0 does not repeat a refused request at once: the console's own pause applies", () => {
  expect(refused(0)).toMatchObject({ kind: 'wait', afterMs: undefined });
});

test.each<[string, ErrorCode, boolean, string]>([
  ['that the console had no room for', 'busy', true, 'again'],
  ['answered with 408 or 425', 'unexpected-status', true, 'again'],
  ['answered with another status', 'unexpected-status', false, 'failed'],
])('a read %s: %s, %s is %s', (_case, code, retryable, kind) => {
  expect(classifyFailure(new Failure({ code, message: 'no', retryable }))).toEqual({ kind, code });
});
