import { causeWord } from './causes.ts';
import { type KnownProduct, knownProducts, type Result } from './conversation.ts';
import { asGiven, counted, listed } from './words.ts';
import { productWord } from './words-products.ts';

type Phase = 'none' | 'progress' | 'finished' | 'partial' | 'failed' | 'unknown';

/** What a product says, by the statuses the interface gives for it (3.2). */
const phrases: Readonly<
  Record<KnownProduct, Readonly<Record<'progress' | 'finished' | 'partial' | 'failed', string>>>
> = {
  identity: {
    progress: 'identity still in progress',
    finished: 'identity confirmed',
    partial: 'identity confirmed in part',
    failed: 'identity could not be determined',
  },
  aml: {
    progress: 'AML checks still in progress',
    finished: 'AML checks complete',
    partial: 'AML checked only in part',
    failed: 'AML could not be checked',
  },
  verify: {
    progress: 'data comparison still in progress',
    finished: 'data compared',
    partial: 'data compared only in part',
    failed: 'data could not be compared',
  },
  auth: {
    progress: 'authentication still in progress',
    finished: 'authentication complete',
    partial: '',
    failed: 'authentication failed',
  },
  bankTransactions: {
    progress: 'bank transactions still in progress',
    finished: 'bank transactions complete',
    partial: 'bank transactions only in part',
    failed: 'bank transactions could not be obtained',
  },
  affordability: {
    progress: 'affordability still in progress',
    finished: 'affordability assessed',
    partial: '',
    failed: 'affordability could not be assessed',
  },
  databaseVerification: {
    progress: 'database verification still in progress',
    finished: 'database verification complete',
    partial: 'database verification complete only in part',
    failed: 'none of the databases was verified',
  },
};

function phaseOf(name: KnownProduct, status: string | undefined): Phase {
  if (status === undefined) return 'none';
  if (status === 'IN_PROGRESS') return 'progress';
  if (status === 'FINISHED') return 'finished';
  if (status === 'FAILED') return 'failed';
  // interface 3.2: auth and affordability have no PARTIAL
  if (status === 'PARTIAL' && phrases[name].partial !== '') return 'partial';
  return 'unknown';
}

/** The clauses a product adds to the sentence, without a capital or a full stop. */
export function headlineClause(name: string, product: unknown, flagged: boolean): string[] {
  const known = knownProducts.find((one) => one === name);
  if (known === undefined) return [otherClause(name, product, flagged)];
  const given = product as Record<string, unknown>;
  const troubles = troublesOf(given, flagged);
  const status = textOf(given.status);
  const phase = phaseOf(known, status);
  const label = productWord(known).label;
  const base =
    phase === 'none'
      ? `${label.toLowerCase()} without a status`
      : phase === 'unknown'
        ? `${label.toLowerCase()} with the status “${asGiven(status ?? '')}”`
        : phrases[known][phase];
  switch (known) {
    case 'identity':
      return [identityClause(base, phase, given, troubles)];
    case 'aml':
      return amlClauses(base, phase, given as NonNullable<Result['aml']>, troubles);
    case 'verify':
      return [withTroubles(verifyClause(base, given), troubles)];
    default:
      return [withTroubles(base, troubles)];
  }
}

function identityClause(
  base: string,
  phase: Phase,
  identity: Record<string, unknown>,
  troubles: string | undefined,
): string {
  if (phase !== 'finished') return withTroubles(base, troubles);
  // "Confirmed" only when the status, the checks and the causes all allow it and there is somebody to confirm.
  if (troubles) return withTroubles('identity checks complete', troubles);
  if (!holdsAnything(identity.user)) return 'identity checks complete, but the reply holds no user data';
  return base;
}

function amlClauses(
  base: string,
  phase: Phase,
  aml: NonNullable<Result['aml']>,
  troubles: string | undefined,
): string[] {
  const clauses: string[] = [];
  const found = Array.isArray(aml.found) ? aml.found : undefined;
  if (found !== undefined && found.length > 0) {
    clauses.push(`found on ${hits(found)}`);
    if (phase !== 'finished' || troubles) clauses.push(withTroubles(base, troubles));
  } else if (phase === 'finished' && !troubles) {
    clauses.push(
      found ? 'found on no AML list' : 'AML checks complete, but the reply does not say on which lists',
    );
  } else {
    clauses.push(withTroubles(base, troubles));
  }
  if (aml.subscription?.active === true) clauses.push('monitoring is on');
  if (aml.subscription?.active === false) clauses.push('monitoring is off');
  return clauses;
}

