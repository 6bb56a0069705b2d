import { afterEach, beforeEach } from 'vitest';
import { forgetClosedPages, pageReports } from './page-report.ts';

// A failed wait says what was missing; only the page says why.
beforeEach(forgetClosedPages);
afterEach(async ({ task }) => {
  const error = task.result?.state === 'fail' ? task.result.errors?.at(-1) : undefined;
  if (error !== undefined) {
    error.message += `\n\n${await pageReports()}`;
  }
});
