import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { givenElectron } from '../../../main/launch/electron.mjs';
import { unpackElectronZip } from '../../../main/launch/electron-zip.mjs';
import { zip } from '../../support/zip.ts';

const run = promisify(execFile);
const version = '45.4.1';
const program = process.platform === 'win32' ? 'electron.exe' : 'electron';
const name = `electron-v${version}-${process.platform}-${process.arch}.zip`;

describe('a supplied runtime', () => {
  let root: string;
  let home: string;
  let file: string;
  /** A project whose electron package has the checksum of the test archive. */
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'assay-zip-'));
    home = join(root, 'node_modules', 'electron');
    file = join(root, 'downloaded.zip');
    const archive = zip({ version: `v${version}`, [program]: '#!/bin/sh\n', LICENSE: 'none' });
    await mkdir(home, { recursive: true });
    await writeFile(file, archive);
    await writeFile(join(home, 'package.json'), JSON.stringify({ version }));
    const checksum = createHash('sha256').update(archive).digest('hex');
    await writeFile(join(home, 'checksums.json'), JSON.stringify({ [name]: checksum }));
  });
  afterEach(() => rm(root, { recursive: true, force: true }));
  const given = (zipFile?: string) =>
    givenElectron(root, zipFile === undefined ? {} : { ASSAY_ELECTRON_ZIP: zipFile });

  test.skipIf(process.platform === 'darwin')('is unpacked if it is the published one', async () => {
    const there = { program: join(home, 'dist', program) };
    expect(await given(file)).toEqual(there);
    expect(await readFile(join(home, 'dist', 'version'), 'utf8')).toBe(`v${version}`);
    expect((await readdir(home)).sort()).toEqual(['checksums.json', 'dist', 'package.json', 'path.txt']);
    // The archive is needed only once.
    expect(await given()).toEqual(there);
  });

  test('is refused if it is another one, and nothing is unpacked', async () => {
    await writeFile(file, zip({ version: `v${version}`, [program]: 'something else' }));
    const answer = (await given(file)) as { reason: string };
    expect(answer.reason).toContain(`is not the published ${name}: its SHA-256 is`);
    expect(await readdir(home)).toEqual(['checksums.json', 'package.json']);
  });

  test('is refused if it is no archive', async () => {
    await writeFile(file, 'no archive');
    const checksum = createHash('sha256').update('no archive').digest('hex');
    await writeFile(join(home, 'checksums.json'), JSON.stringify({ [name]: checksum }));
    expect(await given(file)).toMatchObject({ reason: expect.stringContaining('could not be unpacked') });
    expect(await readdir(home)).toEqual(['checksums.json', 'package.json']);
  });

  test('is refused if it is missing, a folder, or for an unsupported machine', async () => {
    expect(await given(join(root, 'missing.zip'))).toMatchObject({
      reason: expect.stringContaining('does not exist'),
    });
    expect(await given(root)).toMatchObject({ reason: expect.stringContaining('cannot be read') });
    expect(await unpackElectronZip(root, file, { platform: 'plan9' })).toContain('electron-v45.4.1-plan9');
  });

  test('is not looked for if none is named', async () => {
    expect(await given()).toEqual({ reason: 'it is not installed' });
  });

  test('that is wrong ends packaging with one sentence that says what to do', async () => {
    const project = resolve(import.meta.dirname, '../../..');
    await cp(join(project, 'main', 'launch'), join(root, 'main', 'launch'), { recursive: true });
    await writeFile(join(root, 'package.json'), '{"type":"module"}');
    await symlink(join(project, 'node_modules', 'node'), join(root, 'node_modules', 'node'));
    await writeFile(file, 'no archive');
    const failed = await run(process.execPath, [join(root, 'main', 'launch', 'package.mjs')], {
      env: { ...process.env, ASSAY_ELECTRON_ZIP: file, ELECTRON_OVERRIDE_DIST_PATH: undefined },
    }).catch((error: { code: number; stderr: string }) => error);
    expect(failed).toMatchObject({ code: 1 });
    expect(failed.stderr.trim().split('\n')).toEqual([
      expect.stringMatching(
        /^Electron 45\.4\.1, which the installers are made from, is missing: downloaded\.zip is not the published .*ASSAY_ELECTRON_ZIP=FILE npm run package$/,
      ),
    ]);
  });
});
