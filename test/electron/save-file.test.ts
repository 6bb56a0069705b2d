import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { saveFile } from '../../main/hosts/electron/save-file.ts';
import { DoubleApp } from './double/app.ts';
import { createPerson, doubleDialog } from './double/electron-harness.ts';

describe('saving a file', () => {
  let directory: string;
  const person = createPerson();
  const app = new DoubleApp({
    appPath: '/',
    userData: '/',
    downloads: '/',
    isPackaged: false,
    otherInstance: false,
  });
  app.becomeReady();
  const dialog = doubleDialog(app, person);
  const progress = vi.fn();
  const mark = vi.fn(async () => undefined);
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
    expect(mark).toHaveBeenCalledWith(person.savesTo);
    expect(progress).toHaveBeenLastCalledWith(6, 6);
    expect(person.offeredNames.at(-1)).toBe(join('/downloads', 'passport.jpg'));
    if (process.platform !== 'win32') {
      expect((await stat(join(directory, 'passport.jpg'))).mode & 0o777).toBe(0o600);
    }
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
