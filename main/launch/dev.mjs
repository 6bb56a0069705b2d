import { createServer as createListener } from 'node:net';
import { join } from 'node:path';
import { chooseHost } from './choose-host.mjs';
import { projectNode } from './dependencies.mjs';
import { thisMachine } from './needs.mjs';
import { run } from './run.mjs';
import { bringSystemNeeds } from './system.mjs';

/**
 * `npm run dev`: Assay with hot reload of the interface and a main process that restarts when one of its files changes.
 * The host is chosen as in `npm start`; `ASSAY_HOST` chooses explicitly.
 */

const root = join(import.meta.dirname, '..', '..');
const node = projectNode(root);

/** @param {string} text */
const say = (text) => process.stderr.write(`${text}\n`);

/** @returns {Promise<number>} a port that is free now */
function freePort() {
  return new Promise((resolve, reject) => {
    const listener = createListener();
    listener.once('error', reject);
    listener.listen(0, '127.0.0.1', () => {
      const address = listener.address();
      listener.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

const port = await freePort();
process.env.ASSAY_DEV_PORT = String(port);
const host = await chooseHost(root, say);
if ('program' in host) {
  const cli = join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js');
  // Root cannot use the sandbox.
  const more = process.getuid?.() === 0 ? ['--noSandbox'] : [];
  run(root, node, [cli, '--watch', ...more], {
    environment: { ...process.env, ELECTRON_EXEC_PATH: host.program },
    toGroup: true,
  });
} else {
  say(`Electron cannot run here (${host.reason}): Assay uses its browser host instead.`);
  bringSystemNeeds(root, thisMachine(), { task: 'browser', say, now: Date.now });
  const { createServer } = await import('vite');
  const server = await createServer({ configFile: join(root, 'renderer', 'vite.config.ts') });
  await server.listen();
  const main = join(root, 'main', 'browser.ts');
  const args = ['--watch', '--watch-preserve-output', '--enable-source-maps', main, ...process.argv.slice(2)];
  const child = run(root, node, args, {
    environment: { ...process.env, ASSAY_DEV_SERVER: `http://127.0.0.1:${port}` },
  });
  child.once('exit', () => void server.close());
}
