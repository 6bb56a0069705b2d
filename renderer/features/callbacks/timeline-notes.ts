import type { CallbackRow } from '../../../preload/contract/callbacks.ts';

/** A callback on the timeline of a conversation. */
export interface TimelineEntry {
  row: CallbackRow;
  /** Milliseconds since the callback before. */
  gapMs: number | undefined;
  note: string | undefined;
}

export interface Timeline {
  entries: TimelineEntry[];
  /** Notes about the conversation as a whole. */
  notes: string[];
}

const acceptStatuses = [200, 201, 202, 204];

/** Returns the callbacks of one conversation, oldest first, with what is unusual (interface 6.1 to 6.3). */
export function timelineOf(rows: readonly CallbackRow[]): Timeline {
  const entries: TimelineEntry[] = [];
  let latest = Number.NEGATIVE_INFINITY;
  for (const [index, row] of rows.entries()) {
    const before = rows[index - 1];
    const gapMs =
      before === undefined ? undefined : Date.parse(row.receivedAt) - Date.parse(before.receivedAt);
    const eventTime = Date.parse(row.created ?? '');
    entries.push({ row, gapMs, note: noteOf(row, eventTime < latest) });
    latest = Math.max(latest, Number.isNaN(eventTime) ? latest : eventTime);
  }
  return { entries, notes: notesOf(rows) };
}

function noteOf(row: CallbackRow, isLate: boolean): string | undefined {
  if (row.relation === 'duplicate') {
    return 'Duplicate: it was accepted before.';
  }
  if (row.relation === 'retry' && row.source === 'listener') {
    return 'Retry: no delivery before it was accepted here.';
  }
  if (isLate && row.state === 'valid') {
    return 'Out of order: it occurred before a callback that arrived earlier.';
  }
  return row.state === 'valid' && !row.isKnown ? 'Unknown event: accept and ignore it.' : undefined;
}

function notesOf(rows: readonly CallbackRow[]): string[] {
  const genuine = rows.filter(({ state }) => state === 'valid' || state === 'outside-time');
  const notes: string[] = [];
  const byId = Map.groupBy(
    genuine.filter(({ callbackId, source }) => callbackId !== undefined && source === 'listener'),
    ({ callbackId }) => callbackId,
  );
  const open = [...byId.values()].filter(
    (all) => !all.some(({ answered }) => acceptStatuses.includes(answered ?? 0)),
  );
  if (open.length > 0) {
    notes.push(
      `${open.length === 1 ? 'One callback was' : `${open.length} callbacks were`} never accepted. The service tries again for at least 4 days.`,
    );
  }
  const ended = genuine.some(
    ({ target, event }) => target === 'CONVERSATION' && (event === 'FINISHED' || event === 'EXPIRED'),
  );
  if (!ended && genuine.some(({ target }) => target === 'SUBSCRIPTION')) {
    notes.push('Gap: monitoring reported new data, but no callback said that the conversation ended.');
  }
  return notes;
}
