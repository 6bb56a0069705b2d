import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { fullTests, patienceMs, tags, testTimeout } from './test/support/full-tests.ts';

/** Files that look at the console in the shared Chromium. */
const inBrowser = [
  'test/journeys/*.test.ts',
  'test/hostile/{media-leak,media-mutations,media-pdf,window,window-leak}*.test.ts',
  'test/hosts/browser.test.ts',
  'test/main/hosts/browser/chromium.test.ts',
  'test/main/launch/window-profile.all.test.ts',
  'test/main/features/media/mrz/*.test.ts',
  'test/main/sandbox/page.test.ts',
];

/** Files that start the real Electron. */
const inElectron = ['test/journeys/electron/*.test.ts'];

/** Files that pack what was built, or start the browser host, which needs the built interface. */
const packedOrStarted = [
  'test/electron/packaging.test.ts',
  'test/fuzz/callbacks-load.all.test.ts',
  'test/hostile/stop.test.ts',
  'test/main/features/deletion/killed.test.ts',
  'test/main/launch/{browser,team-demo}.test.ts',
];

/** Files that change or measure the process they run in. */
const ownProcess = [
  'test/electron/updates.test.ts',
  'test/hostile/{main-thread,media-responses}.test.ts',
  'test/main/launch/*.test.ts',
  'test/main/common/workers/*.test.ts',
  'test/main/features/signatures/{large-file,handlers-streams}.test.ts',
  'test/main/service/media.test.ts',
];

/** Threads of the console start from few built files, which are made before the first test, and temporary files are in memory. */
const ofParts = {
  globalSetup: ['test/support/built-workers.ts', 'test/support/memory-directory.ts'],
  setupFiles: ['test/support/use-built-workers.ts', 'test/support/use-memory-directory.ts'],
};

/** Files that only `npm run test:all` runs: what takes long, with a small version in another file. */
const onlyInAll = '**/*.all.test.ts';

const exclude = fullTests ? configDefaults.exclude : [...configDefaults.exclude, onlyInAll];

export default defineConfig({
  test: {
    testTimeout,
    hookTimeout: 120_000,
    expect: { poll: { timeout: patienceMs } },
    setupFiles: ['test/support/patience.ts'],
    pool: 'forks',
    // Larger spaces for new objects: collecting them took a tenth of the processor time.
    execArgv: ['--max-semi-space-size=64'],
    // One more than the processors that CI has: tests wait for programs, disks and clocks for a tenth of their time.
    maxWorkers: 3,
    unstubGlobals: true,
    tags,
    // Consoles, sandboxes and commands that tests start need not compile the sources again: half of the time of a start.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules', '.cache', 'assay', 'compiled') },
    projects: [
      // `npm test` runs those whose names begin with "built" when the build is done.
      {
        extends: true,
        test: {
          name: 'built, in a browser',
          include: inBrowser,
          exclude,
          globalSetup: 'test/support/browser.ts',
          setupFiles: ['test/support/failed-pages.ts'],
          // One process runs file after file, so that the next takes the console of the last.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'built, in Electron', include: inElectron, exclude } },
      { extends: true, test: { name: 'built, packed or started', include: packedOrStarted, exclude } },
      {
        extends: true,
        test: {
          name: 'own process',
          ...ofParts,
          include: ownProcess,
          exclude: [...exclude, ...inBrowser, ...packedOrStarted],
        },
      },
      {
        extends: true,
        test: {
          name: 'shared process',
          ...ofParts,
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: [
            ...exclude,
            ...[...inBrowser, ...inElectron, ...packedOrStarted, ...ownProcess],
            'test/components/**',
          ],
          // One process runs file after file: starting one for each takes longer than the tests of most.
          isolate: false,
        },
      },
      'test/components/vitest.config.ts',
    ],
  },
});
