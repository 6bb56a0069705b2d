import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { onePage, pdfOf, stream } from '../hostile/media-pdfs.ts';
import { cjkFont } from './cjk-font.ts';

// 64 by 48 pixels, black on the left and white on the right.

/** Made with `opj_compress` (OpenJPEG 2.5). */
const jpeg2000 = Buffer.from(
  [
    'AAAADGpQICANCocKAAAAFGZ0eXBqcDIgAAAAAGpwMiAAAAAtanAyaAAAABZpaGRyAAAAMAAAAEAAAQcHAAAAAAAPY29scgEA',
    'AAAAABEAAADdanAyY/9P/1EAKQAAAAAAQAAAADAAAAAAAAAAAAAAAEAAAAAwAAAAAAAAAAAAAQcBAf9SAAwAAAABAAUEBAAB',
    '/1wAE0BASEhQSEhQSEhQSEhQSEhQ/2QAJQABQ3JlYXRlZCBieSBPcGVuSlBFRyB2ZXJzaW9uIDIuNS4w/5AACgAAAAAAXAAB',
    '/5PfgDAJT2BQqFDH2goACBifeL/H2hAAEC6Ek+6CFvfPwCwhbchCAi+GUflbpc/AVDXyP3Fy6U8zVbCyOA2FLSDYIlgNf8fa',
    'DABe+sU94sj/2Q==',
  ].join(''),
  'base64',
);

/** ITU-T T.6 (CCITT group 4), made with `tiffcp -c g4` (libtiff 4.5). */
const group4 = Buffer.from('26a0d5fffffffffffffffffffffffffffffffffff8008008', 'hex');

/** A JBIG2 stream as a PDF embeds it: page information, then one generic region in MMR coding, which is T.6. */
function jbig2(): Buffer {
  const page = Buffer.alloc(19);
  page.writeUInt32BE(64, 0);
  page.writeUInt32BE(48, 4);
  const region = Buffer.alloc(18);
  region.writeUInt32BE(64, 0);
  region.writeUInt32BE(48, 4);
  region[17] = 1;
  return Buffer.concat([segment(0, 48, page), segment(1, 38, Buffer.concat([region, group4]))]);
}

function segment(number: number, type: number, data: Buffer): Buffer {
  const header = Buffer.alloc(11);
  header.writeUInt32BE(number, 0);
  header[4] = type;
  header[6] = 1;
  header.writeUInt32BE(data.length, 7);
  return Buffer.concat([header, data]);
}

function imagePage(entries: string, bytes: Uint8Array): Buffer {
  const image = stream(`/Type/XObject/Subtype/Image/Width 64/Height 48${entries}`, bytes);
  return onePage(stream('', 'q 400 0 0 300 0 0 cm /I Do Q'), '/XObject<</I 5 0 R>>', [image]);
}

const bilevel = '/ColorSpace/DeviceGray/BitsPerComponent 1';

export const scannedPages = {
  'JPEG 2000': imagePage('/Filter/JPXDecode', jpeg2000),
  JBIG2: imagePage(`${bilevel}/Filter/JBIG2Decode`, jbig2()),
  CCITT: imagePage(`${bilevel}/Filter/CCITTFaxDecode/DecodeParms<</K -1/Columns 64/Rows 48>>`, group4),
};

/** A page whose image is not JPEG 2000. */
export const brokenImage = imagePage('/Filter/JPXDecode', Buffer.from('not an image'));

/** A page in DeviceCMYK, which pdf.js converts with a colour profile. */
export const inkPage = onePage(stream('', '0 1 0 0 k 0 0 400 300 re f'));

/** Japanese text in a predefined character map (UniJIS-UTF16-H), with a font that draws every character as the same letter. */
export function japanesePage(): Buffer {
  const font = readFileSync(
    join(import.meta.dirname, '../../node_modules/pdfjs-dist/standard_fonts/LiberationSans-Bold.ttf'),
  );
  const letter = Buffer.alloc(2 * 23_058);
  for (let at = 0; at < letter.length; at += 2) {
    letter.writeUInt16BE(0x2b, at);
  }
  const cid =
    '<</Type/Font/Subtype/CIDFontType2/BaseFont/Test/CIDSystemInfo<</Registry(Adobe)/Ordering(Japan1)/Supplement 6>>' +
    '/FontDescriptor 7 0 R/CIDToGIDMap 9 0 R/DW 1000>>';
  return onePage(stream('', 'BT /T 96 Tf 20 100 Td <65E5672C> Tj ET'), '/Font<</T 5 0 R>>', [
    '<</Type/Font/Subtype/Type0/BaseFont/Test/Encoding/UniJIS-UTF16-H/DescendantFonts[6 0 R]>>',
    cid,
    '<</Type/FontDescriptor/FontName/Test/Flags 4/FontBBox[0 -200 1000 900]/ItalicAngle 0/Ascent 900/Descent -200/CapHeight 700/StemV 80/FontFile2 8 0 R>>',
    stream('/Filter/FlateDecode', deflateSync(font)),
    stream('/Filter/FlateDecode', deflateSync(letter)),
  ]);
}

