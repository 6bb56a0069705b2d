import type { Canvas, Colour } from './canvas.ts';
import type { Lettering } from './lettering.ts';

export const ink: Colour = [34, 40, 49];
export const faint: Colour = [104, 112, 122];
const red: Colour = [188, 38, 44];

/** SPECIMEN across the whole picture, and again in a corner. */
export function markSpecimen(canvas: Canvas, lettering: Lettering): void {
  const turn = -0.3;
  const length = Math.min(canvas.width * 0.88, canvas.height * 1.5);
  const size = Math.round(length / widthOf(lettering, 'SPECIMEN', 1));
  const x = (canvas.width - length * Math.cos(turn) - size * Math.sin(-turn)) / 2;
  const y = canvas.height / 2 - (length * Math.sin(turn)) / 2 - size / 2;
  canvas.text(lettering, 'SPECIMEN', x, y, size, red, { opacity: 0.42, turn });
  const small = Math.round(canvas.width / 30);
  const note = 'SPECIMEN · NOT A DOCUMENT';
  const noteX = canvas.width - widthOf(lettering, note, small) - small / 2;
  canvas.text(lettering, note, noteX, canvas.height - small * 1.3, small, red);
}

function widthOf(lettering: Lettering, words: string, size: number): number {
  const widths = [...words].map((character) => lettering.glyph(character).width);
  return (widths.reduce((sum, width) => sum + width, 0) * size) / lettering.height;
}

/** Shortens text to what fits beside a label. */
export function fitted(text: string, characters: number): string {
  return text.length <= characters ? text : `${text.slice(0, characters - 1)}…`;
}

/** A small number derived from the person; always the same for the same person. */
export function portraitTraits(nationalId: string): number {
  return [...nationalId].reduce((sum, character) => sum + character.charCodeAt(0), 0);
}
