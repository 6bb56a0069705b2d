import type { MrzComparison } from '../../../../preload/contract/mrz.ts';
import type { Conversation } from '../../../../preload/contract/service/conversation.ts';
import { canonicalJson } from '../../../../preload/shared/canonical-json.ts';
import { keyedHash } from '../assessment.ts';
import type { StoredCase } from './case-table.ts';

/** The most pictures of a case whose zones are kept. */
const maxZones = 20;

/** The record of a case beside the machine-readable zone in one of its pictures. */
export interface ZoneComparison {
  mediaId: string;
  /** The kept reading that was compared. */
  readId: number;
  comparisons: readonly MrzComparison[];
}

interface KeptZones {
  /** A keyed digest of the record's values that are compared: with others, what is kept says nothing. */
  record: string;
  /** By the ids of the files. */
  zones: Record<string, MrzComparison[]>;
}

export function keptZones({ mrz }: StoredCase): KeptZones | undefined {
  return mrz === null ? undefined : (JSON.parse(mrz) as KeptZones);
}

/** Returns each value compared once: one that differs in any picture differs. */
export function comparisonsOf(zones: KeptZones | undefined): MrzComparison[] | undefined {
  const all = zones && Object.values(zones.zones).flat();
  const differing = all?.filter(({ is }) => is === 'differs') ?? [];
  return all && [...new Map([...all, ...differing].map((one) => [one.path, one])).values()];
}

/** Returns the record of a case beside its zones; undefined where none was read. */
export function mrzOf(row: StoredCase): MrzComparison[] | undefined {
  return comparisonsOf(keptZones(row));
}

/** Returns what is kept after a zone was read, of the same record only. */
export function zonesWith(
  row: StoredCase,
  record: string,
  mediaId: string,
  comparisons: readonly MrzComparison[],
): KeptZones {
  const before = keptZones(row);
  const others = Object.entries(before?.record === record ? before.zones : {}).filter(
    ([id]) => id !== mediaId,
  );
  return { record, zones: Object.fromEntries([...others.slice(1 - maxZones), [mediaId, [...comparisons]]]) };
}

/** Returns a keyed digest of the values of a record that a zone is compared with. */
export function comparedDigest(lookupKey: Uint8Array, { result }: Conversation): string {
  const { name, ids, info } = result?.identity?.user?.person ?? {};
  const values = canonicalJson([name ?? null, ids ?? null, info?.birthDate ?? null]);
  return keyedHash(lookupKey, '', 'mrz', values).toString('base64url');
}
