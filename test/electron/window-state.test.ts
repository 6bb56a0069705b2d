import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openingOf, readWindowState, writeWindowState } from '../../main/hosts/electron/window-state.ts';

const laptop = { x: 0, y: 0, width: 1440, height: 860 };
const second = { x: 1440, y: -200, width: 2560, height: 1400 };
const kept = { x: 1600, y: 100, width: 1500, height: 1000, maximized: false };

describe("the window's position", () => {
  test('is the last one, on any display that still exists', () => {
    expect(openingOf(kept, [laptop, second])).toEqual(kept);
  });

  test('is left to the system if its display is gone, with a size that fits', () => {
    expect(openingOf(kept, [laptop])).toEqual({ width: 1440, height: 860, maximized: false });
  });

  test('never puts its title bar out of reach', () => {
    for (const lost of [{ y: -300 }, { y: 5000 }, { x: -1450 }, { x: 1400 }]) {
      expect(openingOf({ ...kept, x: 0, y: 0, ...lost }, [laptop])).not.toHaveProperty('x');
    }
  });

  test('has the default size the first time', () => {
    expect(openingOf(undefined, [laptop])).toEqual({ width: 1280, height: 800, maximized: false });
  });

  test('is never smaller than the pages need', () => {
    expect(openingOf({ ...kept, x: 0, y: 0, width: 10, height: 10 }, [laptop])).toMatchObject({
      width: 960,
      height: 640,
    });
  });

  test('is saved in a file, and an unreadable file is ignored', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'assay-window-'));
    const path = join(directory, 'deeper', 'window.json');
    expect(await readWindowState(path)).toBeUndefined();
    await writeWindowState(path, kept);
    expect(await readWindowState(path)).toEqual(kept);
    for (const broken of [
      '',
      '{',
      '[]',
      '{"x":"0"}',
      '{"x":0,"y":0,"width":1e9,"height":1,"maximized":false}',
    ]) {
      await writeFile(path, broken);
      expect(await readWindowState(path)).toBeUndefined();
    }
    await rm(directory, { recursive: true });
  });
});
