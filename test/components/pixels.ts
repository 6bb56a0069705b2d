import { page } from 'vitest/browser';

/** Parts of the width and the height of what is shown. */
type Point = readonly [x: number, y: number];

/** Colours of points of what is on the screen, as red, green and blue. */
export async function coloursOf(shown: Element, points: readonly Point[]): Promise<number[][]> {
  const png = await page.elementLocator(shown).screenshot({ save: false });
  const bytes = Uint8Array.from(atob(png), (character) => character.charCodeAt(0));
  return coloursIn(await createImageBitmap(new Blob([bytes])), points);
}

/** Colours of points of a canvas or an image. */
export function coloursIn(
  source: (HTMLCanvasElement | HTMLVideoElement | ImageBitmap) & { width: number; height: number },
  points: readonly Point[],
): number[][] {
  const context = new OffscreenCanvas(source.width, source.height).getContext('2d', {
    willReadFrequently: true,
  });
  context?.drawImage(source, 0, 0);
  return points.map(([x, y]) => {
    const at = [Math.floor(x * source.width), Math.floor(y * source.height)] as const;
    return [...(context?.getImageData(...at, 1, 1).data ?? [])].slice(0, 3);
  });
}

/** The name of the nearest of the four colours that test pictures are painted with. */
export function colourName([red = 0, green = 0, blue = 0]: readonly number[]): string {
  const name = [red, green, blue].map((value) => (value > 128 ? '1' : '0')).join('');
  return { '100': 'red', '010': 'green', '001': 'blue', '111': 'white' }[name] ?? `${red} ${green} ${blue}`;
}

export const namesOf = (colours: readonly number[][]) => colours.map(colourName).join(' ');
