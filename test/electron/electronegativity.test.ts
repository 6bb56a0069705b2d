import { describe, expect, test } from 'vitest';
import { compareFindings, readFindings } from '../../build/electronegativity.mjs';

const csv = `issue, severity, confidence, filename, location, sample, description, url
CSP_GLOBAL_CHECK,"MEDIUM","CERTAIN","N/A","0:0",N/A,"No CSP",https://example.com/
OPEN_EXTERNAL_JS_CHECK,"MEDIUM","TENTATIVE","main/a.ts","58:29","return open(""x"", url);","Review, please",https://example.com/`;

describe('the findings of Electronegativity', () => {
  test('are parsed with the content of their fields', () => {
    expect(readFindings(csv)).toEqual([
      { check: 'CSP_GLOBAL_CHECK', file: 'N/A', sample: 'N/A' },
      { check: 'OPEN_EXTERNAL_JS_CHECK', file: 'main/a.ts', sample: 'return open("x", url);' },
    ]);
  });

  test('fail if one is new, or if an accepted one no longer occurs', () => {
    const found = readFindings(csv);
    const accepted = found.map((finding) => ({ ...finding, reason: 'known' }));
    expect(compareFindings(found, accepted)).toEqual({ unknown: [], gone: [] });
    expect(compareFindings(found, accepted.slice(1)).unknown).toEqual([found[0]]);
    expect(compareFindings(found.slice(1), accepted).gone).toMatchObject([found[0]]);
  });
});
