import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Person } from '../../main/sandbox/people.ts';

/** The face of machine-readable lines, by Norbert Schwarz and Matthew Skala; free to use, change and pass on (Debian's `fonts-ocr-b`). */
const ocrB = readFileSync(join(import.meta.dirname, 'ocr-b.otf')).toString('base64');

/** The holder in documents of a conversation whose name was entered by hand, which the documents mention. */
export const enteredHolder: Person = {
  firstName: 'As entered',
  lastName: 'Specimen',
  latin: ['As entered', 'Specimen'],
  country: 'UT',
  gender: 'OTHER',
  birthDate: 'as entered',
  birthCity: 'Utopia City',
  nationalId: '0000000',
  address: 'Specimen Street 12, Utopia City',
};

/** Text escaped for HTML. */
export function html(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** A name in the person's own script if the fonts support it, otherwise undefined. */
export function ownLetters(text: string): string | undefined {
  return /^[\u0020-\u024f\u0370-\u06ff\u10a0-\u10ff\u1e00-\u1eff]+$/u.test(text) ? text : undefined;
}

/** A small number derived from the person, always the same. */
export function traits(person: Person): number {
  return [...person.nationalId].reduce((sum, character) => sum + character.charCodeAt(0), 0);
}

const clothing = ['#3a4a6b', '#5c3e4e', '#305c54', '#62543a'];
const hairColours = ['#4a3f38', '#6b5138', '#2f2c2b', '#8a6f4e', '#77716c'];

/** Head and shoulders as a plain figure, so that no specimen can be mistaken for a photo. 4:5. */
export function portrait(person: Person): string {
  const number = traits(person);
  const hair = hairColours[number % hairColours.length];
  const coat = clothing[(number >> 1) % clothing.length];
  const long = person.gender === 'FEMALE';
  return `<svg class="portrait" viewBox="0 0 400 500" preserveAspectRatio="xMidYMid slice" xmlns="http://www.w3.org/2000/svg">
    <rect width="400" height="500" fill="#e2e7ec"/>
    ${long ? `<path d="M88 190 Q84 60 200 58 Q316 60 312 190 L318 372 Q200 420 82 372 Z" fill="${hair}"/>` : ''}
    <path d="M28 500 Q34 372 148 352 L252 352 Q366 372 372 500 Z" fill="${coat}"/>
    <path d="M158 290 H242 V352 Q200 402 158 352 Z" fill="#b39c8a"/>
    <ellipse cx="200" cy="186" rx="106" ry="122" fill="${hair}"/>
    <ellipse cx="200" cy="214" rx="88" ry="116" fill="#c8b3a3"/>
    <path d="M112 196 Q${long ? 150 : 130} ${120 + (number % 4) * 8} 200 ${126 + (number % 3) * 8} Q${long ? 250 : 270} ${120 + (number % 5) * 6} 288 196 Q292 92 200 88 Q108 92 112 196 Z" fill="${hair}"/>
    <path d="M146 188 q20 -12 38 -2 M216 186 q18 -10 38 2" stroke="${hair}" stroke-width="6" fill="none" stroke-linecap="round"/>
    <circle cx="164" cy="210" r="9" fill="#4a423d"/><circle cx="236" cy="210" r="9" fill="#4a423d"/>
    <path d="M200 216 q-12 34 2 42" stroke="#a78f80" stroke-width="5" fill="none" stroke-linecap="round"/>
    <path d="M174 286 q26 ${8 + (number % 3) * 4} 52 0" stroke="#96706a" stroke-width="7" fill="none" stroke-linecap="round"/>
  </svg>`;
}

/** Interwoven waves, as printed on documents. */
export function guilloche(width: number, height: number, colour: string, phase: number): string {
  const lines = Array.from({ length: 9 }, (_, line) => {
    const points = Array.from({ length: Math.ceil(width / 8) + 1 }, (_unused, index) => {
      const x = index * 8;
      const swing = Math.sin(x / 47 + phase + line * 0.55) * 26 + Math.sin(x / 113 - line) * 18;
      return `${x},${((height * (line + 0.5)) / 9 + swing).toFixed(1)}`;
    });
    return `<polyline points="${points.join(' ')}"/>`;
  });
  return `<svg class="cover" viewBox="0 0 ${width} ${height}" xmlns="http://www.w3.org/2000/svg"
    fill="none" stroke="${colour}" stroke-width="1.2" opacity="0.3">${lines.join('')}</svg>`;
}

/** The emblem of Utopia, which does not exist. */
export function emblem(colour: string): string {
  const rays = Array.from(
    { length: 16 },
    (_, index) => `<path d="M50 8 L53 24 H47 Z" transform="rotate(${index * 22.5} 50 50)"/>`,
  );
  return `<svg class="emblem" viewBox="0 0 100 100" xmlns="http://www.w3.org/2000/svg" fill="${colour}">
    ${rays.join('')}<circle cx="50" cy="50" r="20" fill="none" stroke="${colour}" stroke-width="4"/>
    <path d="M38 54 L50 36 L62 54 L50 64 Z"/></svg>`;
}

/** A signature made of loops, which spells nothing. */
export function scribble(person: Person): string {
  const number = traits(person);
  const loops = Array.from({ length: 7 }, (_, index) => {
    const rise = 12 + ((number * (index + 3)) % 26);
    return `q ${6 + (rise % 5)} ${-rise} 16 ${-rise / 3} t 12 ${rise / 3}`;
  });
  return `<svg class="signature" viewBox="0 0 240 70" xmlns="http://www.w3.org/2000/svg" fill="none" stroke="#24324f"
    stroke-width="3" stroke-linecap="round"><path d="M10 46 ${loops.join(' ')}"/></svg>`;
}

/** SPECIMEN across the whole picture, and again in a corner. `size` in pixels. */
export function specimenMark(size: number): string {
  return `<div class="mark" style="font-size:${size}px"><span>SPECIMEN</span></div>
    <div class="note" style="font-size:${Math.max(15, Math.round(size / 9))}px">SPECIMEN · NOT A DOCUMENT</div>`;
}

/** A page of exactly these pixels. */
export function sheet(width: number, height: number, style: string, content: string): string {
  return `<!doctype html><meta charset="utf-8"><style>
    * { box-sizing: border-box; margin: 0; }
    body { width: ${width}px; height: ${height}px; position: relative; overflow: hidden; color: #222831;
      font-family: 'Liberation Sans', 'DejaVu Sans', sans-serif; }
    .cover { position: absolute; inset: 0; width: 100%; height: 100%; }
    .at { position: absolute; }
    .label { color: #5d6670; font-size: 15px; letter-spacing: .06em; text-transform: uppercase; }
    .value { font-weight: 700; font-size: 27px; line-height: 1.15; }
    .small { font-size: 16px; font-weight: 400; color: #444c55; }
    @font-face { font-family: 'OCR-B'; src: url(data:font/otf;base64,${ocrB}); }
    .mrz { font-family: 'OCR-B'; white-space: pre; color: #1b1b1b; }
    .mark { position: absolute; inset: 0; display: grid; place-items: center; font-weight: 800;
      color: rgba(188, 38, 44, .4); letter-spacing: .04em; }
    .mark span { transform: rotate(-18deg); }
    .note { position: absolute; right: 14px; bottom: 8px; color: #bc262c; font-weight: 700; }
    ${style}</style><body>${content}</body>`;
}
