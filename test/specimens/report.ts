import type { Person } from '../../main/sandbox/people.ts';
import { documentNumber } from '../../main/sandbox/user-data.ts';
import { html, ownLetters, portrait } from './drawing.ts';

/** A verification report of three A4 pages. */
export function report(person: Person): string {
  const name = person.latin.filter((part) => part !== '').join(' ');
  const own = [person.firstName, person.lastName].filter((part) => part !== '').join(' ');
  const pages = [
    page(
      'Verification report',
      `<div class="lead">Identity confirmed</div>${table([
        ['Subject', name],
        ...(ownLetters(own) !== undefined && own !== name ? [['Name as written', own] as const] : []),
        ['Date of birth', person.birthDate],
        ['Country', person.country],
        ['Personal number', person.nationalId],
        ['Method', 'Document scan and face'],
      ])}`,
    ),
    page(
      'Document',
      table([
        ['Type', 'Identity card'],
        ['Number', documentNumber(person, 'ID')],
        ['Issued by', 'Specimen Issuing Office, Utopia'],
        ['Date of issue', '2022-05-10'],
        ['Date of expiry', '2032-05-10'],
        ['Document authenticity', 'ACCEPTED'],
        ['Data consistency', 'ACCEPTED'],
      ]),
    ),
    page(
      'Face',
      `<div class="faces"><figure>${portrait(person)}<figcaption>Document</figcaption></figure>
        <figure>${portrait(person)}<figcaption>Capture</figcaption></figure></div>${table([
          ['Liveness', 'ACCEPTED'],
          ['Similarity to the document', '0.97'],
        ])}`,
    ),
  ];
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Verification report: ${html(name)}</title><style>
    @page { size: A4; margin: 0; }
    * { box-sizing: border-box; margin: 0; }
    body { font-family: 'Liberation Sans', 'DejaVu Sans', sans-serif; color: #222831; }
    section { position: relative; width: 210mm; height: 297mm; padding: 24mm 22mm; overflow: hidden; break-after: page; }
    section:last-of-type { break-after: auto; }
    h1 { font-weight: 400; font-size: 25pt; color: #1f4c6b; border-bottom: 2pt solid #1f4c6b; padding-bottom: 4mm; margin-bottom: 9mm; }
    .lead { display: inline-block; padding: 2mm 5mm; margin-bottom: 8mm; border-radius: 2mm; background: #dcefe2; color: #17603a; font-size: 13pt; }
    table { border-collapse: collapse; width: 100%; font-size: 11.5pt; }
    td { padding: 3.2mm 2mm; border-bottom: .4pt solid #c7ced6; } td:first-child { width: 58mm; color: #5d6670; }
    .faces { display: flex; gap: 12mm; margin-bottom: 10mm; } figure { width: 46mm; font-size: 9pt; color: #5d6670; } .portrait { display: block; width: 46mm; height: 57.5mm; }
    .mark { position: absolute; left: 0; right: 0; top: 125mm; text-align: center; font-size: 92pt; color: #f0cccc; transform: rotate(-40deg); z-index: -1; }
    footer { position: absolute; left: 22mm; right: 22mm; bottom: 14mm; font-size: 8.5pt; color: #5d6670; display: flex; justify-content: space-between; }
    </style></head><body>${pages.map((content, index) => content.replace('#page', `${index + 1} of ${pages.length}`)).join('')}</body></html>`;
}

function page(title: string, content: string): string {
  return `<section><div class="mark">SPECIMEN</div><h1>${title}</h1>${content}
    <footer><span>SPECIMEN. Made for the sandbox; the person, the document and the checks are invented.</span><span>#page</span></footer></section>`;
}

function table(rows: readonly (readonly [label: string, value: string])[]): string {
  return `<table>${rows.map(([label, value]) => `<tr><td>${label}</td><td dir="auto" style="text-align:left">${html(value)}</td></tr>`).join('')}</table>`;
}
