import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { basename, join, resolve } from 'node:path';
import { extractFile, listPackage, statFile } from '@electron/asar';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reportFaces } from '../../main/features/records/print/report-fonts.ts';
import { type PackedProject, packProject, readFuses, runPacked, strays } from './package-project.ts';

describe('the packed application', () => {
  let packed: PackedProject;
  let files: string[];
  let running: ReturnType<typeof runPacked> | undefined;
  const ran = () => {
    running ??= runPacked(packed.archive);
    return running;
  };
  beforeAll(async () => {
    packed = await packProject();
    files = listPackage(packed.archive, { isPack: false })
      .map((path) => path.replaceAll('\\', '/').slice(1))
      .filter((path) => !('files' in statFile(packed.archive, path)));
  }, 240_000);
  afterAll(() => packed?.remove());

  const text = (path: string) => extractFile(packed.archive, path).toString('utf8');

  test('contains built output, the keychain library, its own description, icon and licences, and nothing else', () => {
    const allowed = [
      /^out\/main\/[\w.-]+\.js$/,
      /^out\/(main|renderer)\/licenses\.txt$/,
      /^out\/main\/sandbox\/assets\/(face\.(mp4|webm)|specimens\/[a-z-]+\/[a-z-]+\.(jpg|pdf|png))$/,
      /^out\/preload\/index\.cjs$/,
      /^out\/renderer\/index\.html$/,
      /^out\/renderer\/(assets|pdfjs\/(cmaps|iccs|standard_fonts|wasm))\/[\w.-]+$/,
      /^package\.json$/,
      /^LICENSE$/,
      // The fonts of PDF reports.
      /^out\/main\/fonts\/@(embedpdf|fontsource)\/[\w-]+\/(LICENSE|(fonts|files)\/[\w-]+\.(ttf|otf|woff))$/,
      /^node_modules\/keytar\/(package\.json|LICENSE\.md|lib\/[\w.]+\.js|prebuilds\/linux-x64\/keytar\.node)$/,
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
      'out/main/sandbox/assets/specimens/as-entered/report.pdf',
      'out/main/sandbox/assets/specimens/polish/passport.png',
      ...decoders,
      ...maps.map((name) => `out/renderer/pdfjs/cmaps/${name}.bcmap`),
      'out/renderer/pdfjs/iccs/CGATS001Compat-v2-micro.icc',
      'LICENSE',
      ...['out/main/licenses.txt', 'out/renderer/licenses.txt', 'node_modules/keytar/package.json'],
    ]) {
      expect(files).toContain(needed);
    }
  });

  test('contains the licence text of every library in it', () => {
    const named = (path: string) => [...text(path).matchAll(/^(@?[\w./-]+) \d[\w.-]* \((.+)\)$/gm)];
    const libraries = (path: string) => named(path).map(([, name]) => name);
    expect(libraries('out/main/licenses.txt')).toEqual(
      expect.arrayContaining(['@noble/hashes', 'electron-updater', 'undici', 'write-file-atomic', 'zod']),
    );
    expect(libraries('out/renderer/licenses.txt')).toEqual(
      expect.arrayContaining([
        '@mantine/core',
        '@tabler/icons-react',
        'pdfjs-dist',
        'react',
        'react-dom',
        'zustand',
      ]),
    );
    for (const path of ['out/main/licenses.txt', 'out/renderer/licenses.txt']) {
      expect(named(path).filter(([, , license]) => license === 'undefined')).toEqual([]);
    }
    expect(text('out/renderer/licenses.txt')).toContain('Apache License');
    expect(files).toContain('node_modules/keytar/LICENSE.md');
    expect(existsSync(join(packed.executable, '..', 'LICENSE.electron.txt'))).toBe(true);
  });

  test('has its icon and the way to start it on a system without user namespaces beside the archive', () => {
    expect(existsSync(join(packed.archive, '..', 'icon.png'))).toBe(true);
    expect(existsSync(join(packed.executable, '..', 'START.txt'))).toBe(true);
  });

  test('contains Chromium’s texts in English only', async () => {
    const locales = await readdir(join(packed.executable, '..', 'locales'));
    expect(locales).toContain('en-US.pak');
    expect(locales).not.toContain('de.pak');
  });

  test('contains the fonts, decoders, profiles and character maps of PDF files with their licences', () => {
    const fonts = files.filter((path) => path.startsWith('out/renderer/pdfjs/standard_fonts/'));
    expect(fonts.filter((path) => /\.(pfb|ttf)$/.test(path)).length).toBeGreaterThanOrEqual(14);
    expect(fonts).toEqual(expect.arrayContaining([expect.stringContaining('LICENSE_FOXIT')]));
    expect(fonts).toEqual(expect.arrayContaining([expect.stringContaining('LICENSE_LIBERATION')]));
    for (const [folder, kind] of [
      ['wasm', 'wasm'],
      ['iccs', 'icc'],
      ['cmaps', 'bcmap'],
    ] as const) {
      const held = files.filter((path) => path.startsWith(`out/renderer/pdfjs/${folder}/`));
      expect(held.some((path) => path.endsWith(`.${kind}`))).toBe(true);
      expect(held.some((path) => path.includes('/LICENSE'))).toBe(true);
    }
  });

  test('contains the fonts of PDF reports with their licences, and no others', () => {
    const below = 'out/main/fonts/';
    const held = files.filter((path) => path.startsWith(below)).map((path) => path.slice(below.length));
    const fonts = reportFaces.map(({ path }) => path);
    const licences = fonts.map((path) => path.split('/').slice(0, 2).concat('LICENSE').join('/'));
    expect(held.toSorted()).toEqual([...new Set([...fonts, ...licences])].toSorted());
  });

  test('contains only the used parts of its libraries', () => {
    const main = files.filter((path) => /^out\/main\/.*\.js$/.test(path)).map(text);
    // A word of zod's Azerbaijani error messages, and a title in undici's documentation.
    for (const stray of ['Yanlış dəyər', '# Class: Agent', '"devDependencies"']) {
      expect(main.filter((script) => script.includes(stray))).toEqual([]);
    }
  });

  test('has its workers as files, which share their libraries, need nothing but Node and nothing of the main script', () => {
    const scripts = new Map(
      files.filter((path) => /^out\/main\/[^/]+\.js$/.test(path)).map((path) => [basename(path), text(path)]),
    );
    const importsOf = (name: string) =>
      [...(scripts.get(name) ?? '').matchAll(/^(?:import|export)\b[^;]*?["']([^"']+)["'];$/gm)].map(
        ([, from = '']) => from,
      );
    const reached = (name: string, met = new Set<string>()): Set<string> => {
      for (const from of importsOf(name)) {
        const next = from.replace(/^\.\//, '');
        if (!met.has(next)) {
          met.add(next);
          reached(next, met);
        }
      }
      return met;
    };
    const workers = [...scripts.keys()].filter((name) => name.endsWith('-worker.js'));
    expect(workers.length).toBeGreaterThanOrEqual(9);
    for (const name of workers) {
      const met = [...reached(name)];
      // One runs keytar, in a process of its own.
      const others = name === 'keychain-keytar-worker.js' ? ['keytar'] : [];
      expect(met.filter((one) => !isBuiltin(one) && !scripts.has(one))).toEqual(others);
      expect(met).not.toContain('electron.js');
    }
    expect([...scripts.values()].filter((script) => script.includes('data:text/javascript'))).toEqual([]);
    const withPdf = [...scripts]
      .filter(([, script]) => script.includes('PDFDocument = class'))
      .map(([name]) => name);
    expect(withPdf).toHaveLength(1);
    const printing = workers.filter((name) => [name, ...reached(name)].includes(withPdf[0] ?? ''));
    expect(printing).toHaveLength(1);
  });

  test('leaves the updater out of packages for Linux, whose package managers bring new versions', async () => {
    const ofBuild = (await readdir(join(packed.out, 'main'))).filter((name) =>
      /^updater-library-/.test(name),
    );
    expect(ofBuild).toHaveLength(1);
    expect(files.filter((path) => ofBuild.includes(basename(path)))).toEqual([]);
    expect(
      files.filter((path) => path.endsWith('.js') && text(path).includes('latest release artifacts')),
    ).toEqual([]);
  });

  test('contains no stray files of the checkout', () => {
    expect(files.filter((path) => path in strays)).toEqual([]);
    const held = files.filter(
      (path) => !statFile(packed.archive, path).unpacked && text(path).includes('stray-secret'),
    );
    expect(held).toEqual([]);
  });

  test('contains no sources, maps or tests', () => {
    expect(files.filter((path) => /\.(tsx?|mts|cts|map)$|\.test\.|\/tests?\//.test(path))).toEqual([]);
    expect(
      files.filter((path) => path.startsWith('out/') && text(path).includes('sourceMappingURL')),
    ).toEqual([]);
  });

  test('contains neither the control of the sandbox nor the browser host', async () => {
    const ours = files.filter((path) => /^out\/main\/.*\.js$/.test(path)).map(text);
    for (const [source, mark] of [
      ['main/sandbox/control.ts', 'controlExtension'],
      ['main/sandbox/controlled.ts', 'startControlledSandbox'],
      ['main/hosts/browser/server.ts', 'startBrowserServer'],
    ] as const) {
      // The text occurs in the source, so its absence from the build is meaningful.
      expect(await readFile(resolve(source), 'utf8')).toContain(mark);
      expect(ours.filter((built) => built.includes(mark))).toEqual([]);
    }
    expect(ours.some((built) => built.includes('startSandbox'))).toBe(true);
  });

  test("keeps only this system's keychain library outside the archive", async () => {
    const binary = 'node_modules/keytar/prebuilds/linux-x64/keytar.node';
    expect(files.filter((path) => path.endsWith('.node'))).toEqual([binary]);
    expect(statFile(packed.archive, binary)).toMatchObject({ unpacked: true });
    expect(existsSync(join(packed.unpacked, binary))).toBe(true);
    const outside = await readdir(packed.unpacked, { recursive: true, withFileTypes: true });
    expect(outside.filter((entry) => entry.isFile()).map(({ name }) => name)).toEqual(['keytar.node']);
  });

  test('has a package.json without scripts and development dependencies', () => {
    const description = JSON.parse(text('package.json'));
    expect(description).toMatchObject({ name: 'assay', main: 'out/main/electron.js', type: 'module' });
    for (const name of [
      'scripts',
      'devDependencies',
      'allowScripts',
      'engines',
      'dependencies',
      'overrides',
    ]) {
      expect(description[name] ?? undefined).toBeUndefined();
    }
  });

  test('has every fuse set', async () => {
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

  test('runs from its archive: page, workers, fonts and specimens', async () => {
    const seen = await ran();
    expect(seen).toMatchObject({
      page: expect.stringMatching(/content="[\w+/=]{24}"/),
      wasm: 200,
      environments: { selectedId: 'sandbox' },
      conversation: { environmentId: 'sandbox' },
      // A specimen, which the sandbox in it reads.
      medium: { form: 'image', status: 200, begins: 'ffd8' },
      // Found by the search, which runs in a worker.
      explained: { findings: [expect.anything()] },
      // Made in another one, with the fonts of the archive.
      report: { saved: { kind: 'saved' }, begins: '%PDF-' },
    });
    const { workers } = seen as { workers: Record<string, string> };
    expect(Object.keys(workers).length).toBeGreaterThanOrEqual(9);
    expect(Object.entries(workers).filter(([, answer]) => answer !== 'failed')).toEqual([]);
  });

  test.runIf(process.platform === 'linux' && process.arch === 'x64')(
    'loads the keychain library from beside its archive',
    async () => {
      expect(await ran()).toMatchObject({ keychain: 'function', keychainProcess: true });
    },
  );
});
