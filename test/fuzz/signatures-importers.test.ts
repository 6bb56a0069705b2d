import fc from 'fast-check';
import { describe, test } from 'vitest';
import { fuzzRuns } from '../support/full-tests.ts';
import { repeated, sound, sources, units } from './importer-inputs.ts';

describe.each(Object.entries(sources))('the importer of %s', (_, source) => {
  test('gives a result or a clear error for every mutation', () => {
    const mutation = fc.record({
      at: fc.nat(source.length),
      cut: fc.nat(12),
      put: fc.oneof(
        fc.string({ unit: 'binary', maxLength: 6 }),
        fc.constantFrom("'", '"', '\\', '^', '`', '$', '\n', '\r\n', '\0', '{{', '@', '###', ':', '{', ']'),
      ),
    });
    fc.assert(
      fc.property(fc.array(mutation, { minLength: 1, maxLength: 4 }), (mutations) => {
        const mutated = mutations.reduce(
          (text, { at, cut, put }) => text.slice(0, at) + put + text.slice(at + cut),
          source,
        );
        sound(mutated);
        sound(Buffer.from(mutated, 'latin1'));
      }),
      { numRuns: fuzzRuns(1500) },
    );
  });

  test('gives a result or a clear error for a prefix followed by garbage', () => {
    fc.assert(
      fc.property(fc.nat(source.length), fc.uint8Array({ maxLength: 200 }), (length, garbage) => {
        sound(Buffer.concat([Buffer.from(source.slice(0, length)), garbage]));
      }),
      { numRuns: fuzzRuns(500) },
    );
  });

  test('gives a result or a clear error for a long repetition of anything', () => {
    for (const unit of units) {
      sound(repeated(source, unit, 5000));
    }
  });
});
