import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { chunkBytes, SpoolDirectory } from '../../../../../main/features/media/spool/spool-directory.ts';
import {
  type EvidenceDeps,
  evidenceHandlers,
} from '../../../../../main/features/records/evidence/handlers.ts';
import { chooseFolder } from '../../../../../main/hosts/electron/save-file.ts';
import type { SaveProgress } from '../../../../../preload/contract/application.ts';
import { DoubleApp } from '../../../../electron/double/app.ts';
import { createPerson, doubleDialog } from '../../../../electron/double/electron-harness.ts';
import { type MediaService, startMediaService } from '../../../../support/media-service.ts';
import { servicesOf } from '../../../../support/service.ts';

const files = [1, 2, 3].map((number) => ({
  id: `m${number}`,
  contentType: 'image/jpeg',
  bytes: Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, number]), randomBytes(3 * chunkBytes + number)]),
}));
const mediaIds = files.map(({ id }) => id);
const person = createPerson();
const app = new DoubleApp();
app.becomeReady();

let directory: string;
let folder: string;
let service: MediaService;
let services: ReturnType<typeof servicesOf>;
let evidence: ReturnType<typeof evidenceHandlers>;
let progress: SaveProgress[];
let stop: AbortController;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'assay-saving-'));
  folder = join(directory, 'chosen');
  mkdirSync(folder);
  person.choosesFolder = folder;
  service = await startMediaService(files.map((file) => ({ ...file, type: 'FACE' })));
  services = servicesOf(service.baseUrl);
  progress = [];
  stop = new AbortController();
  evidence = evidenceHandlers({
    services,
    spools: new SpoolDirectory(join(directory, 'spool')),
    host: {
      chooseFolder: () => chooseFolder(doubleDialog(app, person), undefined, '/', async () => undefined),
      async saveFile(file, { signal }) {
        const { body } = await file.open(signal);
        const bytes = await buffer(body);
        writeFileSync(join(directory, 'saved.zip'), bytes);
        return { kind: 'saved', path: 'saved.zip', bytes: bytes.length };
      },
    },
    now: () => 0,
  } as Partial<EvidenceDeps> as EvidenceDeps);
});
afterEach(async () => {
  await services.close();
  await service.close();
  rmSync(directory, { recursive: true, force: true });
});

async function save(to: 'zip' | 'folder') {
  const saved = await evidence['evidence.saveFiles'](
    { environmentId: 'test', conversationId: service.conversationId, mediaIds, to },
    { signal: stop.signal, closed: stop.signal, progress: (step) => progress.push(step) },
  );
  if (to === 'zip') {
    execFileSync('python3', ['-m', 'zipfile', '-e', join(directory, 'saved.zip'), folder]);
  }
  return saved;
}

const written = () => readdirSync(folder).sort();
const content = (name: string) => readFileSync(join(folder, name));

describe.each(['zip', 'folder'] as const)('files saved into a %s', (to) => {
  test('are whole, numbered, and counted while they are saved', async () => {
    const { result, missing } = await save(to);
    expect(missing).toEqual([]);
    expect(result.kind).toBe('saved');
    expect(written()).toEqual(['1-m1.jpg', '2-m2.jpg', '3-m3.jpg']);
    for (const [index, { bytes }] of files.entries()) {
      expect(content(written()[index] ?? '').equals(bytes)).toBe(true);
    }
    const total = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
    expect(progress.at(-1)).toEqual({ bytes: total, files: { done: 3, of: 3 } });
  });

  test('leave out one that breaks off where the service sends no parts, and name it', async () => {
    Object.assign(service.media[1] ?? {}, { sendsParts: false, breaksAfter: 2 * chunkBytes });
    const { missing } = await save(to);
    expect(missing.map(({ mediaId }) => mediaId)).toEqual(['m2']);
    expect(missing[0]?.reason).toBeTruthy();
    expect(written()).toEqual(
      to === 'zip' ? ['1-m1.jpg', '3-m3.jpg', 'MISSING.txt'] : ['1-m1.jpg', '3-m3.jpg'],
    );
    expect(content('3-m3.jpg').equals(files[2]?.bytes ?? Buffer.alloc(0))).toBe(true);
    if (to === 'zip') {
      expect(content('MISSING.txt').toString()).toContain(`Face, id m2: ${missing[0]?.reason}`);
    }
  });

  test('take up one that breaks off where it stopped, where the service sends parts', async () => {
    Object.assign(service.media[1] ?? {}, { breaksOnce: 2 * chunkBytes });
    const { missing } = await save(to);
    expect(missing).toEqual([]);
    expect(content('2-m2.jpg').equals(files[1]?.bytes ?? Buffer.alloc(0))).toBe(true);
    expect(service.ranges.filter((range) => /^bytes=[1-9]/.test(range))).toHaveLength(1);
  });

  test('leave out one that the service no longer has', async () => {
    service.media.splice(0, 1);
    const { missing } = await save(to);
    expect(missing.map(({ mediaId }) => mediaId)).toEqual(['m1']);
    expect(written()).toContain('2-m2.jpg');
  });

  test('are not asked for one by one when the service cannot be reached', async () => {
    await service.close();
    const { missing } = await save(to);
    expect(missing.map(({ mediaId }) => mediaId)).toEqual(mediaIds);
    expect(new Set(missing.map(({ reason }) => reason)).size).toBe(1);
  });
});

describe('a folder', () => {
  test('keeps the files that were complete when the user stops', async () => {
    Object.assign(service.media[1] ?? {}, { stallsAfter: chunkBytes });
    const saving = evidence['evidence.saveFiles'](
      { environmentId: 'test', conversationId: service.conversationId, mediaIds, to: 'folder' },
      { signal: stop.signal, closed: stop.signal, progress: () => undefined },
    );
    await vi.waitFor(() => {
      expect(service.sent).toBe((files[0]?.bytes.length ?? 0) + chunkBytes);
      expect(readdirSync(folder)).toHaveLength(2);
    });
    stop.abort();
    await expect(saving).rejects.toMatchObject({ code: 'cancelled' });
    expect(written()).toEqual(['1-m1.jpg']);
  });

  test('that is not chosen saves nothing', async () => {
    person.choosesFolder = undefined;
    expect(await save('folder')).toEqual({ result: { kind: 'cancelled' }, missing: [] });
    expect(service.ranges).toEqual([]);
  });

  test('that is gone ends the saving with the reason', async () => {
    rmSync(folder, { recursive: true });
    await expect(save('folder')).rejects.toMatchObject({
      code: 'file-not-written',
      details: { reason: 'ENOENT' },
    });
  });
});
