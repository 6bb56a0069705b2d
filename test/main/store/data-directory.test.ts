import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { openDataDirectory } from '../../../main/store/data-directory.ts';

const execFileAsync = promisify(execFile);
const program = fileURLToPath(new URL('./holding-program.ts', import.meta.url));
const holder = { host: 'Electron', since: '2026-01-02T03:04:05.000Z' };

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'assay-directory-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

async function holdElsewhere(): Promise<ChildProcess> {
  const other = spawn(process.execPath, [program, dir], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void other.kill('SIGKILL'));
  await once(other.stdout as NodeJS.EventEmitter, 'data');
  return other;
}

describe('A data directory in use by another console', () => {
  test('is refused, with the process that has it, since when, and what to do', async () => {
    const other = await holdElsewhere();
    expect(() => openDataDirectory(dir, holder)).toThrowError(
      expect.objectContaining({
        code: 'data-directory-in-use',
        message: expect.stringMatching(
          new RegExp(`process ${other.pid} on this machine \\(browser host\\), since .*2026`),
        ),
        hint: expect.stringContaining('--data-dir'),
      }) as Error,
    );
  });

  test('is free at once when that one was killed', async () => {
    const other = await holdElsewhere();
    other.kill('SIGKILL');
    await once(other, 'exit');
    const opened = openDataDirectory(dir, holder);
    expect(opened.notices).toEqual([]);
    expect(() => openDataDirectory(dir, holder)).toThrowError(
      expect.objectContaining({ message: expect.stringContaining(`process ${process.pid}`) }) as Error,
    );
    opened.close();
    openDataDirectory(dir, holder).close();
  });

  test('is refused even if its owner cannot be read', async () => {
    await holdElsewhere();
    writeFileSync(join(dir, 'console.json'), 'null');
    expect(() => openDataDirectory(dir, holder)).toThrowError(
      expect.objectContaining({ message: expect.stringContaining('could not be read') }) as Error,
    );
    writeFileSync(
      join(dir, 'console.json'),
      JSON.stringify({ pid: 7, machine: `not-${hostname()}`, ...holder }),
    );
    expect(() => openDataDirectory(dir, holder)).toThrowError(
      expect.objectContaining({ message: expect.stringContaining('on the machine not-') }) as Error,
    );
  });
});

describe.skipIf(process.platform === 'win32')("A pipe in place of the lock's description", () => {
  const pipe = () => {
    rmSync(join(dir, 'console.json'), { force: true });
    execFileSync('mkfifo', [join(dir, 'console.json')]);
  };

  // In separate processes, because waiting for the other end of a pipe cannot be cancelled from within.
  test('does not block the start, and is replaced', async () => {
    pipe();
    await holdElsewhere();
    expect(() => openDataDirectory(dir, holder)).toThrowError(
      expect.objectContaining({ message: expect.stringContaining('browser host') }) as Error,
    );
  });

  test('does not block the refusal of a second console', async () => {
    await holdElsewhere();
    pipe();
    const second = execFileAsync(process.execPath, [program, dir], {
      timeout: 30_000,
      killSignal: 'SIGKILL',
    });
    await expect(second).rejects.toMatchObject({
      killed: false,
      stderr: expect.stringContaining('could not be read'),
    });
  });
});

test('The lock also works without a description of its owner', () => {
  mkdirSync(join(dir, 'console.json'));
  const opened = openDataDirectory(dir, holder);
  expect(opened.notices).toEqual([]);
  expect(() => openDataDirectory(dir, holder)).toThrowError(
    expect.objectContaining({ code: 'data-directory-in-use' }) as Error,
  );
  opened.close();
  openDataDirectory(dir, holder).close();
});

test('Unfinished files of a killed console are removed at the next start, and nothing else', () => {
  const left = [
    'console.json.77',
    'environments.json.3868216394',
    'preferences.json.12',
    'window.json.1',
    'templates.json.3',
    'headless-runs.json.4',
    'deletions.json.7',
  ];
  const kept = [
    'environments.json',
    'deletions.json',
    'deletions.json.damaged',
    'environments.json.old',
    'notes.json.1',
    'environments.json.12.txt',
  ];
  for (const name of [...left, ...kept]) {
    writeFileSync(join(dir, name), '{}');
  }
  mkdirSync(join(dir, 'window-a1B2c3', 'Default'), { recursive: true });
  writeFileSync(join(dir, 'window-a1B2c3', 'Default', 'History'), 'ids');
  openDataDirectory(dir, holder).close();
  expect(readdirSync(dir).toSorted()).toEqual([...kept, 'console.lock'].toSorted());
});

