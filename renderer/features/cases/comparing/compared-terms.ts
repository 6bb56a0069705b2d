import { causeTerm } from '../../../../preload/wording/causes.ts';
import { productTerm } from '../../../../preload/wording/products.ts';
import { fieldPathLabel } from '../../../../preload/wording/record.ts';
import { amlListTerm } from '../../../../preload/wording/results.ts';
import { conversationStatusTerm, productStatusTerm } from '../../../../preload/wording/statuses.ts';

const members: Readonly<Record<string, string>> = {
  status: 'status',
  errors: 'causes',
  found: 'found on',
  reliability: 'similarity',
};

/** Names a compared value in the words of the case page. */
export function comparedLabel(path: string): string {
  if (path === 'status') {
    return 'Conversation status';
  }
  const [, product, member] = /^result\.(\w+)\.(\w+)$/.exec(path) ?? [];
  if (product !== undefined && member !== undefined) {
    const name = Object.hasOwn(members, member) ? members[member] : member;
    return `${productTerm(product).label}: ${name}`;
  }
  return fieldPathLabel(path);
}

/** Returns the plain term of a coded value; undefined for any other value, which is shown as it is. */
export function comparedTerm(path: string, value: string): string | undefined {
  if (path === 'status') {
    return conversationStatusTerm(value).label;
  }
  const [, product = '', member] = /^result\.(\w+)\.(status|errors|found)$/.exec(path) ?? [];
  switch (member) {
    case 'status':
      return productStatusTerm(product, value).label;
    case 'errors':
      return value === '' ? undefined : termsOf(value, (code) => causeTerm(code).label);
    case 'found':
      return value === '' ? undefined : termsOf(value, (code) => amlListTerm(code).label);
    default:
      return undefined;
  }
}

const termsOf = (codes: string, term: (code: string) => string) =>
  codes
    .split(', ')
    .map((code) => term(code))
    .join(', ');
