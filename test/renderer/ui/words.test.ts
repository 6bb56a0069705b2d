import { describe, expect, test } from 'vitest';
import { countryName } from '../../../preload/wording/country-names.ts';
import {
  calendarDate,
  localTime,
  momentFormat,
  offsetOf,
  parseDate,
  relativeTime,
} from '../../../renderer/ui/format-date.ts';

const at = new Date('2026-01-15T09:30:05Z');
const ago = (ms: number) => relativeTime(new Date(at.getTime() - ms), at.getTime());

describe('a time', () => {
  test('is shown in local time with its offset', () => {
    expect(localTime(at, 'en-GB', 'Europe/Riga')).toBe('15 Jan 2026, 11:30:05');
    expect(offsetOf(at, 'en-GB', 'Europe/Riga')).toBe('GMT+02:00');
    expect(offsetOf(at, 'en-GB', 'America/St_Johns')).toBe('GMT-03:30');
    expect(offsetOf(at, 'en-GB', 'UTC')).toBe('GMT+00:00');
    expect(momentFormat('en-GB', 'Europe/Riga')(at)).toBe('15 Jan 2026, 11:30:05 GMT+02:00');
  });

  test('uses 24 hours and English names whatever the language of the system', () => {
    expect(localTime(at, 'de-DE', 'UTC')).toBe('15 Jan 2026, 09:30:05');
    expect(localTime(new Date('2026-01-15T00:05:00Z'), 'en-US', 'UTC')).toContain('00:05:00');
  });

  test('is relative when recent', () => {
    expect(ago(10_000)).toBe('just now');
    // An act after the clock of the window last advanced.
    expect(ago(-10_000)).toBe('just now');
    expect(ago(12 * 60_000)).toBe('12 minutes ago');
    expect(ago(5 * 3_600_000)).toBe('5 hours ago');
    expect(ago(3 * 86_400_000)).toBe('3 days ago');
    expect(ago(8 * 86_400_000)).toBeUndefined();
    expect(ago(-3 * 60_000)).toBe('in 3 minutes');
  });

  test('is not formatted if it is invalid', () => {
    expect(parseDate('soon')).toBeUndefined();
  });
});

describe('a calendar date', () => {
  test('is the same day everywhere', () => {
    expect(calendarDate('1979-11-02', 'en-GB')).toBe('2 November 1979');
  });

  test.each(['1979-13-02', '1979-02-30', '02.11.1979', ''])('is not formatted from %j', (text) => {
    expect(calendarDate(text, 'en-GB')).toBeUndefined();
  });
});

describe('a country', () => {
  test('has a name where its code is known', () => {
    expect(countryName('LV')).toBe('Latvia');
    expect(countryName('lv')).toBe('Latvia');
  });

  test.each(['QX', 'ZZ', 'LVA', '', '??'])('has none for %j', (code) => {
    expect(countryName(code)).toBeUndefined();
  });
});