/** One page, “Locked page”, encrypted with AES-256 under the password `letmein` (`qpdf --encrypt letmein owner 256`). */
export const lockedPdf = Buffer.from(
  [
    'JVBERi0xLjcKJb/3ov4KMSAwIG9iago8PCAvRXh0ZW5zaW9ucyA8PCAvQURCRSA8PCAvQmFzZVZlcnNpb24gLzEuNyAvRXh0',
    'ZW5zaW9uTGV2ZWwgOCA+PiA+PiAvUGFnZXMgMiAwIFIgL1R5cGUgL0NhdGFsb2cgPj4KZW5kb2JqCjIgMCBvYmoKPDwgL0Nv',
    'dW50IDEgL0tpZHMgWyAzIDAgUiBdIC9NZWRpYUJveCBbIDAgMCA0MDAgMzAwIF0gL1Jlc291cmNlcyA8PCAvRm9udCA8PCAv',
    'VCA0IDAgUiA+PiA+PiAvVHlwZSAvUGFnZXMgPj4KZW5kb2JqCjMgMCBvYmoKPDwgL0NvbnRlbnRzIDUgMCBSIC9QYXJlbnQg',
    'MiAwIFIgL1R5cGUgL1BhZ2UgPj4KZW5kb2JqCjQgMCBvYmoKPDwgL0Jhc2VGb250IC9IZWx2ZXRpY2EgL0VuY29kaW5nIC9X',
    'aW5BbnNpRW5jb2RpbmcgL1N1YnR5cGUgL1R5cGUxIC9UeXBlIC9Gb250ID4+CmVuZG9iago1IDAgb2JqCjw8IC9MZW5ndGgg',
    'ODAgL0ZpbHRlciAvRmxhdGVEZWNvZGUgPj4Kc3RyZWFtCnGNkc448fidadhHMqWKUdLgjyHNx077PNzkx6i0issrpYPbkgpH',
    'gANETZzndZdCrwCskDmZQYwHz+jPTUktcAmvPWBn5i3nRwVJe4xlVVNzZW5kc3RyZWFtCmVuZG9iago2IDAgb2JqCjw8IC9D',
    'RiA8PCAvU3RkQ0YgPDwgL0F1dGhFdmVudCAvRG9jT3BlbiAvQ0ZNIC9BRVNWMyAvTGVuZ3RoIDMyID4+ID4+IC9GaWx0ZXIg',
    'L1N0YW5kYXJkIC9MZW5ndGggMjU2IC9PIDw4OWNhODI1MDRhNTk2NjA4OTRlZjVjZWQ4YWFkYjQzNzhhMWMxNDAyYzczOGVi',
    'MTJiMjRhZGIyNjUxZDcxMDRjNzllY2EzMTZlZTZiM2NjNTY4NjFmZmQ2MDJmM2Y5MmQ+IC9PRSA8ODFjZWJhNzQxYjUzMTdk',
    'ZmJmY2QwNDFjZWFhNTk5MzBlNDliMjM4ZDhmZWEzNzk4MTBlMmM2NTc4NjhhNTQ1Yz4gL1AgLTQgL1Blcm1zIDw0MTFjMGRi',
    'MmY2ZWNkNjg2YmU4OWMxNjFmMTk5ODJiYT4gL1IgNiAvU3RtRiAvU3RkQ0YgL1N0ckYgL1N0ZENGIC9VIDw2ZGMxYTFjMWVm',
    'OGEzNjk5MGExOTMzNTEyYjFhNWNkNDQwNjI5ZDk4ZmVkZGNiODFlMjcwNjVjZGRlMjk5OTBmNmMzYzk5YjYyOGRhNzc1YWZl',
    'NmJmMGE1MDY5NzE3NjY+IC9VRSA8NjUxMzhlZDAyYzkxY2NkNDBlNzViZTY0NzRhYjc5YjRiZTc2YmNjNTk1ODEwYmY3ZWNm',
    'ZGU0OTM5NjE5ODY1Yj4gL1YgNSA+PgplbmRvYmoKeHJlZgowIDcKMDAwMDAwMDAwMCA2NTUzNSBmIAowMDAwMDAwMDE1IDAw',
    'MDAwIG4gCjAwMDAwMDAxMzAgMDAwMDAgbiAKMDAwMDAwMDI1MyAwMDAwMCBuIAowMDAwMDAwMzE2IDAwMDAwIG4gCjAwMDAw',
    'MDA0MTMgMDAwMDAgbiAKMDAwMDAwMDU2MyAwMDAwMCBuIAp0cmFpbGVyIDw8IC9Sb290IDEgMCBSIC9TaXplIDcgL0lEIFs8',
    'ZjYzZmE1M2U2NGMxZWViOWNhOTkxMWZkYzRjNjU4MjM+PGY2M2ZhNTNlNjRjMWVlYjljYTk5MTFmZGM0YzY1ODIzPl0gL0Vu',
    'Y3J5cHQgNiAwIFIgPj4Kc3RhcnR4cmVmCjExMTAKJSVFT0YK',
  ].join(''),
  'base64',
);

