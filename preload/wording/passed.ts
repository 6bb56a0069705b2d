import { isObject } from '../contract/objects.ts';
import type { Conversation } from '../contract/service/conversation.ts';
import type { DatabaseSources } from '../contract/service/database-verification.ts';
import { lowSimilarity } from './finding-weights.ts';
import { safeCode } from './findings.ts';
import { productTerm } from './products.ts';
import { fieldLabel } from './record.ts';
import { checkNameTerm } from './results.ts';
import { plainNumber } from './terms.ts';

/** One thing that was checked and passed: never personal data. */
export interface Passed {
  product: string;
  text: string;
}

/** Returns everything the result says was checked and passed, in the order of the response: the opposite of the findings. */
export function passedOf({ result }: Conversation, sources: DatabaseSources): Passed[] {
  return Object.entries(result ?? {}).flatMap(([name, given]) => {
    if (!isObject(given)) {
      return [];
    }
    const product = safeCode(name);
    const of = (texts: string[]) => texts.map((text) => ({ product, text }));
    const checks = of(acceptedChecks(given));
    switch (name) {
      case 'aml':
        return [...checks, ...of(clearLists(given))];
      case 'verify':
        return [...checks, ...of(similarFields(given))];
      case 'databaseVerification':
        return [...checks, ...of(matchingSources(sources))];
      default:
        return given.result === true
          ? [...checks, { product, text: `${productTerm(name).label}: positive result` }]
          : checks;
    }
  });
}

function acceptedChecks({ checks }: Record<string, unknown>): string[] {
  return (Array.isArray(checks) ? checks : [])
    .filter((check) => isObject(check) && check.result === 'ACCEPTED')
    .map((check) => {
      const name = checkNameTerm(safeCode(check.name)).label;
      const field = isObject(check.details) ? safeCode(check.details.field) : 'OTHER';
      return field === 'OTHER' ? name : `${name}: ${fieldLabel(field)}`;
    });
}

function clearLists({ status, found }: Record<string, unknown>): string[] {
  return status === 'FINISHED' && Array.isArray(found) && found.length === 0 ? ['On no AML list'] : [];
}

function similarFields({ reliability, details }: Record<string, unknown>): string[] {
  const all = (Array.isArray(details) ? details : []).flatMap((detail) => {
    const value = isObject(detail) ? (detail.similarity ?? detail.reliability ?? detail.value) : undefined;
    return isObject(detail) && typeof value === 'number' && value >= lowSimilarity
      ? [`${fieldLabel(safeCode(detail.field ?? detail.name))} ${plainNumber(value)}`]
      : [];
  });
  return typeof reliability === 'number' && reliability >= lowSimilarity
    ? [`Similarity ${plainNumber(reliability)}`, ...all]
    : all;
}

function matchingSources(sources: DatabaseSources): string[] {
  const all = sources === undefined || typeof sources === 'string' ? [] : (sources.source ?? []);
  return all
    .filter(({ sourceMatchResult }) => sourceMatchResult === 'FULL_MATCH')
    .map(() => 'Database: full match');
}
