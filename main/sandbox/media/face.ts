import type { Person } from '../people.ts';
import { Canvas } from './canvas.ts';
import type { Lettering } from './lettering.ts';
import { drawPortrait } from './portrait.ts';
import { markSpecimen, portraitTraits } from './specimen-marks.ts';

/** A face image of a person, as a PNG. */
export function drawFace(lettering: Lettering, person: Person): Promise<Buffer> {
  const canvas = new Canvas(720, 900);
  drawPortrait(canvas, 0, 0, canvas.width, canvas.height, portraitTraits(person.nationalId));
  markSpecimen(canvas, lettering);
  return canvas.png();
}
