import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { specimenFolders } from '../../main/sandbox/media/specimens.ts';
import { inventedPeople, type Person, reviewPeople } from '../../main/sandbox/people.ts';
import { otherThan } from '../../main/sandbox/seed/test-cases.ts';
import { launchBrowser } from '../support/browser.ts';
import { card, cardSize } from './cards.ts';
import * as documents from './documents.ts';
import { enteredHolder } from './drawing.ts';
import { report } from './report.ts';

/**
 * `npm run specimens`: the sandbox's pictures and reports, drawn by Chromium from the pages in this folder, into
 * `main/sandbox/assets/specimens`. The files are committed; run this again after a change to a page or a person.
 */
const target = join(import.meta.dirname, '..', '..', 'main', 'sandbox', 'assets', 'specimens');

interface Size {
  width: number;
  height: number;
}

const browser = await launchBrowser();
const page = await browser.newPage();

async function picture(file: string, content: string, size: Size): Promise<void> {
  await page.setViewportSize(size);
  await page.setContent(content, { waitUntil: 'load' });
  const jpeg = file.endsWith('.jpg');
  await page.screenshot({ path: file, ...(jpeg ? { type: 'jpeg', quality: 58 } : { type: 'png' }) });
}

async function pdf(on: Page, file: string, content: string): Promise<void> {
  await on.setContent(content, { waitUntil: 'load' });
  await writeFile(file, await on.pdf({ preferCSSPageSize: true, printBackground: true, tagged: false }));
}

/** Returns a birth date with another last digit of the year. */
function forgedBirthDate({ birthDate }: Person): string {
  return `${birthDate.slice(0, 3)}${(Number(birthDate[3]) + 7) % 10}${birthDate.slice(4)}`;
}

async function drawFor(person: Person, folder: string): Promise<void> {
  const at = (name: string) => join(target, folder, name);
  await mkdir(join(target, folder), { recursive: true });
  await picture(at('id-card-front.jpg'), card(person, 'idCard', 'front'), cardSize);
  await picture(at('id-card-back.jpg'), card(person, 'idCard', 'back'), cardSize);
  await picture(at('face.jpg'), documents.face(person), documents.faceSize);
  if (Object.values<Person>(reviewPeople).includes(person)) {
    const forged = {
      portrait: { photo: otherThan(person) },
      'birth-date': { birthDate: forgedBirthDate(person) },
    };
    for (const [name, parts] of Object.entries(forged)) {
      await picture(at(`id-card-front-${name}.jpg`), card(person, 'idCard', 'front', parts), cardSize);
    }
  } else {
    await pdf(page, at('report.pdf'), report(person));
  }
}

await rm(target, { recursive: true, force: true });
try {
  for (const [person, folder] of specimenFolders) {
    await drawFor(person, folder);
  }
  await drawFor(enteredHolder, 'as-entered');
  const { polish, german, mixed } = inventedPeople;
  for (const person of [polish, german, mixed]) {
    const file = join(target, specimenFolders.get(person) ?? '', 'passport.png');
    await picture(file, documents.passport(person), documents.passportSize);
  }
  const every = (name: string) => join(target, specimenFolders.get(polish) ?? '', name);
  for (const kind of ['licence', 'permit'] as const) {
    for (const side of ['front', 'back'] as const) {
      await picture(every(`${kind}-${side}.jpg`), card(polish, kind, side), cardSize);
    }
  }
  await picture(every('passport-photo.jpg'), documents.passportPhoto(polish), documents.photoSize);
  await picture(every('utility-bill.png'), documents.utilityBill(polish), documents.billSize);
} finally {
  await browser.close();
}
