import type { Page } from 'playwright-core';
import { inventedPeople, type Person } from '../../main/sandbox/people.ts';
import { documentNumber } from '../../main/sandbox/user-data.ts';
import { card, cardSize } from './cards.ts';
import { passport, passportSize } from './documents.ts';
import { html } from './drawing.ts';
import { cardLines, passportLines } from './machine-readable.ts';

export const damages = ['straight', 'turned', 'blurred', 'dark', 'cropped', 'cut'] as const;
export type Damage = (typeof damages)[number];

/** A picture of a specimen with its machine-readable lines; `cut` pictures lack a part of them. */
export interface MrzPicture {
  damage: Damage;
  lines: string[];
  jpeg: Buffer;
}

/** Returns numbers from 0 to 1 that are the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Draws specimens of the sandbox's people as photographs and scans show them, the same for the same seed.
 *
 * @param change returns other machine-readable lines
 */
export async function* mrzPictures(
  page: Page,
  count: number,
  { seed = 1, change }: { seed?: number; change?: ((lines: string[]) => string[]) | undefined } = {},
): AsyncGenerator<MrzPicture> {
  const people = Object.values(inventedPeople);
  for (let index = 0; index < count; index += 1) {
    const person = people[Math.floor(index / damages.length) % people.length] as Person;
    const isPassport = (index % damages.length) % 2 === Math.floor(index / damages.length) % 2;
    const damage = damages[index % damages.length] as Damage;
    const size = isPassport ? passportSize : cardSize;
    const original = isPassport
      ? passportLines(person, documentNumber(person, 'P'))
      : cardLines(person, documentNumber(person, 'ID'));
    const lines = change?.(original) ?? original;
    const content = (isPassport ? passport(person) : card(person, 'idCard', 'back')).replace(
      original.map(html).join('\n'),
      lines.map(html).join('\n'),
    );
    const jpeg = await photograph(page, content, {
      damage,
      ...size,
      random: randomFrom(seed * 1000 + index),
    });
    yield { damage, lines, jpeg };
  }
}

async function photograph(
  page: Page,
  content: string,
  { damage, width, height, random }: { damage: Damage; width: number; height: number; random(): number },
): Promise<Buffer> {
  const between = (least: number, most: number) => least + (most - least) * random();
  const view = damage === 'turned' ? { width: width + 240, height: height + 240 } : { width, height };
  await page.setViewportSize(view);
  await page.setContent(content, { waitUntil: 'load' });
  await page.evaluate(() => document.fonts.ready);
  const style: Record<Damage, string> = {
    straight: '',
    turned: `position: absolute; left: 120px; top: 120px; transform: perspective(2400px) rotateX(${between(-9, 9)}deg)
      rotateY(${between(-9, 9)}deg) rotateZ(${between(-9, 9)}deg)`,
    blurred: `filter: blur(${between(0.8, 2)}px)`,
    dark: `filter: brightness(${between(0.2, 0.5)}) contrast(${between(0.6, 1)})`,
    cropped: '',
    cut: '',
  };
  await page.addStyleTag({ content: `html { background: #6b5a48; } body { ${style[damage]} }` });
  const clip = {
    // Near the zone, whose lines stay whole; cut: through the lines.
    cropped: { x: width * 0.01, y: height * between(0.45, 0.62), width: width * 0.98, height },
    cut: { x: width * between(0.08, 0.3), y: 0, width: width * 0.7, height },
  }[damage as string];
  return page.screenshot({
    type: 'jpeg',
    quality: Math.round(between(45, 85)),
    ...(clip ? { clip: { ...clip, height: Math.min(clip.height, height - clip.y) } } : {}),
  });
}
