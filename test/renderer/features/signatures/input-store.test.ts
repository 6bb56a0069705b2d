import { describe, expect, test } from 'vitest';
import { createInputStore, localIn, momentOf } from '../../../../renderer/features/signatures/input-store.ts';
import { timestamp } from '../../../main/features/signatures/vectors.ts';

const open = () => createInputStore(() => new Date()).getState;
const bytesOf = (given: string) => new TextEncoder().encode(given);

describe('the body', () => {
  test('is exactly what was pasted, and CRLF is not editable as text', () => {
    const input = open();
    input().setPasted('{\r\n}');
    expect(input()).toMatchObject({ field: undefined, facts: { crlf: 1 } });
    expect(input().body).toEqual({ bytes: bytesOf('{\r\n}') });
    input().setForm('hexadecimal');
    expect(input().field).toBe('7b 0d 0a 7d');
    input().setForm('text');
    input().endLinesWithLf();
    expect(input()).toMatchObject({ field: '{\n}', body: { bytes: bytesOf('{\n}') } });
  });

  test('stays the same in every format', () => {
    const input = open();
    const bytes = Uint8Array.of(0xff, 0x00, 0x0d);
    input().setBytes(bytes);
    expect(input().field).toBeUndefined();
    for (const form of ['base64', 'hexadecimal', 'text'] as const) {
      input().setForm(form);
      expect(input().body).toEqual({ bytes });
    }
  });

  test('is not taken from an invalid field', () => {
    const input = open();
    input().setForm('hexadecimal');
    input().setField('7b 7');
    expect(input().fault).toContain('odd number');
    input().setField('7b 7D');
    expect(input()).toMatchObject({ fault: undefined, field: '7b 7D' });
    expect(input().body).toEqual({ bytes: bytesOf('{}') });
  });

  test('that is long is kept and counted without a field', () => {
    const input = open();
    const bytes = new Uint8Array(3 * 1024 * 1024).fill(0x0a);
    input().setBytes(bytes);
    expect(input()).toMatchObject({ field: undefined, facts: { lf: bytes.length } });
  });
});

test('parses the time to check against with its offset, and formats it back', () => {
  expect(momentOf({ local: '2026-01-01T01:00', offset: '+01:00' })).toBe('2026-01-01T01:00:00+01:00');
  expect(momentOf({ local: '', offset: '+01:00' })).toBeUndefined();
  const local = localIn(Number(timestamp), '-09:30');
  expect(momentOf({ local, offset: '-09:30' })).toBe('2025-12-31T14:30:00-09:30');
});
