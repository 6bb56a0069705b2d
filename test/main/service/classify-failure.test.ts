import { expect, test } from 'vitest';
import { Failure } from '../../../main/common/failure.ts';
import { classifyFailure } from '../../../main/service/classify-failure.ts';

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
