import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { glyphCell } from '../../main/features/media/mrz/glyphs.ts';
import { launchBrowser } from '../support/browser.ts';

/** `node test/specimens/mrz-glyphs.ts`: the patterns of the letters of machine-readable zones, drawn by Chromium in OCR-B. */
const target = join(import.meta.dirname, '..', '..', 'main', 'features', 'media', 'mrz', 'glyph-patterns.ts');
const font = readFileSync(join(import.meta.dirname, 'ocr-b.otf')).toString('base64');
const characters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ<';

await using browser = await launchBrowser();
const page = await browser.newPage();
const patterns = await page.evaluate(
  async ({ source, glyphs, cell }) => {
    const face = new FontFace('OCR-B', `url(data:font/otf;base64,${source})`);
    await face.load();
    document.fonts.add(face);
    const context = (width: number, height: number) => {
      const drawing = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
      if (!drawing) {
        throw new Error('No canvas.');
      }
      return drawing;
    };
    const large = context(600, 600);
    large.font = '400px OCR-B';
    const measured = large.measureText('H');
    const cap = measured.actualBoundingBoxAscent;
    return [...glyphs].map((glyph) => {
      const [width, height] = [cap * cell.wide, cap * cell.high];
      large.fillStyle = '#fff';
      large.fillRect(0, 0, 600, 600);
      large.fillStyle = '#000';
      large.fillText(glyph, 300 - measured.width / 2, 300 + cap / 2);
      const pixels = large.getImageData(0, 0, 600, 600).data;
      const values: number[] = [];
      for (let row = 0; row < cell.rows; row += 1) {
        for (let column = 0; column < cell.columns; column += 1) {
          let [sum, count] = [0, 0];
          const x0 = Math.round(300 - width / 2 + (column * width) / cell.columns);
          const x1 = Math.round(300 - width / 2 + ((column + 1) * width) / cell.columns);
          const y0 = Math.round(300 - height / 2 + (row * height) / cell.rows);
          const y1 = Math.round(300 - height / 2 + ((row + 1) * height) / cell.rows);
          for (let y = y0; y < y1; y += 1) {
            for (let x = x0; x < x1; x += 1) {
              sum += 255 - (pixels[4 * (y * 600 + x)] ?? 255);
              count += 1;
            }
          }
          values.push(Math.round(sum / count));
        }
      }
      return [glyph, btoa(String.fromCharCode(...values))] as const;
    });
  },
  { source: font, glyphs: characters, cell: glyphCell },
);
writeFileSync(
  target,
  `/** The characters of OCR-B as darkness (0 to 255) in a cell of \`glyphCell\`, row by row; made by \`test/specimens/mrz-glyphs.ts\`. */
export const glyphPatterns: Record<string, string> = {
${patterns.map(([glyph, pattern]) => `  '${glyph}': '${pattern}',`).join('\n')}
};
`,
);
