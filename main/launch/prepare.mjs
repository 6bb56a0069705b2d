/**
 * Prepares a fresh clone before `npm start`, `npm run start:browser` and `npm test`. Reports to standard error, since standard output
 * belongs to the command that follows.
 *
 * `--for start | browser | test | node`: the last for commands that need only Node and the dependencies.
 *
 * Uses nothing newer than Node 12, and loads the rest only after the version is known to be enough.
 */

/** The oldest Node that can install and build: `import.meta.dirname` came with it. */
const oldest = '20.11.0';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const [wantedMajor = 0, wantedMinor = 0] = oldest.split('.').map(Number);
if (major < wantedMajor || (major === wantedMajor && minor < wantedMinor)) {
  process.stderr.write(
    `Assay needs Node ${oldest} or newer; this is ${process.versions.node}. See https://nodejs.org/\n`,
  );
  process.exitCode = 2;
} else {
  import('./prepare-clone.mjs').then(({ prepareClone }) => {
    const task = process.argv[process.argv.indexOf('--for') + 1] || 'start';
    // Status 2, as for wrong usage: 1 is a result of `npm run verify`.
    process.exitCode = prepareClone(task) ? 0 : 2;
  });
}