/** The characters 日目田, 100 points high, in a font of their own that is in the file, with their meaning for search. */
export function cjkPage(): Buffer {
  const meaning =
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /M def /CMapType 2 def ' +
    '1 begincodespacerange <0000> <ffff> endcodespacerange ' +
    '3 beginbfchar <0001> <65E5> <0002> <76EE> <0003> <7530> endbfchar endcmap end end';
  return onePage(stream('', 'BT /T 100 Tf 50 100 Td <000100020003> Tj ET'), '/Font<</T 5 0 R>>', [
    '<</Type/Font/Subtype/Type0/BaseFont/ABCDEF+Test/Encoding/Identity-H/DescendantFonts[6 0 R]/ToUnicode 9 0 R>>',
    '<</Type/Font/Subtype/CIDFontType2/BaseFont/ABCDEF+Test/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>' +
      '/FontDescriptor 7 0 R/CIDToGIDMap/Identity/DW 1000>>',
    '<</Type/FontDescriptor/FontName/ABCDEF+Test/Flags 4/FontBBox[100 0 900 800]/ItalicAngle 0/Ascent 880/Descent -120/CapHeight 800/StemV 80/FontFile2 8 0 R>>',
    stream('/Filter/FlateDecode', deflateSync(cjkFont())),
    stream('', meaning),
  ]);
}

/** A page with scripts that run when it is opened, a link over all of it, and a form that is sent elsewhere. */
export function activePage(elsewhere: string): Buffer {
  const script = `app.alert("script ran"); this.submitForm("${elsewhere}/script"); app.launchURL("${elsewhere}/launch", true);`;
  const appearance = stream('/Type/XObject/Subtype/Form/BBox[0 0 200 40]', '0.2 0.6 1 rg 0 0 200 40 re f');
  return pdfOf([
    `<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(${escaped(script)})>>/AcroForm<</Fields[8 0 R]/NeedAppearances false>>>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 300]/Resources<</Font<</T 5 0 R>>>>/Contents 4 0 R/Annots[6 0 R 7 0 R 8 0 R]' +
      `/AA<</O<</S/JavaScript/JS(${escaped(script)})>>>>>>`,
    stream('', 'BT /T 24 Tf 40 250 Td (Active page) Tj ET'),
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
    `<</Type/Annot/Subtype/Link/Rect[0 0 400 300]/Border[0 0 0]/A<</S/URI/URI(${elsewhere}/link)>>>>`,
    `<</Type/Annot/Subtype/Link/Rect[0 0 400 300]/Border[0 0 0]/A<</S/Launch/F(/usr/bin/xcalc)>>>>`,
    '<</Type/Annot/Subtype/Widget/FT/Btn/Ff 65536/T(send)/Rect[100 100 300 140]/P 3 0 R/F 4/AP<</N 9 0 R>>' +
      `/A<</S/SubmitForm/F(${elsewhere}/form)>>>>`,
    appearance,
  ]);
}

function escaped(text: string): string {
  return text.replaceAll(/[()\\]/g, '\\$&');
}
