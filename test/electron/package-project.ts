import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { isStale } from '../../main/launch/build.mjs';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');

/** A separate checkout, packed without the runtime: the project's files, and files that must not be packed. */
export interface PackedProject {
  directory: string;
  /** Built output, as `npm run build` leaves it. */
  out: string;
  archive: string;
  unpacked: string;
  executable: string;
  remove(): Promise<void>;
}

/** Files of a checkout that must not be in the archive. */
export const strays = {
  '.env': 'ASSAY_API_KEY_PASSWORD=stray-secret',
  'environments.json': '{"apiKey":"stray-secret"}',
  'main/electron.ts': 'export const stray = "stray-secret";',
  'test/some.test.ts': 'export const stray = "stray-secret";',
  'out/renderer/assets/index.js.map': '{"sources":["stray-secret"]}',
  'out/trace.log': 'stray-secret',
} as const;

/** Packs what `npm run build` made with the project's electron-builder.yml, for Linux on any system. */
export async function packProject(): Promise<PackedProject> {
  if (isStale(root, 'out/main/electron.js', ['main', 'preload', 'renderer', 'build', 'package-lock.json'])) {
    throw new Error('The build for Electron is missing or older than its sources: npm run build.');
  }
  const directory = await mkdtemp(join(tmpdir(), 'assay-package-'));
  const project = join(directory, 'project');
  const runtime = join(directory, 'runtime');
  for (const name of ['out/main', 'out/preload', 'out/renderer', 'out/browser-host']) {
    await cp(join(root, name), join(project, name), { recursive: true });
  }
  for (const name of ['package.json', 'electron-builder.yml', 'build', 'LICENSE']) {
    await cp(join(root, name), join(project, name), { recursive: true });
  }
  for (const name of ['keytar', 'electron', '@electron/fuses']) {
    await cp(join(root, 'node_modules', name), join(project, 'node_modules', name), { recursive: true });
  }
  // The packer reads the description of each; nothing else of them may be packed.
  for (const name of await productionPackages()) {
    const from = join(root, 'node_modules', name, 'package.json');
    const to = join(project, 'node_modules', name, 'package.json');
    if (existsSync(from) && !existsSync(to)) {
      await cp(from, to);
      await writeFile(join(to, '..', 'index.js'), 'export const stray = "stray-secret";');
    }
  }
  for (const [name, content] of Object.entries(strays)) {
    await mkdir(join(project, name, '..'), { recursive: true });
    await writeFile(join(project, name), content);
  }
  await fakeRuntime(runtime);
  await node(project, 'electron-builder/cli.js', [
    ...['--linux', 'dir', '--x64', '--projectDir', project],
    `--config.electronDist=${runtime}`,
  ]);
  const packed = join(project, 'dist', 'linux-unpacked');
  return {
    directory,
    out: join(project, 'out'),
    archive: join(packed, 'resources', 'app.asar'),
    unpacked: join(packed, 'resources', 'app.asar.unpacked'),
    executable: join(packed, 'assay'),
    remove: () => rm(directory, { recursive: true, force: true }),
  };
}

/** Returns the observations of `double/packed-run.ts` about the console in an archive. */
export async function runPacked(archive: string): Promise<Record<string, unknown>> {
  const double = join(import.meta.dirname, 'double');
  const child = fork(join(double, 'packed-run.ts'), [archive], {
    execArgv: ['--import', pathToFileURL(join(double, 'archive.ts')).href],
    // The secret service of the person who runs the tests is not used.
    env: { ...process.env, DBUS_SESSION_BUS_ADDRESS: undefined, XDG_RUNTIME_DIR: undefined },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    serialization: 'advanced',
  });
  const words = child.stderr ? text(child.stderr) : '';
  const ended = once(child, 'exit').then(async ([status]) => {
    throw new Error(`The console ended with ${status}: ${await words}`);
  });
  const [seen] = await Promise.race([once(child, 'message'), ended]);
  await ended.catch(() => undefined);
  return seen;
}

async function node(cwd: string, script: string, given: string[]): Promise<void> {
  await run(process.execPath, [join(root, 'node_modules', script), ...given], {
    cwd,
    // Prevents downloads and signing with a certificate of this machine.
    env: { ...process.env, CSC_IDENTITY_AUTO_DISCOVERY: 'false', NODE_ENV: '', VITEST: '' },
    maxBuffer: 16 * 1024 * 1024,
  });
}

/** Every package needed at run time, according to the lock file; the packer places all of them side by side. */
async function productionPackages(): Promise<string[]> {
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; optional?: boolean; devOptional?: boolean }>;
  };
  return Object.entries(lock.packages)
    .filter(([path, { dev, devOptional }]) => path.startsWith('node_modules/') && !dev && !devOptional)
    .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length));
}

/** Marks the fuses in Electron's executable: a sentence, the version, their number, and one byte each. */
const fuseMark = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';

/** A file that the packer accepts as a runtime: not an executable, with every fuse as Electron ships it. */
async function fakeRuntime(directory: string): Promise<void> {
  await mkdir(join(directory, 'resources'), { recursive: true });
  await mkdir(join(directory, 'locales'));
  for (const language of ['de', 'en-GB', 'en-US']) {
    await writeFile(join(directory, 'locales', `${language}.pak`), '');
  }
  await writeFile(join(directory, 'LICENSE'), 'There is no runtime here.');
  await writeFile(join(directory, 'version'), '45.4.1');
  // Nine, as in Electron 45: the last is `wasmTrapHandlers`.
  const fuses = '101100011';
  const wire = [Buffer.from(fuseMark), Buffer.from([1, fuses.length]), Buffer.from(fuses)];
  const executable = Buffer.concat([Buffer.from('#!/bin/false\n'), ...wire, Buffer.alloc(16)]);
  await writeFile(join(directory, 'electron'), executable, { mode: 0o755 });
}

/** The fuses of an executable in order: on or off. */
export async function readFuses(executable: string): Promise<boolean[]> {
  const bytes = await readFile(executable);
  const start = bytes.indexOf(fuseMark) + fuseMark.length;
  const count = bytes[start + 1] ?? 0;
  return [...bytes.subarray(start + 2, start + 2 + count)].map((state) => state === '1'.charCodeAt(0));
}
