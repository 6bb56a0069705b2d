import { isObject, type Json, type JsonObject } from '../json.ts';
import type { Violation } from '../server/errors.ts';
import { defaultStrategy } from '../strategy.ts';

/** A valid creation request (interface 2.1). */
export interface Creation {
  userKey: string;
  strategy: string;
  returnUrl: string;
  callbackUrl: string | undefined;
  query: JsonObject;
}

const amlLists = ['PEP', 'SANCTIONS', 'ADVERSE_MEDIA', 'SIP', 'OTHER'];
const fieldIdentifier = /^(PERSON|COMPANY)_[A-Z_]+$/;
const noDefault = 'has no default and is not supplied';

/** The account's defaults for members of a product that were left out. */
const productDefaults: Readonly<Record<string, JsonObject>> = {
  identity: { requireOneOf: [['PERSON_NAME_FIRSTNAME', 'PERSON_NAME_LASTNAME']] },
  aml: { checks: ['PEP', 'SANCTIONS'] },
  bankTransactions: { type: 'all' },
};

/** Reads a creation body; every problem is a violation, and one is enough to refuse the request. */
export function readCreation(
  body: JsonObject,
  production: boolean,
): { creation: Creation; violations: readonly Violation[] } {
  const violations: Violation[] = [];
  const report = (field: string, message: string) => violations.push({ field, message });

  const text = (field: string): string | undefined => {
    const value = body[field];
    if (value === undefined || value === null) {
      return undefined;
    }
    if (typeof value === 'string' && value !== '' && value.length <= 2000) {
      return value;
    }
    report(field, 'must be a string of 1 to 2000 characters');
    return undefined;
  };
  const requiredText = (field: string): string => {
    const value = text(field);
    if (value === undefined && !violations.some((one) => one.field === field)) {
      report(field, noDefault);
    }
    return value ?? '';
  };

  const userKey = requiredText('userKey');
  const strategy = text('strategy') ?? defaultStrategy;
  if (!/^[\w.-]+:[\w.-]+$/.test(strategy)) {
    report('strategy', 'must have the form <scope>:<name>');
  }
  const returnUrl = requiredText('returnUrl');
  if (returnUrl !== '' && addressOf(returnUrl) === undefined) {
    report('returnUrl', 'must be an http or https URL');
  }
  const callbackUrl = text('callbackUrl');
  if (callbackUrl !== undefined) {
    const protocol = addressOf(callbackUrl)?.protocol;
    if (protocol === undefined) {
      report('callbackUrl', 'must be an http or https URL');
    } else if (production && protocol !== 'https:') {
      report('callbackUrl', 'must be https in production');
    }
  }
  const query = readQuery(body.query, report);
  return { creation: { userKey, strategy, returnUrl, callbackUrl, query }, violations };
}

/** Returns a URL as it will be once its placeholders are replaced. */
function addressOf(text: string): URL | undefined {
  const url = URL.parse(text.replace(/\{(conversationId|target|event)\}/g, 'x'));
  return url !== null && ['http:', 'https:'].includes(url.protocol) ? url : undefined;
}

type ReportViolation = (field: string, message: string) => void;

function readQuery(query: Json | undefined, report: ReportViolation): JsonObject {
  if (!isObject(query)) {
    report('query', query === undefined ? noDefault : 'must be an object');
    return {};
  }
  if (query.identity === undefined) {
    report('query.identity', 'is always required');
  }
  const read: JsonObject = {};
  for (const [name, requested] of Object.entries(query)) {
    const check = productChecks.get(name);
    if (check === undefined) {
      report(`query.${name}`, 'is not a product of this account');
    } else if (!isObject(requested)) {
      report(`query.${name}`, 'must be an object');
    } else {
      const complete = { ...productDefaults[name], ...requested };
      check(complete, (field, message) => report(`query.${name}.${field}`, message));
      read[name] = complete;
    }
  }
  return read;
}

const productChecks: ReadonlyMap<string, (requested: JsonObject, report: ReportViolation) => void> = new Map([
  ['identity', checkIdentity],
  ['aml', checkAml],
  ['auth', () => undefined],
  ['bankTransactions', checkBankTransactions],
  ['verify', (requested, report) => checkObject(requested, 'user', report)],
  ['affordability', checkAffordability],
  ['databaseVerification', () => undefined],
  ['enquiry', () => undefined],
  ['ageVerification', () => undefined],
]);

function checkIdentity(requested: JsonObject, report: ReportViolation): void {
  const { requireOneOf, optional } = requested;
  if (!Array.isArray(requireOneOf) || requireOneOf.length === 0 || !requireOneOf.every(isFieldList)) {
    report('requireOneOf', 'must be a list of lists of field identifiers');
  }
  if (optional === undefined) {
    return;
  }
  if (!Array.isArray(optional) || !optional.every((one) => isObject(one) && isFieldList(one.list))) {
    report('optional', 'must be a list of objects with a list of field identifiers');
  }
}

function isFieldList(value: Json | undefined): boolean {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((field) => typeof field === 'string' && fieldIdentifier.test(field))
  );
}

function checkAml(requested: JsonObject, report: ReportViolation): void {
  const { checks, subscription } = requested;
  if (
    !Array.isArray(checks) ||
    checks.length === 0 ||
    !checks.every((one) => amlLists.some((list) => list === one))
  ) {
    report('checks', `must be a list of ${amlLists.join(', ')}`);
  }
  if (subscription !== undefined && !isObject(subscription)) {
    report('subscription', 'must be an object');
  }
}

function checkBankTransactions(requested: JsonObject, report: ReportViolation): void {
  if (!['credit', 'debit', 'all'].some((type) => type === requested.type)) {
    report('type', 'must be credit, debit or all');
  }
}

function checkAffordability(requested: JsonObject, report: ReportViolation): void {
  checkObject(requested, 'user', report);
  const { user } = requested;
  if (!isObject(user)) {
    return;
  }
  const { country, email } = user;
  if (typeof country !== 'string' || !/^[A-Z]{2}$/.test(country)) {
    report('user.country', 'must be ISO 3166-1 alpha-2');
  }
  if (typeof email !== 'string' || !/^[^\s@]+@\S+$/.test(email)) {
    report('user.email', 'must be an e-mail address');
  }
}

function checkObject(requested: JsonObject, member: string, report: ReportViolation): void {
  const value = requested[member];
  if (value === undefined) {
    report(member, noDefault);
  } else if (!isObject(value)) {
    report(member, 'must be an object');
  }
}
