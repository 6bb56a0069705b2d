import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import type { TestProject } from 'vitest/node';

/** Files below `main` that the console runs in threads, and that tests start most. */
const workers = [
  'features/cases/index/index-worker',
  'features/cases/reading/list-worker',
  'features/conversations/raw/worker',
  'features/records/print/print-worker',
  'features/deletion/runs/store/runs-worker',
  'features/callbacks/exam-worker',
  'service/response/worker',
  'features/team/link-worker',
  'features/signatures/worker',
];

/** The directory with the built workers, for the processes that run test files. */
const directoryVariable = 'ASSAY_TEST_WORKERS';

/**
 * Builds the workers into few files before the first test, as they are in the product: a thread then starts with a quarter of the processor time
 * that it takes from the sources. `use-built-workers.ts` starts them.
 */
export async function setup(project: TestProject): Promise<(() => void) | undefined> {
  if (process.env[directoryVariable] !== undefined) {
    return undefined;
  }
  const directory = mkdtempSync(join(tmpdir(), 'assay-workers-'));
  process.env[directoryVariable] = directory;
  await buildWorkers(directory);
  project.onTestsRerun(() => buildWorkers(directory));
  return () => rmSync(directory, { recursive: true, force: true });
}

async function buildWorkers(outDir: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir,
      target: 'node24',
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(workers.map((name) => [name, join('main', `${name}.ts`)])),
        output: { format: 'es', entryFileNames: '[name].mjs', chunkFileNames: 'chunks/[name]-[hash].mjs' },
      },
    },
  });
}
