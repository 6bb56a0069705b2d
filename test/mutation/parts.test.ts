import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parts } from './parts.ts';

test.each(Object.entries(parts))(
  'the files and the tests of the part %s exist',
  (_part, { mutate, tests }) => {
    for (const pattern of [...mutate, ...tests]) {
      // A pattern names one file in each of its alternatives, or more.
      expect(globSync(pattern).length, pattern).toBeGreaterThanOrEqual(pattern.split(',').length);
    }
  },
);
