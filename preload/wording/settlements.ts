import type { Finding, FindingSource, Settlement, SettlementKind } from '../contract/cases.ts';
import { canonicalJson } from '../shared/canonical-json.ts';
import { findingSourceLabel } from './cases.ts';
import { findingSource } from './console-findings.ts';

export const settlementLabels: Readonly<Record<SettlementKind, string>> = {
  confirmed: 'Confirmed',
  'false-positive': 'False positive',
  accepted: 'Accepted',
};

const results: Readonly<Record<Finding['kind'], string>> = {
  cause: 'failed',
  check: 'not passed',
  aml: 'hit',
  similarity: 'low',
  document: 'not valid',
  product: 'not passed',
  file: 'failed',
  'own-check': 'failed',
  'seen-before': 'found',
  reply: 'failed',
};

const productResults: Readonly<Record<string, string>> = { FAILED: 'failed', PARTIAL: 'only in part' };

function resultOf({ kind, code }: Finding): string {
  return (kind === 'product' ? productResults[code] : undefined) ?? results[kind];
}

/** Returns the text by which findings of one case are the same. Their weight differs between versions of the console and by its settings. */
export function findingIdentity({ weight: _, check, ...finding }: Finding): string {
  return canonicalJson({ ...finding, ...(check && { check: { ...check, weight: undefined } }) });
}

/** Returns equal findings once, with their number and how they were settled; the settled ones come last. */
export function findingLines(findings: readonly Finding[], settlements: readonly Settlement[] = []) {
  const settled = new Map(settlements.map((one) => [findingIdentity(one.finding), one]));
  const lines = new Map<string, { finding: Finding; count: number; settlement: Settlement | undefined }>();
  for (const finding of findings) {
    const identity = findingIdentity(finding);
    const count = (lines.get(identity)?.count ?? 0) + 1;
    const first = lines.get(identity)?.finding ?? finding;
    lines.set(identity, { finding: first, count, settlement: settled.get(identity) });
  }
  return [...lines.values()].sort(
    (one, other) => Number(one.settlement !== undefined) - Number(other.settlement !== undefined),
  );
}

/** Returns a settlement beside the result it is about, such as “Service: failed. Accepted by ap: known from before”. */
export function settlementText({ finding, kind, actor, reason }: Omit<Settlement, 'at'>): string {
  const source: FindingSource = findingSource(finding.kind);
  return `${findingSourceLabel(source)}: ${resultOf(finding)}. ${settlementLabels[kind]} by ${actor}: ${reason}`;
}
