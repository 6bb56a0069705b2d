import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { type JournalHead, type JournalProblem, journalProblem } from '../../preload/contract/journal.ts';
import { isoTime } from '../iso-time.ts';
import type { Meta } from '../store/meta.ts';

const storedHead = z.strictObject({ seq: z.number().int(), hash: z.string(), mac: z.string() });
const name = 'journal_head';

/**
 * Remembers the end of the journal in the index, so that an end that was cut off is noticed. In the clear, for whoever checks without
 * a key, with a keyed hash, for who has it.
 */
export function saveHead(meta: Meta, key: Uint8Array, head: JournalHead): void {
  meta.set(name, JSON.stringify({ ...head, mac: macOf(key, head) }));
}

/**
 * The end of the journal as the index remembers it; undefined where it remembers none.
 *
 * @param key where given, the keyed hash is checked, too
 * @throws Error where what is remembered was changed
 */
export function rememberedHead(meta: Meta, key?: Uint8Array): JournalHead | undefined {
  const text = meta.text(name);
  if (text === undefined) {
    return undefined;
  }
  const { seq, hash, mac } = storedHead.parse(JSON.parse(text));
  if (key !== undefined && !isSame(mac, macOf(key, { seq, hash }))) {
    throw new Error('what the index remembers of the end of the journal was changed');
  }
  return { seq, hash };
}

const cutName = 'journal_cut';

/** Remembers that the end of the journal was not the one that was remembered. It is said from then on. */
export function saveCut(meta: Meta, { seq }: JournalHead, at: number): void {
  if (meta.text(cutName) === undefined) {
    const message = `Entry ${seq}, the last one then, was missing or another when the console was started on ${isoTime(at)}.`;
    meta.set(cutName, JSON.stringify({ kind: 'cut', seq, message } satisfies JournalProblem));
  }
}

/** What `saveCut` remembered. */
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