const listNames: Readonly<Record<string, readonly [alone: string, among: string]>> = {
  PEP: ['a PEP list', 'PEP'],
  SANCTIONS: ['a sanctions list', 'sanctions'],
  ADVERSE_MEDIA: ['an adverse media list', 'adverse media'],
  SIP: ['an SIP list', 'SIP'],
  OTHER: ['an AML list of another kind', 'other'],
};

function hits(found: readonly string[]): string {
  const lists = [...new Set(found)];
  const named = lists.map((list) => (Object.hasOwn(listNames, list) ? listNames[list] : undefined));
  if (lists.length === 1) return named[0]?.[0] ?? `the list “${asGiven(lists[0] ?? '')}”`;
  const among = lists.slice(0, 6).map((list, at) => named[at]?.[1] ?? `“${asGiven(list)}”`);
  if (lists.length > 6) among.push(`${lists.length - 6} more`);
  return `AML lists: ${listed(among)}`;
}

function verifyClause(base: string, verify: Record<string, unknown>): string {
  const { reliability } = verify;
  return typeof reliability === 'number' ? `${base} (reliability ${plainNumber(reliability)} of 1)` : base;
}

/** At most three decimals, never rounded up to 1 nor down to 0. */
export function plainNumber(value: number): string {
  const rounded = Math.round(value * 1000) / 1000;
  if (rounded === 1 && value < 1) return '0.999';
  if (rounded === 0 && value > 0) return '0.001';
  return String(rounded);
}

function otherClause(name: string, product: unknown, flagged: boolean): string {
  const { label } = productWord(name);
  const shown = label !== asGiven(name) ? label.toLowerCase() : `“${label}”`;
  if (typeof product !== 'object' || product === null || Array.isArray(product))
    return `${shown} in another form`;
  const status = textOf((product as Record<string, unknown>).status);
  const words: Readonly<Record<string, string>> = {
    IN_PROGRESS: 'still in progress',
    FINISHED: 'finished',
    PARTIAL: 'finished in part',
    FAILED: 'failed',
  };
  const said =
    status === undefined
      ? 'without a status'
      : Object.hasOwn(words, status)
        ? words[status]
        : `with the status “${asGiven(status)}”`;
  return withTroubles(`${shown} ${said}`, troublesOf(product as Record<string, unknown>, flagged));
}

function withTroubles(base: string, troubles: string | undefined): string {
  return troubles === undefined ? base : `${base} (${troubles})`;
}

/** What stands against a product: the first cause that may be said aloud and how many more, failed checks, unreadable members. */
function troublesOf(product: Record<string, unknown>, flagged: boolean): string | undefined {
  const codes = Array.isArray(product.errors)
    ? product.errors.filter((code) => typeof code === 'string')
    : [];
  const causes = [...new Set(codes)].map(causeWord);
  const open = causes.filter((cause) => !cause.internalOnly);
  const parts: string[] = [];
  const first = open[0];
  if (first) {
    const said = first.known ? first.label.charAt(0).toLowerCase() + first.label.slice(1) : first.label;
    parts.push(open.length > 1 ? `${said} and ${counted(open.length - 1, 'more cause')}` : said);
  }
  const internal = causes.length - open.length;
  if (internal > 0)
    parts.push(counted(internal, 'cause for internal use only', 'causes for internal use only'));
  const checks = Array.isArray(product.checks) ? product.checks : [];
  const results = checks.map((check) => (isObject(check) ? check.result : undefined));
  const failed = results.filter((result) => result === 'FAILED').length;
  const rest = results.filter((result) => result !== 'FAILED' && result !== 'ACCEPTED').length;
  if (failed > 0) parts.push(counted(failed, 'check failed', 'checks failed'));
  if (rest > 0) parts.push(counted(rest, 'check without a verdict', 'checks without a verdict'));
  if (flagged) parts.push('part of it is not readable as the interface gives it');
  return parts.length === 0 ? undefined : listed(parts);
}

function holdsAnything(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return false;
  if (Array.isArray(value)) return value.some(holdsAnything);
  if (typeof value === 'object') return Object.values(value).some(holdsAnything);
  return true;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
