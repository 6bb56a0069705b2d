import type { Locator, Page } from 'playwright-core';

/** Colours of points of what is on the screen, as red, green and blue. Positions are given as parts of its width and height. */
export async function coloursOf(
  shown: Locator,
  points: readonly (readonly [x: number, y: number])[],
): Promise<number[][]> {
  return coloursOfImage(shown.page(), await shown.screenshot(), points);
}

async function coloursOfImage(
  page: Page,
  png: Buffer,
  points: readonly (readonly [number, number])[],
): Promise<number[][]> {
  return page.evaluate(
    async ([bytes, wanted]) => {
      const image = await createImageBitmap(new Blob([Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0))]));
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
      context?.drawImage(image, 0, 0);
      return wanted.map(([x, y]) => {
        const at = [Math.floor(x * image.width), Math.floor(y * image.height)] as const;
        return [...(context?.getImageData(...at, 1, 1).data ?? [])].slice(0, 3);
      });
    },
    [png.toString('base64'), points] as const,
  );
}

/** The name of the nearest of the four colours that test pictures are painted with. */
export function colourName([red = 0, green = 0, blue = 0]: readonly number[]): string {
  const isLight = (value: number) => value > 128;
  const name = [red, green, blue].map((value) => (isLight(value) ? '1' : '0')).join('');
  return { '100': 'red', '010': 'green', '001': 'blue', '111': 'white' }[name] ?? `${red} ${green} ${blue}`;
}
