/** True if tests run at their full size: `npm run test:all`, each night and before a release. */
export const fullTests = process.env.ASSAY_FULL_TESTS === '1';

/** The longest duration of a test that names none, in milliseconds: full sizes take longer, often beside other work. */
export const testTimeout = fullTests ? 240_000 : 60_000;

/** How long tests wait for a condition by default, in milliseconds: more than vitest's one second, for busy machines. */
export const patienceMs = Number(process.env.ASSAY_TEST_PATIENCE_MS ?? 30_000);

/** Tests with the tag `long` belong to `npm run test:all` only: another test shows their rule in less time. */
export const tags = [{ name: 'long', description: 'Runs in test:all only', skip: !fullTests }];

/** Those of a list of alike inputs that are tried: all, or the first few in `npm test`. */
export const tried = <T>(all: readonly T[], few: number): readonly T[] =>
  fullTests ? all : all.slice(0, few);

/** How many random inputs a property is tried with: all, or a tenth of them in `npm test`. */
export const fuzzRuns = (all: number) => (fullTests ? all : Math.ceil(all / 10));
