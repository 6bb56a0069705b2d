import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openIndex } from '../../main/features/cases/index/index-file.ts';
import { newSealingKey } from '../../main/store/sealing.ts';
import type { BenchRow } from './row.ts';

const cases = 100_000;

/** The comparison of 100,000 decided cases with the journal after a start, in one piece. */
export function benchJournalComparison(): BenchRow[] {
  const directory = mkdtempSync(join(tmpdir(), 'assay-bench-journal-'));
  const act = { at: Date.now(), actor: 'bench' };
  const open = { storage: 'disk', directory, indexId: 'bench', keys: [newSealingKey()], ...act } as const;
  try {
    const { list: opened } = openIndex({ ...open, keys: [open.keys[0]] });
    for (let from = 0; from < cases; from += 5000) {
      const ids = Array.from({ length: 5000 }, (_, index) => `case-${from + index}`);
      opened.change(() => ids.map((conversationId) => opened.index.add('bench', conversationId, act.at)));
      opened.append(
        ids.map((conversationId) => ({
          kind: 'decided',
          ...act,
          environmentId: 'bench',
          conversationId,
          details: { decision: 'reject', reason: 'confirmed-match' },
        })),
      );
    }
    opened.close();
    const { list: again } = openIndex({ ...open, keys: [open.keys[0]] });
    again.recover(act);
    const seconds = (act: () => void) => {
      const before = process.cpuUsage();
      act();
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1e6;
    };
    const listed = seconds(() => again.integrity.check());
    const entries = seconds(() => again.integrity.entries.step());
    again.close();
    return [
      {
        name: 'comparing 100,000 decided cases with the journal at the start',
        value: listed,
        unit: 's of processor time',
        detail: `in turns of 100 ms beside other requests; then the check of its entries, ${entries.toFixed(1)} s`,
      },
    ];
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
