import { omitUndefined } from '../contract/objects.ts';
import type { DatabaseVerificationInfo } from '../contract/service/database-verification.ts';
import { safeCode } from './findings.ts';

/** A genuine reply lists a few. */
const maxSources = 1000;

/** Returns the status and result code of each database (interface 2.5), without names and anything that may be personal. */
export function sourceResultsOf({ source = [] }: DatabaseVerificationInfo): DatabaseVerificationInfo {
  return {
    source: source.slice(0, maxSources).map(({ status, sourceMatchResult }) =>
      omitUndefined({
        status: status === undefined ? undefined : safeCode(status),
        sourceMatchResult: sourceMatchResult === undefined ? undefined : safeCode(sourceMatchResult),
      }),
    ),
  };
}
