import type { EntryDetails, EntryKind } from '../../../../preload/contract/new-entry.ts';
import { omitUndefined } from '../../../../preload/contract/objects.ts';
import type { ExportedEntry } from '../../records/journal/journal-store.ts';

/**
 * Returns the parts of a conversation's decisions that stay when retention deletes its data: each decision with its reason's code, reviewer,
 * time, number in the journal and hash, without the comment. Empty if there is none, or the last one was withdrawn.
 *
 * @param all the entries that decide it, oldest first; those that cannot be decrypted are left out
 */
export function keptDecisions(all: readonly ExportedEntry[]): { kind: EntryKind; details: EntryDetails }[] {
  const entries = all.filter(({ content }) => content?.details !== undefined);
  const last = entries.at(-1);
  if (last === undefined || last.content?.details?.withdrawn === true) {
    return [];
  }
  return entries.map(({ kind, at, actor, seq, hash, content }) => {
    const details = content?.details ?? {};
    if (kind === 'decision-kept') {
      return { kind, details };
    }
    const text = (name: string) => (typeof details[name] === 'string' ? details[name] : undefined);
    const own = omitUndefined({ decision: text('decision'), reason: text('reason') });
    const withdrawn = details.withdrawn === true ? { withdrawn: true } : {};
    return {
      kind: 'decision-kept',
      details: { ...own, ...withdrawn, reviewer: actor, decidedAt: at, entry: seq, hash },
    };
  });
}
