import { describe, expect, test } from 'vitest';
import { signatureFault } from '../../../../renderer/features/signatures/header-fields.tsx';
import { keyFault } from '../../../../renderer/features/signatures/key-field.tsx';

const hex = 'ab'.repeat(32);

describe('a signature', () => {
  test.each(['', hex, hex.toUpperCase(), ` ${hex}\n`])('%j has no fault', (text) => {
    expect(signatureFault(text)).toBeUndefined();
  });

  test('reports at its field which character is not hexadecimal, or how many there are', () => {
    expect(signatureFault(`${hex.slice(1)}g`)).toBe('“g” is not a hexadecimal character.');
    expect(signatureFault(hex.slice(1))).toBe('A signature has 64 hexadecimal characters; this has 63.');
  });
});

describe('a pasted key', () => {
  test.each(['', 'secret', 'sk_live_0123456789', hex, 'a correct horse battery staple, long enough'])(
    '%j has no fault',
    (key) => {
      expect(keyFault(key)).toBeUndefined();
    },
  );

  test('that looks damaged is reported at its field', () => {
    expect(keyFault(`${hex}\n`)).toMatch(/begins or ends with white space/);
    expect(keyFault(hex.slice(1))).toMatch(/63 hexadecimal characters, an odd number/);
    expect(keyFault(`${hex.slice(1)}O`)).toMatch(/“O” is not a hexadecimal character/);
  });
});
