import { readFile } from 'node:fs/promises';
import { runCli } from './signatures/cli.ts';
import { fileBody, fileLength } from './signatures/file-body.ts';

process.exitCode = await runCli(process.argv.slice(2), {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  readFile: (path) => readFile(path),
  openFile: fileBody,
  fileLength,
  now: () => Date.now(),
  interrupted: () => {
    const controller = new AbortController();
    // The first Ctrl+C stops the search and prints its report; the second ends the process.
    process.once('SIGINT', () => controller.abort());
    return controller.signal;
  },
});
