import type { Person } from '../../main/sandbox/people.ts';
import { documentNumber } from '../../main/sandbox/user-data.ts';
import {
  emblem,
  guilloche,
  html,
  ownLetters,
  portrait,
  scribble,
  sheet,
  specimenMark,
  traits,
} from './drawing.ts';
import { cardLines } from './machine-readable.ts';

export type CardKind = 'idCard' | 'licence' | 'permit';

const styles: Record<CardKind, { title: string; prefix: string; top: string; bottom: string; line: string }> =
  {
    idCard: { title: 'Identity card', prefix: 'ID', top: '#d6e6f0', bottom: '#f2eee0', line: '#3f6f92' },
    licence: { title: 'Driving licence', prefix: 'DL', top: '#f6dade', bottom: '#eeeaf2', line: '#a04a66' },
    permit: { title: 'Residence permit', prefix: 'RP', top: '#def0d8', bottom: '#f6f0d8', line: '#55783f' },
  };

export const cardSize = { width: 1012, height: 638 };

interface Forged {
  /** The person in the portrait; the small one beside it is left as it was. */
  photo: Person;
  birthDate: string;
}

/** One side of a card, in the proportions of ID-1 at about 300 dots per inch. */
export function card(
  person: Person,
  kind: CardKind,
  side: 'front' | 'back',
  forged: Partial<Forged> = {},
): string {
  const { width, height } = cardSize;
  const style = styles[kind];
  const number = documentNumber(person, style.prefix);
  const css = `body { background: linear-gradient(160deg, ${style.top}, ${style.bottom}); border-radius: 0; }
    .head { left: 0; right: 0; top: 0; height: 84px; background: ${style.line}; color: #fff; display: flex; align-items: center;
      gap: 18px; padding: 0 30px; }
    .head b { font-size: 34px; letter-spacing: .03em; text-transform: uppercase; }
    .head i { font-style: normal; font-size: 22px; margin-left: auto; letter-spacing: .22em; }
    .emblem { width: 58px; height: 58px; }
    .photo { left: 36px; top: 116px; width: 292px; height: 376px; border: 3px solid #ffffffd0; border-radius: 8px; overflow: hidden; }
    .photo .portrait { width: 100%; height: 100%; display: block; }
    .ghost { right: 34px; bottom: 74px; width: 116px; height: 146px; opacity: .3; border-radius: 50%; overflow: hidden; }
    .ghost .portrait { width: 100%; height: 100%; filter: grayscale(1); }
    .rows { left: 364px; top: 108px; width: 610px; display: grid; grid-template-columns: 1fr 1fr; gap: 13px 22px; }
    .wide { grid-column: 1 / 3; }
    .sign { left: 40px; top: 510px; } .signature { width: 230px; height: 66px; display: block; }
    .chip { right: 54px; top: 130px; width: 148px; height: 116px; border-radius: 16px; background: linear-gradient(135deg, #e4cf8c, #b3924a);
      border: 2px solid #8d7338; }
    .chip svg { width: 100%; height: 100%; }
    .zone { left: 0; right: 0; bottom: 56px; height: 158px; background: #fbfaf4e8; padding: 14px 30px; }
    .zone .mrz { font-size: 38px; line-height: 43px; letter-spacing: 3.6px; }
    table { border-collapse: collapse; font-size: 24px; background: #ffffff90; } td, th { border: 1px solid ${style.line}; padding: 8px 18px; text-align: left; }
    th { font-size: 16px; color: #5d6670; }`;
  const head = `<div class="at head">${emblem('#fff')}<b>${style.title}</b><i>UTOPIA</i></div>`;
  const content = side === 'front' ? front(person, number, forged) : back(person, kind, number);
  return sheet(
    width,
    height,
    css,
    (side === 'front' ? guilloche(width, height, style.line, traits(person)) : '') +
      head +
      content +
      specimenMark(150),
  );
}

/** A label with its value, in the person's script and in Latin letters if both exist. */
function row(label: string, text: string, latin = text, wide = false): string {
  const own = ownLetters(text);
  const second =
    own !== undefined && own !== latin && latin !== ''
      ? `<div class="small">${html(fitted(latin))}</div>`
      : '';
  return `<div class="${wide ? 'wide' : ''}"><div class="label">${label}</div>
    <div class="value" dir="auto" style="text-align:left">${html(fitted((own ?? latin) || '—'))}</div>${second}</div>`;
}

function fitted(text: string): string {
  return text.length <= 38 ? text : `${text.slice(0, 37)}…`;
}

function front(
  person: Person,
  number: string,
  { photo = person, birthDate = person.birthDate }: Partial<Forged>,
): string {
  return `<div class="at photo">${portrait(photo)}</div>
    <div class="at rows">
      ${row('Surname', person.lastName, person.latin[1], true)}
      ${row('Given names', person.firstName, person.latin[0], true)}
      ${row('Date of birth', birthDate)}
      ${row('Sex', person.gender === 'OTHER' ? 'X' : person.gender.slice(0, 1))}
      ${row('Personal number', person.nationalId)}
      ${row('Document number', number)}
      ${row('Date of issue', '2022-05-10')}
      ${row('Date of expiry', '2032-05-10')}
    </div>
    <div class="at ghost">${portrait(person)}</div>
    <div class="at sign"><div class="label">Signature</div>${scribble(person)}</div>`;
}

function back(person: Person, kind: CardKind, number: string): string {
  const details =
    kind === 'licence'
      ? `<div class="at" style="left:36px;top:112px"><table><tr><th>9. Category</th><th>10. Issued</th><th>11. Expires</th><th>12. Limits</th></tr>
        <tr><td>AM</td><td>2008-04-02</td><td>2032-05-10</td><td></td></tr>
        <tr><td>B</td><td>2010-06-18</td><td>2032-05-10</td><td>01.06</td></tr>
        <tr><td>BE</td><td>2014-09-30</td><td>2027-09-30</td><td></td></tr></table></div>`
      : `<div class="at" style="left:36px;top:116px;width:600px;display:grid;gap:16px">
        ${row('Authority', 'Specimen Issuing Office')}
        ${kind === 'idCard' ? row('Place of birth', person.birthCity, '') : row('Type of permit', 'Long-term resident')}
        ${row('Nationality', 'Utopian')}</div>`;
  const chip = `<div class="at chip"><svg viewBox="0 0 148 116" fill="none" stroke="#7c6432" stroke-width="2.5"><path d="M48 0 V116 M100 0 V116 M0 39 H48 M0 77 H48 M100 39 H148 M100 77 H148 M48 58 H100"/></svg></div>`;
  return `${details}${chip}<div class="at zone"><div class="mrz">${cardLines(person, number).map(html).join('\n')}</div></div>`;
}
