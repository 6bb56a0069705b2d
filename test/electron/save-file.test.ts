import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { chooseFolder, saveFile } from '../../main/hosts/electron/save-file.ts';
import { DoubleApp } from './double/app.ts';
import { createPerson, doubleDialog } from './double/electron-harness.ts';

describe('saving a file', () => {
  let directory: string;
  const person = createPerson();
  const app = new DoubleApp();
  app.becomeReady();
  const dialog = doubleDialog(app, person);
  const progress = vi.fn();
  const mark = vi.fn(async (_path: string) => undefined);
  const abort = () => new AbortController();
  const files = () => readdir(directory);

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'assay-save-'));
    person.savesTo = join(directory, 'passport.jpg');
    progress.mockClear();
    mark.mockClear();
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  function save(source: { body: Readable; bytes?: number }, { signal } = abort()) {
    const open = vi.fn(async () => source);
    const saved = saveFile(
      dialog,
      undefined,
      '/downloads',
      { fileName: 'passport.jpg', open },
      { signal, progress },
      mark,
    );
    return { saved, open };
  }

  test('writes it completely under the chosen name, for its owner only, and reports progress', async () => {
    const { saved } = save({ body: Readable.from([Buffer.from('abc'), Buffer.from('def')]), bytes: 6 });
    expect(await saved).toEqual({ kind: 'saved', path: person.savesTo, bytes: 6 });
    expect(await readFile(join(directory, 'passport.jpg'), 'utf8')).toBe('abcdef');
    expect(await files()).toEqual(['passport.jpg']);
    expect(mark).toHaveBeenCalledOnce();
    expect(progress).toHaveBeenLastCalledWith(6, 6);
    expect(person.offeredNames.at(-1)).toBe(join('/downloads', 'passport.jpg'));
    if (process.platform !== 'win32') {
      expect((await stat(join(directory, 'passport.jpg'))).mode & 0o777).toBe(0o600);
    }
  });

  test('marks it as downloaded before it has its name', async () => {
    mark.mockImplementationOnce(async (path) => {
      expect(await readFile(path, 'utf8')).toBe('abc');
      expect(await files()).not.toContain('passport.jpg');
      await writeFile(path, 'marked');
    });
    await save({ body: Readable.from([Buffer.from('abc')]) }).saved;
    expect(await readFile(join(directory, 'passport.jpg'), 'utf8')).toBe('marked');
  });

  test('takes a name as long as a name can be', async () => {
    person.savesTo = join(directory, `${'旅'.repeat(83)}.jpg`);
    expect(await save({ body: Readable.from([Buffer.from('x')]) }).saved).toMatchObject({ bytes: 1 });
    expect(await files()).toEqual([`${'旅'.repeat(83)}.jpg`]);
  });

  test('opens nothing if the user cancels', async () => {
    person.savesTo = undefined;
    const { saved, open } = save({ body: Readable.from([]) });
    expect(await saved).toEqual({ kind: 'cancelled' });
    expect(open).not.toHaveBeenCalled();
  });

  test('keeps the existing file if the source breaks off', async () => {
    await writeFile(join(directory, 'passport.jpg'), 'the file before');
    const body = Readable.from(
      (async function* () {
        yield Buffer.from('half');
        throw new Error('reset');
      })(),
    );
    await expect(save({ body, bytes: 100 }).saved).rejects.toThrow('reset');
    expect(await files()).toEqual(['passport.jpg']);
    expect(await readFile(join(directory, 'passport.jpg'), 'utf8')).toBe('the file before');
  });

  test('does not accept a truncated file', async () => {
    const { saved } = save({ body: Readable.from([Buffer.from('half')]), bytes: 100 });
    await expect(saved).rejects.toMatchObject({ code: 'reply-truncated' });
    expect(mark).not.toHaveBeenCalled();
    expect(await files()).toEqual([]);
  });

  test('stops when it is cancelled, even while nothing arrives', async () => {
    const stopped = abort();
    const body = new Readable({ read: () => undefined });
    body.push(Buffer.from('half'));
    const { saved } = save({ body }, stopped);
    await vi.waitFor(() => expect(progress).toHaveBeenCalled());
    stopped.abort();
    await expect(saved).rejects.toMatchObject({ code: 'cancelled' });
    expect(body.destroyed).toBe(true);
    expect(await files()).toEqual([]);
  });

  test('writes nothing when it was cancelled before it began', async () => {
    const stopped = abort();
    const body = new Readable({ read: () => undefined });
    const open = async () => {
      stopped.abort();
      return { body };
    };
    const saved = saveFile(
      dialog,
      undefined,
      '/downloads',
      { fileName: 'passport.jpg', open },
      { signal: stopped.signal, progress },
      mark,
    );
    await expect(saved).rejects.toMatchObject({ code: 'cancelled' });
    expect(body.destroyed).toBe(true);
    expect(await files()).toEqual([]);
  });

  test('removes what a crashed process left half written, and nothing else', async () => {
    const program = `
      import { Readable } from 'node:stream';
      import { writeWhole } from ${JSON.stringify(new URL('../../main/hosts/write-whole.ts', import.meta.url).href)};
      const body = new Readable({ read() {} });
      body.push('half of a passport');
      const progress = () => process.kill(process.pid, 'SIGKILL');
      const { signal } = new AbortController();
      const how = { placement: 'beside', mark: async () => undefined };
      await writeWhole(process.argv[1], 'passport.jpg', { body }, { signal, progress }, how);`;
    const child = spawnSync(process.execPath, ['--input-type=module', '--eval', program, directory]);
    expect(child.signal).toBe('SIGKILL');
    const [left = ''] = await files();
    expect(left).toMatch(/^\.assay-.*\.part$/);
    const inUse = left.replace(/-\d+-/, `-${process.pid}-`);
    const elsewhere = left.replace(/^\.assay-[0-9a-f]+/, '.assay-00000000');
    const others = ['.assay-notes.part', 'download.part', inUse, elsewhere];
    await Promise.all(others.map((name) => writeFile(join(directory, name), 'kept')));
    const old = elsewhere.replace(/[0-9a-f]{16}\.part$/, `${'0'.repeat(16)}.part`);
    await writeFile(join(directory, old), 'of another machine, two days ago');
    await utimes(join(directory, old), Date.now() / 1000, Date.now() / 1000 - 2 * 86_400);
    await save({ body: Readable.from([Buffer.from('whole')]) }).saved;
    expect((await files()).sort()).toEqual([...others, 'passport.jpg'].sort());
  });

  test('reports why the disk refused', async () => {
    person.savesTo = join(directory, 'gone', 'passport.jpg');
    const body = Readable.from([Buffer.from('x')]);
    await expect(save({ body }).saved).rejects.toMatchObject({
      code: 'file-not-written',
      details: { reason: 'ENOENT' },
    });
    expect(body.destroyed).toBe(true);
    await mkdir(join(directory, 'folder'));
    person.savesTo = join(directory, 'folder');
    await expect(save({ body: Readable.from([Buffer.from('x')]) }).saved).rejects.toMatchObject({
      code: 'file-not-written',
    });
    expect(await files()).toEqual(['folder']);
  });
});

