import type { Person } from '../../main/sandbox/people.ts';
import { documentNumber } from '../../main/sandbox/user-data.ts';
import { emblem, guilloche, html, portrait, scribble, sheet, specimenMark, traits } from './drawing.ts';
import { passportLines } from './machine-readable.ts';

export const passportSize = { width: 1240, height: 870 };
export const photoSize = { width: 1600, height: 1200 };
export const billSize = { width: 900, height: 1240 };
export const faceSize = { width: 640, height: 800 };

const passportStyle = `.page { position: absolute; inset: 0; width: 1240px; height: 870px; background: #efe7dd; overflow: hidden; }
  .title { left: 56px; top: 34px; right: 56px; display: flex; gap: 22px; align-items: center; color: #60303c; }
  .title b { font-size: 44px; letter-spacing: .16em; } .title i { font-style: normal; font-size: 30px; }
  .emblem { width: 66px; height: 66px; margin-left: auto; }
  .photo { left: 56px; top: 132px; width: 372px; height: 476px; border: 3px solid #ffffffc0; overflow: hidden; }
  .photo .portrait { width: 100%; height: 100%; display: block; }
  .rows { left: 468px; top: 132px; width: 716px; display: grid; grid-template-columns: 1fr 1fr; gap: 18px 24px; }
  .wide { grid-column: 1 / 3; }
  .value { font-size: 29px; }
  .signature { width: 250px; height: 72px; display: block; }
  .zone { left: 0; right: 0; bottom: 42px; height: 150px; background: #fbf9f2; padding: 22px 40px; }
  .zone .mrz { font-size: 35px; line-height: 54px; letter-spacing: 0.8px; }`;

/** A passport's data page. */
export function passport(person: Person): string {
  return sheet(passportSize.width, passportSize.height, passportStyle, passportPage(person));
}

function passportPage(person: Person): string {
  const [first, last] = person.latin;
  const number = documentNumber(person, 'P');
  const row = (label: string, value: string, wide = '') =>
    `<div class="${wide}"><div class="label">${label}</div><div class="value">${html(value)}</div></div>`;
  return `<div class="page">${guilloche(passportSize.width, passportSize.height, '#a0788c', traits(person))}
    <div class="at title"><b>UTOPIA</b><i>Passport</i>${emblem('#60303c')}</div>
    <div class="at photo">${portrait(person)}</div>
    <div class="at rows">
      ${row('Surname', last === '' ? '—' : last, 'wide')}${row('Given names', first, 'wide')}
      ${row('Passport no.', number)}${row('Nationality', 'Utopian')}
      ${row('Date of birth', person.birthDate)}${row('Sex', person.gender === 'OTHER' ? 'X' : person.gender.slice(0, 1))}
      ${row('Date of issue', '2022-05-10')}${row('Date of expiry', '2032-05-10')}
      <div><div class="label">Signature</div>${scribble(person)}</div>
    </div>
    <div class="at zone"><div class="mrz">${passportLines(person, number).map(html).join('\n')}</div></div>
    ${specimenMark(190)}</div>`;
}

/** The data page as if photographed on a table: rotated, and darker towards one side. */
export function passportPhoto(person: Person): string {
  const style = `${passportStyle}
    body { background: radial-gradient(circle at 30% 20%, #8c7256, #54402e); }
    .page { inset: auto; left: 180px; top: 165px; border-radius: 14px; box-shadow: 0 18px 50px #0009;
      transform: perspective(2400px) rotateX(14deg) rotateY(-7deg) rotateZ(-4deg); }
    .light { background: radial-gradient(circle at 25% 20%, #fff5 0, #fff0 30%, #0000 55%, #0008 115%); }`;
  return sheet(
    photoSize.width,
    photoSize.height,
    style,
    `${passportPage(person)}<div class="cover light"></div>`,
  );
}

/** A utility bill as proof of address. */
export function utilityBill(person: Person): string {
  const items = [
    ['Water, 9 m³', '14.40'],
    ['Electricity, 212 kWh', '38.16'],
    ['Standing charge', '6.00'],
  ];
  const style = `body { background: #fff; padding: 0 64px; }
    header { margin: 0 -64px 56px; padding: 34px 64px; background: #246280; color: #fff; font-size: 40px; font-weight: 700; }
    header small { display: block; font-size: 19px; font-weight: 400; opacity: .9; }
    .top { display: flex; justify-content: space-between; font-size: 22px; line-height: 1.5; }
    table { width: 100%; border-collapse: collapse; margin-top: 70px; font-size: 24px; }
    td, th { padding: 18px 8px; border-bottom: 1px solid #cfd6db; text-align: left; } td:last-child, th:last-child { text-align: right; }
    tr.sum td { font-weight: 700; font-size: 30px; border-bottom: 3px solid #246280; }
    p { margin-top: 60px; font-size: 20px; color: #5d6670; }`;
  return sheet(
    billSize.width,
    billSize.height,
    style,
    `<header>Utopia Water &amp; Light<small>Customer service: 0000 000 000 · bills@specimen.example</small></header>
    <div class="top"><div><b>${html(person.latin.join(' '))}</b><br>Specimen Street 12<br>00000 Utopia City</div>
      <div>Bill no. <b>0000-SPECIMEN</b><br>Customer no. 000 000<br>Date 2026-01-31<br>Period 2026-01</div></div>
    <table><tr><th>Item</th><th>Amount</th></tr>
      ${items.map(([item, price]) => `<tr><td>${item}</td><td>${price}</td></tr>`).join('')}
      <tr class="sum"><td>Total</td><td>58.56</td></tr></table>
    <p>Made for the sandbox. Nothing is due.</p>${specimenMark(150)}`,
  );
}

/** A face image. */
export function face(person: Person): string {
  return sheet(
    faceSize.width,
    faceSize.height,
    '.portrait { width: 100%; height: 100%; display: block; }',
    portrait(person) + specimenMark(104),
  );
}
