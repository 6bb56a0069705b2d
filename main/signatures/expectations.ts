import type { KeyName } from '../../preload/contract/signatures.ts';
import { Failure } from '../failure.ts';

/** How many checks are remembered; in memory only. */
const most = 16;

export interface Expectation {
  key: KeyName;
  /** 64 lowercase hexadecimal characters. */
  signature: string;
}

/** What each of the last checks expected, kept in main until somebody asks for it. */
export interface Expectations {
  keep(verificationId: string, expected: Expectation[]): void;
  /** @throws Failure reading-expired */
  of(verificationId: string): Expectation[];
}

export function createExpectations(): Expectations {
  const kept = new Map<string, Expectation[]>();
  return {
    keep(verificationId, expected) {
      kept.set(verificationId, expected);
      for (const oldest of kept.keys()) {
        if (kept.size <= most) break;
        kept.delete(oldest);
      }
    },
    of(verificationId) {
      const expected = kept.get(verificationId);
      if (expected) return expected;
      throw new Failure({
        code: 'reading-expired',
        message: 'What this check expected is no longer kept: only the last checks are, in memory.',
        hint: 'Verify once more.',
      });
    },
  };
}
