import { expect, test } from 'vitest';
import kept from '../../docs/guide/images/names.json' with { type: 'json' };
import { screens } from '../support/picture-screens.ts';

// pictures.all.test.ts finds the names on the screens.
test('every picture has its names', () => {
  expect(screens.map(([name]) => name).sort()).toEqual(Object.keys(kept).sort());
});
