import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { doubleFlate, hugeImage, plainPdf } from '../hostile/media-pdfs.ts';
import { hugeImages, pngOf } from './images.ts';
import { brokenImage, cjkPage, inkPage, japanesePage, lockedPdf, scannedPages } from './pdf-samples.ts';
import { wavOf } from './sounds.ts';

type Content = [contentType: string, bytes: Buffer];

const asset = (name: string) => readFileSync(join(import.meta.dirname, '../../main/sandbox/assets', name));
const photo = () => asset('specimens/polish/passport-photo.jpg');
/** Breaks the end of a part of a file, which keeps its length. */
const damaged = (bytes: Buffer, part: string) =>
  Buffer.from(bytes.toString('latin1').replace(part, `${part.slice(0, -2)}A>`), 'latin1');
const half = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2);
const pdf = (bytes: () => Buffer) => (): Content => ['application/pdf', bytes()];
/** Large enough to be read in parts: two pages, and an unused stream between them. */
const largePdf = pdf(() => plainPdf(['First page', 'Last page'], 6_000_000));

/** The files that component tests ask for by name. */
export const mediaFiles: Record<string, () => Content> = {
  photo: () => ['image/jpeg', photo()],
  'cut photo': () => ['image/jpeg', half(photo())],
  picture: () => ['image/png', pngOf(300, 200)],
  'tall picture': () => ['image/png', pngOf(200, 300)],
  'cut picture': () => ['image/png', half(pngOf(400, 300))],
  'garbled picture': () => ['image/png', Buffer.from('\x89PNG\r\n\x1a\n garbled', 'latin1')],
  'huge picture': () => ['image/png', pngOf(60_000, 50_000, 1)],
  ...Object.fromEntries(
    hugeImages(30_000).map(([type, bytes]) => [`huge ${type}`, (): Content => [type, bytes]]),
  ),
  'web page': () => ['image/jpeg', Buffer.from('<!doctype html><title>must never run</title>')],
  text: () => ['text/plain', Buffer.from('a text')],
  video: () => ['video/webm', asset('face.webm')],
  recording: () => ['audio/wav', wavOf(120)],
  'one page': pdf(() => plainPdf(['A page'])),
  '60 pages': pdf(() => plainPdf(sheets)),
  'large PDF': largePdf,
  'too large PDF': pdf(() => plainPdf(['Too large'], 70_000_000)),
  ...Object.fromEntries(Object.entries(scannedPages).map(([name, bytes]) => [name, pdf(() => bytes)])),
  'broken image': pdf(() => brokenImage),
  ink: pdf(() => inkPage),
  Japanese: pdf(japanesePage),
  'CJK font': pdf(cjkPage),
  'locked PDF': pdf(() => lockedPdf),
  'shifted PDF': pdf(() =>
    Buffer.concat([Buffer.from('\r\n\0junk\r\n'.repeat(40)), plainPdf(['Shifted page'])]),
  ),
  'huge image PDF': pdf(hugeImage),
  'PDF deflated twice': pdf(() => doubleFlate(320)),
  'PDF without its first page': pdf(() => damaged(plainPdf(['One', 'Two']), '/Contents 5 0 R>>')),
  'PDF without its second page': pdf(() => damaged(plainPdf(['One', 'Two']), '/Contents 7 0 R>>')),
  'damaged PDF': pdf(() => Buffer.from('%PDF-1.7\nnothing of a PDF')),
};

const sheets = Array.from(
  { length: 60 },
  (_, index) => `Sheet ${index + 1}${index % 20 === 4 ? ', a passport of Anna' : ''}`,
);
