import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { vi } from 'vitest';
import type { Wire } from '../support/wire.ts';

export function newDataDir(): { dataDir: string; remove(): void } {
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-list-'));
  return { dataDir, remove: () => rmSync(dataDir, { recursive: true, force: true }) };
}

/** Opens sandbox conversations as a user would: the first twenty, which have data to show. */
export async function openSamples({ bridge }: Wire, count: number): Promise<void> {
  const sandbox = { environmentId: 'sandbox' };
  const { samples } = await bridge.invoke('conversations.samples', sandbox);
  for (const { id } of samples.slice(Math.max(0, 20 - count), Math.max(20, count))) {
    await bridge.invoke('conversations.open', { ...sandbox, conversationId: id });
  }
  // Each is added to the list after the response.
  await vi.waitUntil(async () => (await bridge.invoke('cases.status', sandbox)).total === count, {
    interval: 50,
  });
}

/**
 * Writes cases into the sandbox's list while no console runs, since reading them one by one would take minutes. A fifth need review,
 * another fifth failed. A console must have created the file before.
 */
export function seedCases(dataDir: string, count: number): void {
  const database = new DatabaseSync(join(dataDir, 'cases.sqlite'));
  const newest = Date.now() - 60_000;
  try {
    database.exec(`
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
      INSERT INTO conversation (environment_id, conversation_id, first_seen_at, opened_at, read_at, touched_at, status, verdict,
        verdict_rank, products, product_names, findings, finding_count, findings_rank, countries, country, aml)
      SELECT 'sandbox', printf('seeded-%06d', i), ${newest} - i * 30000, ${newest} - i * 30000, ${newest} - i * 30000,
        ${newest} - i * 30000, 'FINISHED',
        CASE i % 5 WHEN 0 THEN 'review' WHEN 1 THEN 'failed' ELSE 'clear' END, i % 5,
        '[{"name":"identity","status":"FINISHED"},{"name":"aml","status":"FINISHED"}]', 'aml,identity',
        CASE WHEN i % 5 < 2 THEN '[{"kind":"cause","product":"identity","code":"SCAN_FACE_MISMATCH","weight":90},{"kind":"aml","product":"aml","code":"PEP","weight":90}]' ELSE '[]' END,
        CASE WHEN i % 5 < 2 THEN 2 ELSE 0 END, CASE WHEN i % 5 < 2 THEN 90002 END,
        CASE i % 3 WHEN 0 THEN '["PL"]' WHEN 1 THEN '["DE"]' ELSE '["LT"]' END,
        CASE i % 3 WHEN 0 THEN 'PL' WHEN 1 THEN 'DE' ELSE 'LT' END, '[]'
      FROM n;`);
  } finally {
    database.close();
  }
}
