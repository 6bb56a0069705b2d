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
  /**
   * Holds the body of one check, in place of the one before, so that it need not cross again to be searched. It goes when `closed`
   * is aborted: the window that sent it is gone.
   */
  holdBody(verificationId: string, body: Uint8Array, closed: AbortSignal): void;
  /** @throws Failure reading-expired */
  bodyOf(verificationId: string): Uint8Array;
}

export function createExpectations(): Expectations {
  const kept = new Map<string, Expectation[]>();
  let held: { verificationId: string; body: Uint8Array; forgetWindow(): void } | undefined;
  return {
    keep(verificationId, expected) {
      kept.set(verificationId, expected);
      for (const oldest of kept.keys()) {
        if (kept.size <= most) {
          break;
        }
        kept.delete(oldest);
      }
    },
    of(verificationId) {
      const expected = kept.get(verificationId);
      if (expected) {
        return expected;
      }
      throw expired(
        'The expected signature is no longer available: only those of the last checks are kept, in memory.',
      );
    },
    holdBody(verificationId, body, closed) {
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
    bodyOf(verificationId) {
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
