import { omitUndefined } from '../../../preload/contract/objects.ts';
import type { DraftEntry, EntryKind } from '../../journal/entry.ts';
import type { OpenedIndex } from './opened-index.ts';

/** Entries per step. */
const movedAtOnce = 1000;

/**
 * Moves the content of an index in memory to one on disk: cases with their readings, views, reading runs, callbacks, and the journal, whose entries
 * are appended to the other journal.
 */
export function mergeIndex(from: OpenedIndex, into: OpenedIndex): void {
  const cases = from.database
    .prepare('SELECT environment_id, conversation_id, first_seen_at FROM conversation ORDER BY id')
    .all();
  for (const row of cases) {
    const name = { environmentId: String(row.environment_id), conversationId: String(row.conversation_id) };
    const details = from.index.get(name.environmentId, name.conversationId);
    const reads = details?.reads ?? [];
    into.change(() => {
      into.index.add(name.environmentId, name.conversationId, Number(row.first_seen_at));
      for (const { id } of reads.toReversed()) {
        const read = from.index.reading(name.environmentId, name.conversationId, id);
        if (read !== undefined) {
          const checks = details?.findings.flatMap(({ check }) => check ?? []);
          into.index.recorder.record({ ...name, ...read, checks, opened: false });
        }
      }
      if (details?.databaseSources !== undefined) {
        into.index.recorder.recordSources(name.environmentId, name.conversationId, details.databaseSources);
      }
      if (details?.fileMismatches !== undefined) {
        into.index.recorder.recordFiles(name.environmentId, name.conversationId, {
          mismatches: details.fileMismatches,
          isComplete: true,
        });
      }
    });
  }
  for (const row of from.database.prepare('SELECT DISTINCT environment_id FROM view').all()) {
    const environmentId = String(row.environment_id);
    for (const { id: _id, ...view } of from.views.list(environmentId)) {
      into.change(() => into.views.save(environmentId, view));
    }
  }
  into.change(() => from.queue.copyInto(into.queue));
  into.change(() => from.callbacks.copyInto(into.callbacks));
  for (let behind = 0; ; ) {
    const entries = from.journal.after(behind, movedAtOnce);
    const last = entries.at(-1);
    if (last === undefined) {
      return;
    }
    into.append(
      entries.map(
        ({ at, actor, kind, content }): DraftEntry => ({
          at,
          actor,
          kind: kind as EntryKind,
          ...omitUndefined({ ...content }),
        }),
      ),
    );
    behind = last.seq;
  }
}
