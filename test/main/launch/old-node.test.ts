import { spawnSync } from 'node:child_process';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };

test.each(['18.19.0', '20.10.0'])(
  'Node %s is refused with the version that is needed, before any other file is loaded',
  async (version) => {
    const directory = await mkdtemp(join(tmpdir(), 'assay-old-node-'));
    try {
      // Alone in its directory, so that loading another file fails.
      const script = join(directory, 'prepare.mjs');
      await copyFile(join(import.meta.dirname, '../../../main/launch/prepare.mjs'), script);
      const older = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`;
      const { status, stderr } = spawnSync(
        process.execPath,
        ['--import', `data:text/javascript,${encodeURIComponent(older)}`, script],
        { encoding: 'utf8' },
      );
      expect(stderr).toBe(
        `Assay needs Node ${manifest.engines.node.replace('>=', '')} or newer; this is ${version}. See https://nodejs.org/\n`,
      );
      expect(status).toBe(2);
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  },
);
