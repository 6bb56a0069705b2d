import type { Person } from '../people.ts';
import { documentNumber } from '../user-data.ts';
import { Canvas } from './canvas.ts';
import type { Lettering } from './lettering.ts';
import { machineReadable } from './mrz.ts';
import { drawPortrait } from './portrait.ts';
import { faint, fitted, ink, markSpecimen, portraitTraits } from './specimen-marks.ts';

/** A passport's data page, as a PNG. */
export function drawPassport(lettering: Lettering, person: Person): Promise<Buffer> {
  const canvas = new Canvas(1240, 870);
  canvas.gradient([238, 226, 214], [222, 230, 240]);
  canvas.guilloche([160, 120, 140], portraitTraits(person.nationalId));
  canvas.text(lettering, 'UTOPIA', 56, 36, 56, [96, 44, 60]);
  canvas.text(lettering, 'PASSPORT', 340, 44, 44, [96, 44, 60]);
  drawPortrait(canvas, 56, 130, 360, 470, portraitTraits(person.nationalId));
  const number = documentNumber(person, 'P');
  const rows: [string, string][] = [
    ['PASSPORT NO.', number],
    ['SURNAME', person.latin[1] === '' ? '—' : person.latin[1]],
    ['GIVEN NAMES', person.latin[0]],
    ['NATIONALITY', 'UTOPIAN'],
    ['DATE OF BIRTH', person.birthDate],
    ['DATE OF ISSUE / EXPIRY', '2022-05-10   2032-05-10'],
  ];
  for (const [index, [label, value]] of rows.entries()) {
    const y = 130 + index * 82;
    canvas.text(lettering, label, 460, y, 24, faint);
    canvas.text(lettering, fitted(value, 30), 460, y + 28, 42, ink);
  }
  canvas.rectangle(0, 680, canvas.width, 140, [250, 248, 242]);
  for (const [index, line] of machineReadable(person, number).entries()) {
    canvas.text(lettering, line, 40, 696 + index * 58, 42, ink, { pitch: 26.4 });
  }
  markSpecimen(canvas, lettering);
  return canvas.png();
}

/** A utility bill, which proves an address, as a PNG. */
export function drawUtilityBill(lettering: Lettering, person: Person): Promise<Buffer> {
  const canvas = new Canvas(900, 1240);
  canvas.gradient([255, 255, 255], [248, 248, 246]);
  canvas.rectangle(0, 0, canvas.width, 120, [36, 98, 128]);
  canvas.text(lettering, 'Utopia Water & Light', 48, 34, 54, [255, 255, 255]);
  const [first, last] = person.latin;
  const lines = [fitted(`${first} ${last}`, 34), 'Specimen Street 12', '00000 Utopia City'];
  for (const [index, line] of lines.entries()) {
    canvas.text(lettering, line, 48, 180 + index * 48, 40, ink);
  }
  canvas.text(lettering, 'BILL No. 0000-SPECIMEN', 48, 380, 40, faint);
  const items: [string, string][] = [
    ['Water, 9 m3', '14.40'],
    ['Electricity, 212 kWh', '38.16'],
    ['Standing charge', '6.00'],
    ['TOTAL', '58.56'],
  ];
  for (const [index, [item, price]] of items.entries()) {
    const y = 470 + index * 84;
    canvas.rectangle(48, y + 64, 804, 2, [210, 214, 218]);
    canvas.text(lettering, item, 48, y, 42, ink);
    canvas.text(lettering, price, 720, y, 42, ink);
  }
  canvas.text(lettering, 'Drawn for the sandbox. Nothing is due.', 48, 1080, 34, faint);
  markSpecimen(canvas, lettering);
  return canvas.png();
}
