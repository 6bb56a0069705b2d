import type { Page } from 'playwright-core';
import type { GreyPicture } from '../../main/features/media/mrz/text-lines.ts';
import type { MrzReading } from '../../preload/contract/mrz.ts';

/** Returns an encoded picture in shades of grey, decoded by the browser. */
export async function greyPicture(page: Page, jpeg: Buffer): Promise<GreyPicture> {
  const { width, height, text } = await page.evaluate(async (source) => {
    const picture = new Image();
    picture.src = `data:image/jpeg;base64,${source}`;
    await picture.decode();
    const { naturalWidth: width, naturalHeight: height } = picture;
    const context = new OffscreenCanvas(width, height).getContext('2d');
    if (!context) {
      throw new Error('No canvas.');
    }
    context.drawImage(picture, 0, 0);
    const { data } = context.getImageData(0, 0, width, height);
    const parts: string[] = [];
    for (let at = 0; at < data.length; at += 4 * width) {
      const row = Array.from({ length: width }, (_, x) => {
        const [red = 0, green = 0, blue = 0] = data.subarray(at + 4 * x, at + 4 * x + 3);
        return (red * 77 + green * 150 + blue * 29) >> 8;
      });
      parts.push(String.fromCharCode(...row));
    }
    return { width, height, text: btoa(parts.join('')) };
  }, jpeg.toString('base64'));
  return { width, height, grey: Uint8Array.from(Buffer.from(text, 'base64')) };
}

/** Returns what the lines say (ICAO Doc 9303, parts 4 and 5). */
export function expectedReading(lines: readonly string[]): Required<MrzReading> {
  const [first = '', second = '', third = ''] = lines;
  const isCard = lines.length === 3;
  const [last = '', given = ''] = (isCard ? third : first.slice(5)).split('<<').map(plain);
  const dates = isCard ? second : second.slice(13);
  return {
    number: plain(isCard ? first.slice(5, 14) : second.slice(0, 9)),
    birth: dates.slice(0, 6),
    sex: plain(dates.slice(7, 8)),
    expiry: dates.slice(8, 14),
    lastName: last,
    firstName: given,
    issuer: first.slice(2, 5),
    nationality: isCard ? second.slice(15, 18) : second.slice(10, 13),
  };
}

function plain(text: string): string {
  return text.replace(/<+/g, ' ').trim();
}