describe('saving into a folder', () => {
  let directory: string;
  const person = createPerson();
  const app = new DoubleApp();
  app.becomeReady();
  const dialog = doubleDialog(app, person);
  const options = { signal: new AbortController().signal, progress: () => undefined };
  const text = (content: string) => ({ body: Readable.from([Buffer.from(content)]) });

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'assay-folder-'));
    person.choosesFolder = directory;
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  test('is nothing if the user cancels, and leaves no trace among recent files', async () => {
    person.choosesFolder = undefined;
    expect(await chooseFolder(dialog, undefined, '/downloads', async () => undefined)).toBeUndefined();
    expect(person.folderQuestions.at(-1)).toContain('dontAddToRecent');
  });

  test('never replaces a file: a number is added to the name', async () => {
    const marked: string[] = [];
    const folder = await chooseFolder(
      dialog,
      undefined,
      '/downloads',
      async (path) => void marked.push(path),
    );
    await writeFile(join(directory, 'face.jpg'), 'another case');
    expect(await folder?.write('face.jpg', text('one'), options)).toEqual({
      path: join(directory, 'face (2).jpg'),
      bytes: 3,
    });
    expect(await folder?.write('face.jpg', text('two'), options)).toMatchObject({
      path: join(directory, 'face (3).jpg'),
    });
    expect((await readdir(directory)).sort()).toEqual(['face (2).jpg', 'face (3).jpg', 'face.jpg']);
    expect(await readFile(join(directory, 'face.jpg'), 'utf8')).toBe('another case');
    expect(await readFile(join(directory, 'face (3).jpg'), 'utf8')).toBe('two');
    expect(marked).toHaveLength(2);
  });

  test('stays inside the folder, whatever the name says', async () => {
    const folder = await chooseFolder(dialog, undefined, '/downloads', async () => undefined);
    expect(await folder?.write('../../outside.jpg', text('x'), options)).toMatchObject({
      path: join(directory, 'outside.jpg'),
    });
  });

  test('leaves nothing of a file that breaks off', async () => {
    const folder = await chooseFolder(dialog, undefined, '/downloads', async () => undefined);
    const body = Readable.from([Buffer.from('half')]);
    await expect(folder?.write('face.jpg', { body, bytes: 100 }, options)).rejects.toMatchObject({
      code: 'reply-truncated',
    });
    expect(await readdir(directory)).toEqual([]);
  });
});
