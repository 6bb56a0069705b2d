import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { calendarDate, dayOf, readDate } from '../../../preload/shared/document-date.ts';

describe('a date in a record', () => {
  test.each([
    ['2020-01-02', '2020-01-02'],
    [' 2020-01-02 ', '2020-01-02'],
    ['2020-1-2', '2020-01-02'],
    ['2019-01-01T00:00:00Z', '2019-01-01'],
    ['2019-01-01T10:20:30.123+02:00', '2019-01-01'],
    ['2019-01-01 00:00:00', '2019-01-01'],
    ['20180101', '2018-01-01'],
    ['20122020', '2020-12-20'],
    ['2020/01/02', '2020-01-02'],
    ['2020.01.02', '2020-01-02'],
    ['01.02.2020', '2020-02-01'],
    ['31-12-2019', '2019-12-31'],
    ['12/31/2019', '2019-12-31'],
    ['31/12/2019', '2019-12-31'],
    ['31 12 2019', '2019-12-31'],
    ['01 JAN 2020', '2020-01-01'],
    ['1 January 2020', '2020-01-01'],
    ['01JAN2020', '2020-01-01'],
    ['Jan 1, 2020', '2020-01-01'],
    ['２０２０-０１-０２', '2020-01-02'],
  ])('%s is %s', (text, day) => {
    expect(dayOf(text)).toBe(day);
  });

  test.each([
    ['05/06/2020', '2020-05-06', '2020-06-05'],
    ['05-06-2020', '2020-05-06', '2020-06-05'],
    ['2020-02-00', '2020-02-01', '2020-02-29'],
    ['2020-00-00', '2020-01-01', '2020-12-31'],
    ['2020-02', '2020-02-01', '2020-02-29'],
    ['2020', '2020-01-01', '2020-12-31'],
  ])('%s is a day from %s to %s', (text, earliest, latest) => {
    expect(readDate(text)).toEqual({ earliest, latest });
    expect(dayOf(text)).toBeUndefined();
  });

  test.each([
    '0000-00-00',
    '2026-13-45',
    '2023-02-29',
    '2020-00-05',
    '31/31/2020',
    '200102',
    '01.02.20',
    '1 Foo 2020',
    '1577836800000',
    'N/A',
    '-',
    `2020-01-02${' '.repeat(100)}`,
  ])('%s cannot be read', (text) => {
    expect(readDate(text)).toBe('unreadable');
  });

  test.each(['unlimited', 'Permanent', '长期', '9999-12-31'])('%s says that there is none', (text) => {
    expect(readDate(text)).toBe('endless');
  });

  test.each([undefined, null, 7, '', '  '])('%j is no text', (value) => {
    expect(readDate(value)).toBeUndefined();
  });

  test('whatever comes in, days are in the calendar and in order', () => {
    const near = fc.stringMatching(/^[\d./ -]{0,12}$/);
    fc.assert(
      fc.property(fc.oneof(near, fc.string()), (text) => {
        const date = readDate(text);
        if (typeof date === 'object') {
          expect(date.earliest <= date.latest).toBe(true);
          for (const day of [date.earliest, date.latest]) {
            const [year = 0, month = 0, ofMonth = 0] = day.split('-').map(Number);
            expect(calendarDate(year, month, ofMonth)).toBe(day);
          }
        }
      }),
    );
  });
});
