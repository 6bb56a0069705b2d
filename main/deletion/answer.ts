import { errorCode } from '../../preload/contract/envelope.ts';
import { omitUndefined } from '../../preload/contract/objects.ts';
import { Failure } from '../failure.ts';
import type { DeletionRecord } from './record.ts';

/** What the answer to a DELETE was, as it is kept. */
export type Answer = Pick<DeletionRecord, 'outcome' | 'httpStatus' | 'failedBy' | 'statusDetail'> & {
  requestId?: string | undefined;
};

/**
 * What a DELETE that failed says (interface 3.3, 4.3). 409 is `refused`; `not-done` is said only of a failure that proves it;
 * everything else leaves the outcome unknown.
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
