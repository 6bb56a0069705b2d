import type { KeyName } from '../../../preload/contract/signatures.ts';
import { Failure } from '../../common/failure.ts';

/** The number of checks that are remembered, in memory only. */
const max = 16;

export interface Expectation {
  key: KeyName;
  /** 64 lowercase hexadecimal characters. */
  signature: string;
}

/** The expected signatures of the last checks, kept in main until they are requested. */
export type Expectations = ReturnType<typeof createExpectations>;

export function createExpectations() {
  const kept = new Map<string, Expectation[]>();
  let held: { verificationId: string; body: Uint8Array; forgetWindow(): void } | undefined;
  return {
    keep(verificationId: string, expected: Expectation[]): void {
      kept.set(verificationId, expected);
      for (const oldest of kept.keys()) {
        if (kept.size <= max) {
          break;
        }
        kept.delete(oldest);
      }
    },
    /** @throws Failure reading-expired */
    of(verificationId: string): Expectation[] {
      const expected = kept.get(verificationId);
      if (expected) {
        return expected;
      }
      throw expired(
        'The expected signature is no longer available: only those of the last checks are kept, in memory.',
      );
    },
    /**
     * Keeps the body of one check, replacing the previous one, so that a search needs no second transfer. Dropped when
     * `closed` is aborted, because its window was closed.
     */
    holdBody(verificationId: string, body: Uint8Array, closed: AbortSignal): void {
      held?.forgetWindow();
      held = undefined;
      if (closed.aborted) {
        return;
      }
      const onClosed = () => {
        held = undefined;
      };
      closed.addEventListener('abort', onClosed, { once: true });
      const forgetWindow = () => closed.removeEventListener('abort', onClosed);
      held = { verificationId, body, forgetWindow };
    },
    /** @throws Failure reading-expired */
    bodyOf(verificationId: string): Uint8Array {
      if (held?.verificationId === verificationId) {
        return held.body;
      }
      throw expired('The body of this check is no longer available: only the last one is kept, in memory.');
    },
  };
}

function expired(message: string): Failure {
  return new Failure({ code: 'reading-expired', message, hint: 'Verify again.' });
}
