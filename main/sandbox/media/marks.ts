import type { Canvas, Colour } from './canvas.ts';
import type { Lettering } from './lettering.ts';

export const INK: Colour = [34, 40, 49];
export const FAINT: Colour = [104, 112, 122];
export const RED: Colour = [188, 38, 44];

/** The word that nobody may miss: across the whole, and once more in a corner. */
export function markSpecimen(canvas: Canvas, lettering: Lettering): void {
  const size = Math.round(Math.min(canvas.width, canvas.height) * 0.22);
  const turn = -0.3;
  const length = size * 5.6;
  const x = (canvas.width - length * Math.cos(turn)) / 2;
  const y = canvas.height / 2 - (length * Math.sin(turn)) / 2 - size / 2;
  canvas.text(lettering, 'SPECIMEN', x, y, size, RED, { opacity: 0.42, turn });
  const small = Math.round(size * 0.2);
  canvas.text(
    lettering,
    'SPECIMEN · NOT A DOCUMENT',
    canvas.width - small * 15.6,
    canvas.height - small * 1.35,
    small,
    RED,
  );
}

/** Shortens text to what fits beside a label. */
export function fitted(text: string, characters: number): string {
  return text.length <= characters ? text : `${text.slice(0, characters - 1)}…`;
}

/** A small number that differs from person to person, the same each time. */
export function lookOf(nationalId: string): number {
  return [...nationalId].reduce((sum, character) => sum + character.charCodeAt(0), 0);
}
