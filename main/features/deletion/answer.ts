import { omitUndefined } from '../../../preload/contract/objects.ts';
import { Failure } from '../../common/failure.ts';

/** The service's response to a DELETE. */
export interface Answer {
  outcome: 'accepted' | 'refused' | 'not-done' | 'unknown';
  /** The status of the response, if there was one. */
  httpStatus?: number | undefined;
  /** The error code when there was no usable response. */
  failedBy?: string | undefined;
  statusDetail?: string | undefined;
  requestId?: string | undefined;
}

/**
 * Returns the outcome of a DELETE that failed (interface 3.3, 4.3). 409 is `refused`; `not-done` only where the failure proves
 * that nothing was deleted; otherwise the outcome is `unknown`.
 */
export function answerOf(error: unknown): Answer {
  if (!(error instanceof Failure)) {
    return { outcome: 'unknown', failedBy: 'internal' };
  }
  const { status, statusDetail, behind } = error.request ?? {};
  const facts = { requestId: error.requestId, ...omitUndefined({ httpStatus: status, statusDetail }) };
  if (error.code === 'conflict') {
    return { outcome: 'refused', ...facts };
  }
  if (error.code !== 'outcome-unknown') {
    return { outcome: 'not-done', failedBy: error.code, ...facts };
  }
  return { outcome: 'unknown', failedBy: behind ?? error.code, ...facts };
}
