import { expect } from 'vitest';
import type { Answer } from './client.ts';

/** An id that no service has issued. */
export const unknownId = '00000000-0000-4000-8000-000000000000';

const words: Readonly<Record<number, string>> = {
  400: 'BAD_REQUEST',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  410: 'GONE',
};

/** An error object of interface 7.2 for the status, as JSON. */
export function expectError(answer: Answer, status: number, statusDetail?: string): void {
  expect(answer.status).toBe(status);
  expectJson(answer);
  expect(answer.at('status')).toBe(words[status]);
  expect(answer.at('message')).toEqual(expect.any(String));
  expect(answer.at('violations')).toEqual(expect.any(Array));
  expect(answer.at('statusDetail')).toBe(statusDetail);
}

/** A response whose type is JSON in one of its two spellings. */
function expectJson(answer: Answer): void {
  expect(answer.headers.get('content-type')).toMatch(/^application\/(json|[\w.+-]+\+json)\b/);
}
