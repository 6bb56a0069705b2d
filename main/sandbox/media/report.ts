import type { Person } from '../people.ts';
import { documentNumber } from '../user-data.ts';
import { type PdfText, pdfOf } from './pdf.ts';

/** A verification report of three pages, as a PDF. */
export function reportPdf(person: Person): Buffer {
  const name = person.latin.filter((part) => part !== '').join(' ');
  return pdfOf(`Verification report: ${name}`, [
    page('Verification report', [
      ['Subject', name],
      ['Date of birth', person.birthDate],
      ['Country', person.country],
      ['Personal number', person.nationalId],
      ['Outcome', 'Identity confirmed'],
    ]),
    page('Document', [
      ['Kind', 'Identity card'],
      ['Number', documentNumber(person, 'ID')],
      ['Issued by', 'Specimen Issuing Office, Utopia'],
      ['Issued', '2022-05-10'],
      ['Expires', '2032-05-10'],
      ['Authenticity', 'ACCEPTED'],
      ['Consistency', 'ACCEPTED'],
    ]),
    page('Face', [
      ['Liveness', 'ACCEPTED'],
      ['Likeness to the document', '0.97'],
      ['Note', 'Everything in this report is invented.'],
    ]),
  ]);
}

function page(title: string, rows: readonly (readonly [label: string, value: string])[]): PdfText[] {
  return [
    { text: title, x: 56, y: 760, size: 24, bold: true },
    {
      text: 'Made by the sandbox. No person, no document, no verification stands behind it.',
      x: 56,
      y: 736,
      size: 9,
    },
    ...rows.flatMap(([label, value], index): PdfText[] => [
      { text: label, x: 56, y: 690 - index * 28, size: 11 },
      { text: value, x: 220, y: 690 - index * 28, size: 11, bold: true },
    ]),
  ];
}
