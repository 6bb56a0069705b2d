import { existsSync } from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import type { Worker } from 'node:worker_threads';

// The larger space for new objects is for the tests alone: with it, a thread over its limit of memory may end the whole process.
setFlagsFromString('--max-semi-space-size=0');

const main = join(import.meta.dirname, '..', '..', 'main');
const directory = process.env.ASSAY_TEST_WORKERS;
const threads = createRequire(import.meta.url)('node:worker_threads') as { Worker: typeof Worker };

/** The built file of a worker whose source this is, or the given one. */
function builtOf(file: string | URL): string | URL {
  if (directory === undefined || !(file instanceof URL) || file.protocol !== 'file:') {
    return file;
  }
  const built = join(directory, relative(main, fileURLToPath(file)).replace(/\.ts$/, '.mjs'));
  return existsSync(built) ? built : file;
}

const marker = 'startsBuiltWorkers';

// One process may run many files.
if (!(marker in threads.Worker)) {
  threads.Worker = class extends threads.Worker {
    static readonly [marker] = true;

    constructor(file: string | URL, options?: ConstructorParameters<typeof Worker>[1]) {
      super(builtOf(file), options);
    }
  };
  syncBuiltinESMExports();
}
