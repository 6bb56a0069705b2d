import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { act, env, get, openService, record } from './index-harness.ts';

test('a reviewed case keeps its mark over a restart, can be filtered by it, and the mark can be taken back', () => {
  const directory = mkdtempSync(join(tmpdir(), 'assay-reviewed-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const { service, keys } = openService(directory);
  record(service, 'case-1');
  record(service, 'case-2');
  act(service, ['case-1'], { kind: 'reviewed', details: { reviewed: true } });
  service.close();

  const again = openService(directory, keys).service;
  onTestFinished(() => again.close());
  expect(get(again, 'case-1').row.reviewedAt).toEqual(expect.any(Number));
  expect(get(again, 'case-2').row.reviewedAt).toBeUndefined();
  expect(again.counts({ ...env, filters: [{ reviewed: true }, { reviewed: false }, {}] })).toEqual([1, 1, 2]);
  act(again, ['case-1'], { kind: 'reviewed', details: { reviewed: false } });
  expect(get(again, 'case-1').row.reviewedAt).toBeUndefined();
});
