import { defineConfig } from 'vitest/config';
import { parts } from './parts.ts';

/** Only the tests of the part that `mutation.ts` runs, so that a mutant costs seconds. */
export default defineConfig({
  test: {
    include: parts[process.env.ASSAY_MUTATION_PART ?? '']?.tests ?? [],
    testTimeout: 120_000,
    hookTimeout: 60_000,
    setupFiles: ['test/support/patience.ts'],
    // A change that keeps a condition from ever being met is noticed sooner than in `npm test`.
    env: { ASSAY_TEST_PATIENCE_MS: '5000' },
  },
});
