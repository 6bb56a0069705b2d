import { type Corners, projectionOnto, straightenedSize } from '../../../../preload/shared/perspective.ts';
import type { GreyPicture } from './text-lines.ts';

/** The proportions of the pages and cards that have a machine-readable zone (ICAO Doc 9303, parts 4 to 6). */
const proportions = [125 / 88, 85.6 / 53.98];

/** Returns the document between four corners in the proportions it may have: at an angle, its sides do not say which. */
export function straightenedDocuments(picture: GreyPicture, corners: Corners): GreyPicture[] {
  const { width, height } = straightenedSize(corners, picture);
  return proportions.flatMap((one) => straighten(picture, corners, width < height ? 1 / one : one) ?? []);
}

/** Returns the part of a picture between four corners as a rectangle; undefined where they enclose none. */
export function straighten(
  picture: GreyPicture,
  corners: Corners,
  proportion?: number,
): GreyPicture | undefined {
  const { width, height, grey } = picture;
  const matrix = projectionOnto(corners);
  if (!matrix) {
    return undefined;
  }
  const sides = straightenedSize(corners, picture);
  const ratio = proportion ?? sides.width / sides.height;
  const area = Math.min(Math.max(sides.width ** 2 / ratio, sides.height ** 2 * ratio), width * height);
  const to = { width: Math.ceil(Math.sqrt(area * ratio)), height: Math.ceil(Math.sqrt(area / ratio)) };
  const [a, b, c, d, e, f, g, h] = matrix;
  const result = new Uint8Array(to.width * to.height);
  const at = (x: number, y: number) =>
    grey[Math.min(height - 1, Math.max(0, y)) * width + Math.min(width - 1, Math.max(0, x))] as number;
  for (let row = 0; row < to.height; row += 1) {
    for (let column = 0; column < to.width; column += 1) {
      const u = (column + 0.5) / to.width;
      const v = (row + 0.5) / to.height;
      const scale = 1 / (g * u + h * v + 1);
      const x = (a * u + b * v + c) * scale * width - 0.5;
      const y = (d * u + e * v + f) * scale * height - 0.5;
      const left = Math.floor(x);
      const top = Math.floor(y);
      const right = x - left;
      const down = y - top;
      const upper = at(left, top) * (1 - right) + at(left + 1, top) * right;
      const lower = at(left, top + 1) * (1 - right) + at(left + 1, top + 1) * right;
      result[row * to.width + column] = upper * (1 - down) + lower * down;
    }
  }
  return { ...to, grey: result };
}
