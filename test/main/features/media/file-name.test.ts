import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { safeFileName } from '../../../../main/features/media/file-name.ts';
import { fullTests } from '../../../support/full-tests.ts';

describe('the name of a saved file', () => {
  test.each([
    ['the quoted name', 'attachment; filename="passport-front.png"', 'image/png', 'passport-front.png'],
    [
      'the extended name first',
      `attachment; filename="x.pdf"; filename*=UTF-8''za%C5%BC%C3%B3%C5%82%C4%87.pdf`,
      'application/pdf',
      'zażółć.pdf',
    ],
    [
      'UTF-8 put raw into a header',
      `attachment; filename="${Buffer.from('łódź.pdf').toString('latin1')}"`,
      'application/pdf',
      'łódź.pdf',
    ],
    ['an unquoted name', 'attachment; filename=face.jpg', 'image/jpeg', 'face.jpg'],
    ['no folder of any system', 'attachment; filename="../../etc/cron.d/face.jpg"', 'image/jpeg', 'face.jpg'],
    ['no Windows folder', 'attachment; filename="C:\\\\Windows\\\\face.jpg"', 'image/jpeg', 'face.jpg'],
    ['no ending that runs', 'attachment; filename="passport.exe"', 'image/png', 'passport.exe.png'],
    [
      'no ending hidden by a change of direction',
      "attachment; filename*=UTF-8''face%E2%80%AEgpj.exe",
      'image/jpeg',
      'facegpj.exe.jpg',
    ],
    ['no hidden file', 'attachment; filename=".bashrc"', 'image/png', 'bashrc.png'],
    ['no name Windows keeps', 'attachment; filename="con.png"', 'image/png', '_con.png'],
    [
      'no device of Windows with a superscript digit',
      'attachment; filename="COM¹.png"',
      'image/png',
      '_COM¹.png',
    ],
    ['no printer of Windows with one', `attachment; filename*=UTF-8''lpt%C2%B2`, 'image/png', '_lpt².png'],
    ['an ending that fits the type', 'attachment; filename="scan.png"', 'application/pdf', 'scan.pdf'],
    ['the id where there is no name', undefined, 'image/png', 'm-1.png'],
    ['.bin where nothing is known', 'attachment', 'application/x-thing', 'm-1.bin'],
  ])('%s', (_, header, type, expected) => {
    expect(safeFileName(header, type, 'm-1')).toBe(expected);
  });

  test('a very long name takes time proportional to its length', () => {
    const before = process.threadCpuUsage();
    const dots = '.'.repeat(500_000);
    expect(safeFileName(`attachment; filename="a${dots}b"`, 'image/png', 'm-1')).toMatch(/^a.*\.png$/);
    expect(safeFileName(`attachment; filename="a${dots}b.png"`, 'image/png', 'm-1')).toMatch(/^a.*\.png$/);
    expect(safeFileName(`attachment${';'.repeat(200_000)}${' '.repeat(200_000)}`, 'image/png', 'm-1')).toBe(
      'm-1.png',
    );
    if (fullTests) {
      expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(2000);
    }
  });

  test('for any header the name is a single short file name with a harmless extension', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 400, unit: 'binary' }), fc.string(), (name, id) => {
        const safe = safeFileName(`attachment; filename="${name}"`, undefined, id);
        expect(safe).not.toMatch(/[\\/\p{Cc}<>:"|?*\u202e]/u);
        expect(safe).not.toMatch(/^[.\s]|[.\s]$/);
        expect(safe).toMatch(/\.[a-z0-9]{3,4}$/);
        expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(255);
      }),
    );
  });

  test.each(['旅'.repeat(300), '𝄞'.repeat(300), 'x'.repeat(300), `${'a'.repeat(59)}.x`])(
    'leaves space for a number before and after it: %#',
    (name) => {
      const safe = safeFileName(
        `attachment; filename*=UTF-8''${encodeURIComponent(name)}.jpg`,
        'image/jpeg',
        'x',
      );
      expect(Buffer.byteLength(`001-${safe.replace('.jpg', ' (1000).jpg')}`)).toBeLessThanOrEqual(255);
      expect(safe.endsWith('.jpg')).toBe(true);
      expect(safe.isWellFormed()).toBe(true);
    },
  );
});