describe.skipIf(process.platform === 'win32')('A data directory writable by others', () => {
  test.each([0o777, 0o757, 0o1777])('is refused if everybody can write to it (%o)', (mode) => {
    chmodSync(dir, mode);
    expect(() => openDataDirectory(dir, holder)).toThrowError(
      expect.objectContaining({
        code: 'data-directory-unsafe',
        hint: expect.stringContaining(`chmod 700 "${dir}"`),
      }) as Error,
    );
    expect(readdirSync(dir)).toEqual([]);
  });

  test('is reported if its group can write to it', () => {
    chmodSync(dir, 0o770);
    const opened = openDataDirectory(dir, holder);
    expect(opened.notices).toEqual([expect.stringContaining('by its group (mode 770)')]);
    opened.close();
  });

  test('is reported if everybody can replace it', () => {
    const open = join(dir, 'open');
    mkdirSync(open);
    chmodSync(open, 0o777);
    const opened = openDataDirectory(join(open, 'data'), holder);
    expect(opened.notices).toEqual([
      expect.stringContaining(`Every user of this machine can write to ${open}`),
    ]);
    opened.close();
  });

  test('is created for its owner only', () => {
    const opened = openDataDirectory(join(dir, 'new', 'data'), holder);
    expect(opened.notices).toEqual([]);
    opened.close();
  });
});

describe.skipIf(process.platform === 'win32')('Something of another kind in the data directory', () => {
  const makers: [string, (path: string) => void][] = [
    ['a pipe', (path) => void execFileSync('mkfifo', [path])],
    ['a folder', (path) => mkdirSync(path)],
    ['a link', (path) => symlinkSync('/dev/zero', path)],
  ];
  const databases = [
    'cases.sqlite',
    'journal.sqlite',
    'deletion-runs.sqlite',
    'console.lock',
    'cases.sqlite-wal',
  ];

  test.each(databases.flatMap((name) => makers.map(([kind, make]) => [kind, name, make] as const)))(
    '%s in place of %s is refused at once, with its name',
    (_kind, name, make) => {
      make(join(dir, name));
      expect(() => openDataDirectory(dir, holder)).toThrowError(
        expect.objectContaining({
          code: 'data-directory-unsafe',
          message: expect.stringContaining(join(dir, name)),
        }) as Error,
      );
    },
  );

  test.each(['spool', 'logs', 'runtime'])(
    'a link in place of the folder %s is refused, and nothing is deleted',
    (name) => {
      const elsewhere = mkdtempSync(join(tmpdir(), 'assay-elsewhere-'));
      onTestFinished(() => rmSync(elsewhere, { recursive: true }));
      writeFileSync(join(elsewhere, 'important.docx'), 'x');
      symlinkSync(elsewhere, join(dir, name));
      expect(() => openDataDirectory(dir, holder)).toThrowError(
        expect.objectContaining({ message: expect.stringContaining('a symbolic link') }) as Error,
      );
      expect(readdirSync(elsewhere)).toEqual(['important.docx']);
    },
  );

  test('only what the console made is swept: a folder or a link with the name of a temporary file stays', () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'assay-elsewhere-'));
    onTestFinished(() => rmSync(elsewhere, { recursive: true }));
    writeFileSync(join(elsewhere, 'keep.txt'), 'x');
    symlinkSync(elsewhere, join(dir, 'window-AAAAAA'));
    mkdirSync(join(dir, 'templates.json.1'));
    mkdirSync(join(dir, 'window-BBBBBB'));
    symlinkSync(elsewhere, join(dir, 'window-BBBBBB', 'link'));
    openDataDirectory(dir, holder).close();
    expect(readdirSync(elsewhere)).toEqual(['keep.txt']);
    expect(
      readdirSync(dir)
        .filter((name) => !name.startsWith('console'))
        .sort(),
    ).toEqual(['templates.json.1', 'window-AAAAAA']);
  });
});
