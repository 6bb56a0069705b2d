import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { typeOfFirstBytes } from '../../../../main/features/media/first-bytes.ts';
import { detectMediaKind } from '../../../../main/features/media/media-kind.ts';
import { fullTests } from '../../../support/full-tests.ts';
import { threadCpuMs } from '../../../support/thread-watch.ts';

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  );

describe('the first bytes prove', () => {
  test.each([
    ['image/png', bytes([0x89], 'PNG\r\n', [0x1a, 0x0a], 'rest')],
    ['image/jpeg', bytes([0xff, 0xd8, 0xff, 0xe0], 'JFIF')],
    ['image/gif', bytes('GIF89a')],
    ['image/webp', bytes('RIFF', [1, 2, 3, 4], 'WEBPVP8 ')],
    ['image/avif', bytes([0, 0, 0, 28], 'ftypavif')],
    ['image/heic', bytes([0, 0, 0, 28], 'ftypheic')],
    ['video/mp4', bytes([0, 0, 0, 28], 'ftypisom')],
    ['video/quicktime', bytes([0, 0, 0, 28], 'ftypqt  ')],
    ['video/webm', bytes([0x1a, 0x45, 0xdf, 0xa3], '....B\x82\x84webm')],
    ['application/pdf', bytes('%PDF-1.7')],
    ['text/html', bytes('\n  <!DOCTYPE html><title>x')],
    ['text/html', bytes('<!-- hello --><script>alert(1)</script>')],
    ['image/svg+xml', bytes('<?xml version="1.0"?><svg xmlns="…">')],
    ['image/svg+xml', bytes([0xef, 0xbb, 0xbf], '<svg onload=x>')],
    [
      'image/svg+xml',
      bytes('<!-- a --> <!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x"> <!-- b --><svg>'),
    ],
    ['text/html', bytes('<?xml version="1.0"?><!DOCTYPE html><html>')],
    ['text/xml', bytes('<?xml version="1.0"?><report/>')],
    ['text/html', bytes('<p>hello %PDF-1.7')],
    ['application/pdf', bytes('\r\n\r\n%PDF-1.4')],
    ['application/pdf', bytes('a'.repeat(1000), '%PDF-1.4')],
    ['application/json', bytes('{"status":"NOT_FOUND"}')],
    ['application/x-msdownload', bytes('MZ\x90')],
  ])('%s', (type, content) => {
    expect(typeOfFirstBytes(content)).toBe(type);
  });

  test('nothing, for an empty file and for noise', () => {
    expect(typeOfFirstBytes(new Uint8Array())).toBeUndefined();
    expect(typeOfFirstBytes(bytes([0, 1, 2, 3, 4, 5]))).toBeUndefined();
  });

  const worstCases: [string, string][] = [
    ['comments that never lead to an element', `${'<!---->'.repeat(145)}x`],
    ['comments to the end', '<!---->'.repeat(10_000)],
    ['comments that never end', '<!--'.repeat(10_000)],
    ['an XML declaration and comments', `<?xml ${' '.repeat(4000)}`],
    ['document types', '<!DOCTYPE svg>'.repeat(10_000)],
    ['white space', ' '.repeat(10_000)],
    ['an open bracket and white space', `[${' '.repeat(10_000)}`],
  ];
  test.each(fullTests ? worstCases : [])('are classified quickly: %s', (_, content) => {
    expect(threadCpuMs(() => typeOfFirstBytes(bytes(content)))).toBeLessThan(3000);
  });

  test('a PDF header far into a file proves nothing', () => {
    expect(typeOfFirstBytes(bytes('a'.repeat(1100), '%PDF-1.4'))).toBeUndefined();
  });

  test('never throws, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 6000 }), (content) => typeOfFirstBytes(content) !== null),
    );
  });
});

describe('the window shows', () => {
  test('a file whose claim and bytes agree', () => {
    expect(detectMediaKind(['image/jpeg', 'image/jpeg; q=1'], 'image/jpeg')).toEqual({
      form: 'image',
      foundType: 'image/jpeg',
    });
    expect(detectMediaKind(['image/jpg', undefined], 'image/jpeg').form).toBe('image');
    expect(detectMediaKind(['application/octet-stream'], 'application/pdf').form).toBe('pdf');
    expect(detectMediaKind(['video/mp4'], 'video/quicktime').form).toBe('video');
  });

  test('not a file whose content does not match its type, and both are named', () => {
    const { form, reason } = detectMediaKind(['image/jpeg', 'image/jpeg'], 'text/html');
    expect(form).toBe('none');
    expect(reason).toContain('image/jpeg');
    expect(reason).toContain('text/html');
    expect(detectMediaKind(['image/png', 'image/jpeg'], 'image/jpeg').form).toBe('none');
  });

  test('never SVG, HTML or a program, even with the right type', () => {
    for (const type of ['image/svg+xml', 'text/html', 'application/x-msdownload', 'application/zip']) {
      expect(detectMediaKind([type], type).form).toBe('none');
    }
  });
});
