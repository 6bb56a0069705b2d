import { Stryker } from '@stryker-mutator/core';
import { parts } from './parts.ts';

/**
 * `npm run mutation [-- PART… [FILE…]]`: changes the dangerous parts one expression at a time and says which changes no test
 * noticed. One report for each part in `out/mutation`. The scores, and the reasons of the survivors, are in
 * `docs/mutation.md`.
 */
const given = process.argv.slice(2);
const names = given.filter((one) => !one.includes('/'));
/** Only these files of the parts, so that a long run can be made in pieces; the results of the others are kept. */
const files = given.filter((one) => one.includes('/'));
const unknown = names.filter((name) => !(name in parts));
if (unknown.length > 0) {
  process.stderr.write(`There is no part ${unknown.join(', ')}. Parts: ${Object.keys(parts).join(', ')}\n`);
  process.exitCode = 2;
} else {
  for (const [name, part] of Object.entries(parts)) {
    if (names.length === 0 || names.includes(name)) {
      process.env.ASSAY_MUTATION_PART = name;
      await new Stryker({
        mutate: files.length > 0 ? files : part.mutate,
        testRunner: 'vitest',
        plugins: ['@stryker-mutator/vitest-runner'],
        vitest: { configFile: 'test/mutation/vitest.config.ts', related: false },
        coverageAnalysis: 'perTest',
        concurrency: Number(process.env.ASSAY_MUTATION_CONCURRENCY ?? 1),
        timeoutMS: 5_000,
        // Texts are not mutated: they have their own tests.
        mutator: { excludedMutations: ['StringLiteral'] },
        incremental: true,
        incrementalFile: `out/mutation/${name}.incremental.json`,
        tempDirName: 'out/mutation/work',
        ignorePatterns: ['/out', '/dist', '/docs', '/.github'],
        reporters: ['progress-append-only', 'clear-text', 'json', 'html'],
        clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
        jsonReporter: { fileName: `out/mutation/${name}.json` },
        htmlReporter: { fileName: `out/mutation/${name}.html` },
        // Stryker rewrites the named file with an API that TypeScript 7 no longer has; without the file it does nothing.
        tsconfigFile: 'none',
        checkers: [],
      }).runMutationTest();
    }
  }
}
