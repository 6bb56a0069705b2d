import { constants, deflateRawSync, deflateSync } from 'node:zlib';

type Part = string | Uint8Array;

/** A PDF of the given object bodies, numbered from 1; the first is its catalogue. */
export function pdfOf(objects: Part[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const offsets: number[] = [];
  let at = parts[0]?.length ?? 0;
  const add = (part: Part) => {
    const bytes = Buffer.from(part as string);
    parts.push(bytes);
    at += bytes.length;
  };
  objects.forEach((body, index) => {
    offsets.push(at);
    add(`${index + 1} 0 obj\n`);
    add(body);
    add('\nendobj\n');
  });
  const start = at;
  add(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`);
  for (const offset of offsets) {
    add(`${String(offset).padStart(10, '0')} 00000 n \n`);
  }
  add(`trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`);
  return Buffer.concat(parts);
}

/** A stream object; `entries` are its dictionary entries besides the length. */
export function stream(entries: string, bytes: Uint8Array | string): Buffer {
  const content = Buffer.from(bytes as string);
  return Buffer.concat([
    Buffer.from(`<<${entries}/Length ${content.length}>>\nstream\n`),
    content,
    Buffer.from('\nendstream'),
  ]);
}

const catalogue = '<</Type/Catalog/Pages 2 0 R>>';
const font = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>';

/** One page with the given content; `resources` may refer to objects from 5 on, which are `more`. */
export function onePage(content: Buffer, resources = '', more: Part[] = []): Buffer {
  return pdfOf([
    catalogue,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 300]/Resources<<${resources}>>/Contents 4 0 R>>`,
    content,
    ...more,
  ]);
}

/** Nested forms: each draws the next one ten times, so that a few kilobytes mean 10 to the power of `depth` operations. */
export function nestedForms(depth = 20): Buffer {
  const forms = Array.from({ length: depth }, (_, index) =>
    stream(
      `/Type/XObject/Subtype/Form/BBox[0 0 400 300]/Resources<</XObject<</F ${Math.min(index + 6, depth + 4)} 0 R>>>>`,
      index === depth - 1 ? '0 0 1 1 re f' : '/F Do '.repeat(10),
    ),
  );
  return onePage(stream('', '/F Do'), '/XObject<</F 5 0 R>>', forms);
}

/** Megabytes of text that deflate to a few kilobytes. */
export function muchText(bytes = 20_000_000): Buffer {
  const text = Buffer.alloc(bytes, 'a');
  const content = Buffer.concat([Buffer.from('BT /T 8 Tf 10 10 Td ('), text, Buffer.from(') Tj ET')]);
  return onePage(stream('/Filter/FlateDecode', deflateSync(content)), '/Font<</T 5 0 R>>', [font]);
}

/** A stream deflated twice: a few kilobytes that are `megabytes` once inflated. */
export function doubleFlate(megabytes = 4096): Buffer {
  // Blocks that are not the last can be repeated as they are.
  const block = deflateRawSync(Buffer.alloc(64_000_000, ' '), {
    level: 9,
    finishFlush: constants.Z_FULL_FLUSH,
  });
  const repeated = Buffer.concat(Array.from({ length: megabytes / 64 }, () => block));
  const inner = Buffer.concat([Buffer.from([0x78, 0x9c]), repeated, Buffer.from([3, 0, 0, 0, 0, 0])]);
  return onePage(stream('/Filter[/FlateDecode/FlateDecode]', deflateSync(inner, { level: 9 })));
}

/** An image that claims four thousand million pixels. */
export function hugeImage(): Buffer {
  const image = stream(
    '/Type/XObject/Subtype/Image/Width 65000/Height 65000/ColorSpace/DeviceGray/BitsPerComponent 8/Filter/FlateDecode',
    deflateSync(Buffer.alloc(1000)),
  );
  return onePage(stream('', 'q 400 0 0 300 0 0 cm /I Do Q'), '/XObject<</I 5 0 R>>', [image]);
}

/** Many dictionaries: the parser makes an object of each. */
export function manyObjects(count = 8_000_000): Buffer {
  const content = `/A [${'<<>>'.repeat(count)}] DP`;
  return onePage(stream('/Filter/FlateDecode', deflateSync(content)));
}

/** A PDF of `pages`, each with a line of text, and `ballast` unused bytes. */
export function plainPdf(pages: string[], ballast = 0): Buffer {
  const kids = pages.map((_, index) => `${4 + 2 * index} 0 R`).join(' ');
  return pdfOf([
    catalogue,
    `<</Type/Pages/Kids[${kids}]/Count ${pages.length}/MediaBox[0 0 400 300]/Resources<</Font<</T 3 0 R>>>>>>`,
    font,
    ...pages.flatMap((text, index) => [
      `<</Type/Page/Parent 2 0 R/Contents ${5 + 2 * index} 0 R>>`,
      stream('', `BT /T 24 Tf 40 150 Td (${text}) Tj ET`),
    ]),
    stream('', Buffer.alloc(ballast)),
  ]);
}
