import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Files that look at the console in the shared Chromium. They take longest and start first. */
const inBrowser = [
  'test/journeys/*.test.ts',
  'test/hostile/{media-leak,media-mutations,media-pdf,spoofing,window,window-leak}.test.ts',
  'test/main/hosts/browser/chromium.test.ts',
  'test/main/sandbox/page.test.ts',
];

/** Files that start programs, or change or measure the process they run in. */
const ownProcess = [
  'test/{conformance,electron,hostile,hosts,journeys}/**/*.test.ts',
  'test/main/{environments,examine,hosts,launch,sandbox,store,workers}/**/*.test.ts',
  'test/main/signatures/{large-file,handlers-streams,recipes}.test.ts',
  'test/main/service/media.test.ts',
  'test/preload/contract/frames.test.ts',
];

// Tests with a browser or other programs depend on what else the machine does: one that fails is tried once more, and the end of the
// output names it. Unit and property tests are not.
export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    setupFiles: ['test/support/patience.ts'],
    pool: 'forks',
    maxWorkers: 2,
    unstubGlobals: true,
    // Consoles, sandboxes and commands that tests start need not compile the sources again: half of the time of a start.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules', '.cache', 'assay', 'compiled') },
    projects: [
      // Vitest starts projects in the order of their names.
      {
        extends: true,
        test: {
          name: 'browser',
          include: inBrowser,
          globalSetup: 'test/support/browser.ts',
          setupFiles: ['test/support/failed-pages.ts'],
          retry: 1,
        },
      },
      { extends: true, test: { name: 'own process', include: ownProcess, exclude: inBrowser, retry: 1 } },
      {
        extends: true,
        test: {
          name: 'shared process',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: [...inBrowser, ...ownProcess],
          // One process runs file after file: starting one for each takes longer than the tests of most.
          isolate: false,
        },
      },
    ],
  },
});
