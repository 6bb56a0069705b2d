import { glyphPatterns } from './glyph-patterns.ts';
import type { GreyPicture, TextLine } from './text-lines.ts';

/** The part of a picture around a character: its size in heights of a capital letter, and the points that are compared in it. */
export const glyphCell = { wide: 1.1, high: 1.4, columns: 16, rows: 20 };

/** How well each character fits at one place: a correlation, 1 at most. */
export type Fits = ReadonlyMap<string, number>;

const { columns, rows, wide, high } = glyphCell;
/** Points around the cell, by which a pattern may be moved. */
const margin = 2;
const fieldColumns = columns + 2 * margin;
const fieldRows = rows + 2 * margin;

const patterns = Object.entries(glyphPatterns).map(([character, pattern]) => ({
  character,
  values: normalise(soften(Float32Array.from(Buffer.from(pattern, 'base64')))),
}));

/** Returns the fits of each character at a place of a line. */
export function fitsAt(picture: GreyPicture, line: TextLine, place: number): Fits {
  const field = sample(picture, line, place);
  const best = new Map<string, number>();
  const part = new Float32Array(columns * rows);
  for (let dy = 0; dy <= 2 * margin; dy += 1) {
    for (let dx = 0; dx <= 2 * margin; dx += 1) {
      for (let row = 0; row < rows; row += 1) {
        const from = (row + dy) * fieldColumns + dx;
        part.set(field.subarray(from, from + columns), row * columns);
      }
      const cell = normalise(part);
      for (const { character, values } of patterns) {
        let sum = 0;
        for (let at = 0; at < values.length; at += 1) {
          sum += (values[at] as number) * (cell[at] as number);
        }
        if (sum > (best.get(character) ?? -1)) {
          best.set(character, sum);
        }
      }
    }
  }
  return best;
}

/** Returns the darkness around a character, upright. */
function sample({ width, height, grey }: GreyPicture, line: TextLine, place: number): Float32Array {
  const { capHeight, angle } = line;
  const centre = line.centres[place] as { x: number; y: number };
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  const stepX = (capHeight * wide) / columns;
  const stepY = (capHeight * high) / rows;
  const field = new Float32Array(fieldColumns * fieldRows);
  for (let row = 0; row < fieldRows; row += 1) {
    for (let column = 0; column < fieldColumns; column += 1) {
      const u = (column - (fieldColumns - 1) / 2) * stepX;
      const v = (row - (fieldRows - 1) / 2) * stepY;
      const x = Math.max(0, Math.min(width - 1.001, centre.x + u * cos - v * sin));
      const y = Math.max(0, Math.min(height - 1.001, centre.y + u * sin + v * cos));
      const left = Math.floor(x);
      const top = Math.floor(y);
      const right = x - left;
      const below = y - top;
      const at = top * width + left;
      const upper = (grey[at] as number) * (1 - right) + (grey[at + 1] ?? 0) * right;
      const lower = (grey[at + width] ?? 0) * (1 - right) + (grey[at + width + 1] ?? 0) * right;
      field[row * fieldColumns + column] = 255 - (upper * (1 - below) + lower * below);
    }
  }
  return field;
}

/** Returns the values without their mean, with length 1. */
function normalise(values: Float32Array): Float32Array {
  let sum = 0;
  for (const value of values) {
    sum += value;
  }
  const mean = sum / values.length;
  let squares = 0;
  const result = new Float32Array(values.length);
  for (let at = 0; at < values.length; at += 1) {
    const value = (values[at] as number) - mean;
    result[at] = value;
    squares += value * value;
  }
  const length = Math.sqrt(squares) || 1;
  return result.map((value) => value / length);
}

/** Returns a pattern as a picture of usual sharpness shows it. */
function soften(values: Float32Array): Float32Array {
  return values.map((_, at) => {
    const row = Math.floor(at / columns);
    const column = at % columns;
    let sum = 0;
    let weights = 0;
    for (let dy = -1; dy <= 1; dy += 1) {
      for (let dx = -1; dx <= 1; dx += 1) {
        const y = row + dy;
        const x = column + dx;
        if (y >= 0 && y < rows && x >= 0 && x < columns) {
          const weight = 1 / (1 + dy * dy + dx * dx);
          sum += weight * (values[y * columns + x] as number);
          weights += weight;
        }
      }
    }
    return sum / weights;
  });
}
