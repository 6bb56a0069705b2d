import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { type JournalHead, type JournalProblem, journalProblem } from '../../../preload/contract/journal.ts';
import { isoTime } from '../../common/iso-time.ts';
import type { Meta } from '../meta.ts';

const storedHead = z.strictObject({ seq: z.number().int(), hash: z.string(), mac: z.string() });
const name = 'journal_head';

/**
 * Saves the end of the journal in the index, so that a truncated journal is detected: in the clear for `verify-journal`, which has no
 * key, and with a keyed hash that detects changes.
 */
export function saveHead(meta: Meta, key: Uint8Array, head: JournalHead): void {
  meta.set(name, JSON.stringify({ ...head, mac: macOf(key, head) }));
}

/**
 * Returns the end of the journal saved in the index; undefined if none is saved.
 * @param key checks the keyed hash as well
 * @throws Error if the saved values were changed
 */
export function rememberedHead(meta: Meta, key?: Uint8Array): JournalHead | undefined {
  const text = meta.text(name);
  if (text === undefined) {
    return undefined;
  }
  const { seq, hash, mac } = storedHead.parse(JSON.parse(text));
  if (key !== undefined && !isSame(mac, macOf(key, { seq, hash }))) {
    throw new Error('the journal head saved in the index was changed');
  }
  return { seq, hash };
}

const cutName = 'journal_cut';

/** Records that the journal did not end where the index expected. Every later check reports it. */
export function saveCut(
  meta: Meta,
  { seq }: JournalHead,
  at: number,
  knownFrom: 'list' | 'keychain' = 'list',
): void {
  if (meta.text(cutName) === undefined) {
    const message =
      knownFrom === 'list'
        ? `Entry ${seq}, the last one at that time, was missing or different when the console was started on ${isoTime(at)}.`
        : `Entry ${seq}, the last one according to the keychain, was missing or different when the console was started on ${isoTime(at)}: older copies of the files may have been restored.`;
    meta.set(cutName, JSON.stringify({ kind: 'cut', seq, message } satisfies JournalProblem));
  }
}

/** Called when a user confirmed what is missing. */
export function forgetCut(meta: Meta): void {
  meta.delete(cutName);
}

/** Returns the problem recorded by `saveCut`. */
export function rememberedCut(meta: Meta): JournalProblem[] {
  const text = meta.text(cutName);
  return text === undefined ? [] : [journalProblem.parse(JSON.parse(text))];
}

function macOf(key: Uint8Array, { seq, hash }: JournalHead): string {
  return createHmac('sha256', key).update(`journal head ${seq} ${hash}`).digest('hex');
}

function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
