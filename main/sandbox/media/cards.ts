import type { Person } from '../people.ts';
import { documentNumber } from '../user-data.ts';
import { Canvas, type Colour } from './canvas.ts';
import type { Lettering } from './lettering.ts';
import { machineReadable } from './mrz.ts';
import { drawPortrait } from './portrait.ts';
import { faint, fitted, ink, markSpecimen, portraitTraits } from './specimen-marks.ts';

export type CardKind = 'ID_CARD' | 'DRIVER_LICENSE' | 'RESIDENCE_PERMIT';

const cardStyles: Record<
  CardKind,
  { title: string; prefix: string; top: Colour; bottom: Colour; line: Colour }
> = {
  ID_CARD: {
    title: 'IDENTITY CARD',
    prefix: 'ID',
    top: [214, 230, 240],
    bottom: [240, 236, 222],
    line: [92, 140, 170],
  },
  DRIVER_LICENSE: {
    title: 'DRIVING LICENCE',
    prefix: 'DL',
    top: [244, 214, 218],
    bottom: [236, 232, 240],
    line: [186, 110, 130],
  },
  RESIDENCE_PERMIT: {
    title: 'RESIDENCE PERMIT',
    prefix: 'RP',
    top: [222, 236, 218],
    bottom: [244, 238, 214],
    line: [110, 150, 96],
  },
};

/** One side of a card, at the proportions of ID-1 and about 300 dots an inch, as a PNG. */
export function drawCard(
  lettering: Lettering,
  person: Person,
  kind: CardKind,
  side: 'FRONT' | 'BACK',
): Promise<Buffer> {
  const style = cardStyles[kind];
  const canvas = new Canvas(1012, 638);
  canvas.gradient(style.top, style.bottom);
  canvas.guilloche(style.line, portraitTraits(person.nationalId));
  canvas.rectangle(0, 0, canvas.width, 84, style.line, 0.85);
  canvas.text(lettering, style.title, 36, 18, 48, [255, 255, 255]);
  canvas.text(lettering, 'UTOPIA', 812, 22, 40, [255, 255, 255]);
  const number = documentNumber(person, style.prefix);
  if (side === 'FRONT') {
    drawFront(canvas, lettering, person, number);
  } else {
    drawBack(canvas, lettering, person, kind, number);
  }
  markSpecimen(canvas, lettering);
  return canvas.png();
}

function drawFront(canvas: Canvas, lettering: Lettering, person: Person, number: string): void {
  drawPortrait(canvas, 40, 124, 290, 372, portraitTraits(person.nationalId));
  const rows: [string, string][] = [
    ['SURNAME', fitted(person.lastName === '' ? '—' : written(person.lastName, person.latin[1]), 26)],
    ['GIVEN NAMES', fitted(written(person.firstName, person.latin[0]), 26)],
    ['DATE OF BIRTH', person.birthDate],
    ['PERSONAL NUMBER', person.nationalId],
    ['DOCUMENT NUMBER', number],
    ['DATE OF EXPIRY', '2032-05-10'],
  ];
  for (const [index, [label, value]] of rows.entries()) {
    const y = 112 + index * 74;
    canvas.text(lettering, label, 372, y, 22, faint);
    canvas.text(lettering, value, 372, y + 24, 38, ink);
  }
}

function drawBack(
  canvas: Canvas,
  lettering: Lettering,
  person: Person,
  kind: CardKind,
  number: string,
): void {
  if (kind === 'DRIVER_LICENSE') {
    drawCategories(canvas, lettering);
  } else {
    canvas.text(lettering, 'AUTHORITY', 40, 124, 22, faint);
    canvas.text(lettering, 'Specimen Issuing Office', 40, 150, 38, ink);
    canvas.text(lettering, kind === 'ID_CARD' ? 'PLACE OF BIRTH' : 'TYPE OF PERMIT', 40, 214, 22, faint);
    canvas.text(
      lettering,
      kind === 'ID_CARD' ? written(person.birthCity, '—') : 'LONG-TERM RESIDENT',
      40,
      240,
      38,
      ink,
    );
    canvas.rectangle(720, 130, 230, 150, [196, 168, 92], 0.8);
    canvas.rectangle(760, 130, 6, 150, [120, 100, 50]);
    canvas.rectangle(900, 130, 6, 150, [120, 100, 50]);
    canvas.rectangle(720, 200, 230, 6, [120, 100, 50]);
  }
  canvas.rectangle(0, 470, canvas.width, 118, [250, 250, 246], 0.8);
  for (const [index, line] of machineReadable(person, number).entries()) {
    canvas.text(lettering, line, 28, 484 + index * 50, 36, ink, { pitch: 21.8 });
  }
}

function drawCategories(canvas: Canvas, lettering: Lettering): void {
  const rows = [
    'AM   2008-04-02   2032-05-10',
    'B      2010-06-18   2032-05-10   01.06',
    'BE    2014-09-30   2027-09-30',
  ];
  canvas.text(lettering, 'CATEGORY   ISSUED   EXPIRES   LIMITATIONS', 40, 124, 24, faint);
  for (const [index, row] of rows.entries()) {
    canvas.text(lettering, row, 40, 168 + index * 62, 40, ink);
  }
}

/** A name as it is written where the lettering has its letters, else in Latin ones. */
function written(text: string, latin: string): string {
  return /^[\u0020-\u024f\u0386-\u03ce\u0400-\u045f]*$/.test(text) ? text : latin;
}
