import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';

/** One letter as coverage (0 to 255) of `width` by the lettering's height. */
export interface Glyph {
  width: number;
  coverage: Uint8Array;
}

/** An alphabet drawn once, scaled to the size wanted when it is used. */
export interface Lettering {
  height: number;
  glyph(character: string): Glyph;
}

/** Reads the alphabet (Latin with diacritics, Greek, Cyrillic) from the sandbox's assets. */
export async function readLettering(assetsDir: string): Promise<Lettering> {
  const file = inflateSync(await readFile(join(assetsDir, 'glyphs.bin')));
  const headerEnd = 4 + file.readUInt32BE(0);
  const header: { height: number; glyphs: Record<string, [offset: number, width: number]> } = JSON.parse(
    file.toString('utf8', 4, headerEnd),
  );
  const { height, glyphs } = header;
  return {
    height,
    glyph(character) {
      const [offset, width] = glyphs[character] ?? glyphs['?'] ?? [0, 1];
      const start = headerEnd + offset;
      return { width, coverage: file.subarray(start, start + width * height) };
    },
  };
}
