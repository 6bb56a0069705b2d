import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { extractFile, listPackage, statFile } from '@electron/asar';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startElectronConsole } from './double/start-console.ts';
import { type PackedProject, packProject, productionPackages, readFuses, strays } from './package-project.ts';

describe('the packed application', () => {
  let packed: PackedProject;
  let files: string[];
  beforeAll(async () => {
    packed = await packProject();
    files = listPackage(packed.archive, { isPack: false })
      .map((path) => path.replaceAll('\\', '/').slice(1))
      .filter((path) => !('files' in statFile(packed.archive, path)));
  }, 120_000);
  afterAll(() => packed?.remove());

  const text = (path: string) => extractFile(packed.archive, path).toString('utf8');

  it('holds built output, production dependencies, its own description and licence, and nothing else', async () => {
    const dependencies = await productionPackages();
    const allowed = [
      /^out\/main\/[\w-]+\.js$/,
      /^out\/main\/signatures\/worker\.js$/,
      /^out\/main\/sandbox\/assets\/[\w-]+\.(bin|jpg|mp4|webm)$/,
      /^out\/preload\/index\.cjs$/,
      /^out\/renderer\/index\.html$/,
      /^out\/renderer\/(assets|pdfjs\/(cmaps|iccs|standard_fonts|wasm))\/[\w.-]+$/,
      /^package\.json$/,
      /^LICENSE$/,
      ...dependencies.map((name) => new RegExp(`^node_modules/${name}/`)),
    ];
    expect(files.filter((path) => !allowed.some((pattern) => pattern.test(path)))).toEqual([]);
    const decoders = ['jbig2.wasm', 'openjpeg.wasm', 'qcms_bg.wasm'].map(
      (name) => `out/renderer/pdfjs/wasm/${name}`,
    );
    const maps = ['UniJIS-UTF16-H', 'UniGB-UTF16-H', 'Adobe-Korea1-UCS2'];
    for (const needed of [
      'out/main/electron.js',
      'out/preload/index.cjs',
      'out/renderer/index.html',
      ...decoders,
      ...maps.map((name) => `out/renderer/pdfjs/cmaps/${name}.bcmap`),
      'out/renderer/pdfjs/iccs/CGATS001Compat-v2-micro.icc',
    ]) {
      expect(files).toContain(needed);
    }
    for (const name of ['undici', 'zod', 'keytar'])
      expect(files).toContain(`node_modules/${name}/package.json`);
  });

  it('holds nothing that lay about in the checkout', () => {
    expect(files.filter((path) => path in strays)).toEqual([]);
    const held = files.filter(
      (path) => !statFile(packed.archive, path).unpacked && text(path).includes('stray-secret'),
    );
    expect(held).toEqual([]);
  });

  it('holds no sources, maps or tests', () => {
    expect(files.filter((path) => /\.(tsx?|mts|cts|map)$|\.test\.|\/tests?\//.test(path))).toEqual([]);
    expect(
      files.filter((path) => path.startsWith('out/') && text(path).includes('sourceMappingURL')),
    ).toEqual([]);
  });

  it('reaches neither the control of the sandbox nor the browser host', async () => {
    const ours = files.filter((path) => /^out\/main\/.*\.js$/.test(path)).map(text);
    for (const [source, mark] of [
      ['main/sandbox/control.ts', 'controlExtension'],
      ['main/sandbox/controlled.ts', 'startControlledSandbox'],
      ['main/hosts/browser/server.ts', 'startBrowserServer'],
    ] as const) {
      // The mark is in the source, so that not finding it in the build means something.
      expect(await readFile(resolve(source), 'utf8')).toContain(mark);
      expect(ours.filter((built) => built.includes(mark))).toEqual([]);
    }
    expect(ours.some((built) => built.includes('startSandbox'))).toBe(true);
  });

  it('keeps the keychain library for this system outside the archive, and only that', async () => {
    const binary = 'node_modules/keytar/prebuilds/linux-x64/keytar.node';
    expect(files.filter((path) => path.endsWith('.node'))).toEqual([binary]);
    expect(statFile(packed.archive, binary)).toMatchObject({ unpacked: true });
    expect(existsSync(join(packed.unpacked, binary))).toBe(true);
    const outside = await readdir(packed.unpacked, { recursive: true, withFileTypes: true });
    expect(outside.filter((entry) => entry.isFile()).map(({ name }) => name)).toEqual(['keytar.node']);
  });

  it('describes itself without scripts and development dependencies', () => {
    const description = JSON.parse(text('package.json'));
    expect(description).toMatchObject({ name: 'assay', main: 'out/main/electron.js', type: 'module' });
    expect(description).not.toHaveProperty('scripts');
    expect(description).not.toHaveProperty('devDependencies');
  });

  it('has every fuse set', async () => {
    expect(await readFuses(packed.executable)).toEqual([
      false, // runAsNode
      true, // enableCookieEncryption
      false, // enableNodeOptionsEnvironmentVariable
      false, // enableNodeCliInspectArguments
      true, // enableEmbeddedAsarIntegrityValidation
      true, // onlyLoadAppFromAsar
      false, // loadBrowserProcessSpecificV8Snapshot
      false, // grantFileProtocolExtraPrivileges
      true, // wasmTrapHandlers
    ]);
  });

  it('runs from its built files', async () => {
    const assay = await startElectronConsole({
      entry: join(packed.out, 'main', 'electron.js'),
      electronModule: join(packed.out, '..', 'node_modules', 'electron', 'index.js'),
    });
    const answer = await assay.invoke('1', 'environments.list', {});
    await assay.close();
    expect(answer).toMatchObject({ ok: true });
  });
});
