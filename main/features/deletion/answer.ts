import { errorCode } from '../../../preload/contract/envelope.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import { Failure } from '../../common/failure.ts';
import type { DeletionRecord } from './record.ts';

/** The service's response to a DELETE, as recorded. */
export type Answer = Pick<DeletionRecord, 'outcome' | 'httpStatus' | 'failedBy' | 'statusDetail'> & {
  requestId?: string | undefined;
};

/**
 * Returns the outcome of a DELETE that failed (interface 3.3, 4.3). 409 is `refused`; `not-done` only where the failure proves
 * that nothing was deleted; otherwise the outcome is `unknown`.
 */
export function answerOf(error: unknown): Answer {
  if (!(error instanceof Failure)) {
    return { outcome: 'unknown', failedBy: 'internal' };
  }
  const { httpStatus, statusDetail, behind } = error.details ?? {};
  const facts = {
    requestId: error.requestId,
    ...omitUndefined({
      httpStatus: typeof httpStatus === 'number' ? httpStatus : undefined,
      statusDetail: typeof statusDetail === 'string' ? statusDetail : undefined,
    }),
  };
  if (error.code === 'conflict') {
    return { outcome: 'refused', ...facts };
  }
  if (error.code !== 'outcome-unknown') {
    return { outcome: 'not-done', failedBy: error.code, ...facts };
  }
  const code = errorCode.safeParse(behind);
  return { outcome: 'unknown', failedBy: code.success ? code.data : 'outcome-unknown', ...facts };
}
