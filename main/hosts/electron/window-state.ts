import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { writePrivately } from '../../store/private-file.ts';

const coordinate = z.number().int().min(-100_000).max(100_000);
const length = z.number().int().min(1).max(100_000);

/** A window's position and size when not maximised, in device-independent pixels, and whether it is maximised. */
const windowState = z.object({
  x: coordinate,
  y: coordinate,
  width: length,
  height: length,
  maximized: z.boolean(),
});
export type WindowState = z.infer<typeof windowState>;

export type Area = Omit<WindowState, 'maximized'>;

/** The smallest window in which every page is usable. */
export const smallest = { width: 960, height: 640 };
const usual = { width: 1280, height: 800 };
/** The part of a window's top edge that must be on a display, so that the window can be moved. */
const grip = { width: 160, height: 32 };

/** The position and size with which a window opens; the system chooses an absent position. */
export type Opening = Omit<WindowState, 'x' | 'y'> & Partial<Pick<WindowState, 'x' | 'y'>>;

/**
 * Returns where to open a window: at its last position, unless that display is gone or has changed; never larger than
 * the display.
 *
 * @param displays the work areas of all displays, the primary one first
 */
export function openingOf(kept: WindowState | undefined, displays: readonly Area[]): Opening {
  const home = kept && displays.find((display) => canBeGripped(kept, display));
  const display = home ?? displays[0];
  const wanted = kept ?? { ...usual, maximized: false };
  const size = {
    width: Math.max(smallest.width, Math.min(wanted.width, display?.width ?? usual.width)),
    height: Math.max(smallest.height, Math.min(wanted.height, display?.height ?? usual.height)),
    maximized: wanted.maximized,
  };
  return kept && home ? { x: kept.x, y: kept.y, ...size } : size;
}

function canBeGripped(window: Area, display: Area): boolean {
  const across = Math.min(window.x + window.width, display.x + display.width) - Math.max(window.x, display.x);
  const topInside = window.y >= display.y && window.y + grip.height <= display.y + display.height;
  return across >= grip.width && topInside;
}

/** Reads the saved state, or undefined when there is none that can be read. */
export async function readWindowState(path: string): Promise<WindowState | undefined> {
  try {
    const read = windowState.safeParse(JSON.parse(await readFile(path, 'utf8')));
    return read.success ? read.data : undefined;
  } catch {
    return undefined;
  }
}

export async function writeWindowState(path: string, state: WindowState): Promise<void> {
  await writePrivately(path, JSON.stringify(windowState.parse(state)));
}
