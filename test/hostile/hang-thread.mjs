import { execFileSync } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// Blocks a thread of the pool forever, as a keychain does whose service stops during a call: nothing is ever written into this pipe.
const pipe = join(tmpdir(), `assay-hang-${process.pid}`);
execFileSync('mkfifo', [pipe]);
void readFile(pipe).catch(() => undefined);
setTimeout(() => void rm(pipe, { force: true }), 500).unref();
