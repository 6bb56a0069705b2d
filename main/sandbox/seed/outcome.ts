import type { Conversation } from '../conversation.ts';
import { isObject, type JsonObject } from '../json.ts';
import type { Person } from '../people.ts';
import { type ProductStatus, productResult, sourcesFor } from '../products.ts';
import { queryFor, seededAt } from './plan.ts';

/** Query, result, sources and database verification of products in the statuses given. */
export function outcome(
  person: Person,
  products: Readonly<Record<string, ProductStatus>>,
  more: { causes?: readonly string[]; found?: readonly string[]; requested?: JsonObject } = {},
): Pick<Conversation, 'query' | 'result' | 'info' | 'sources'> {
  const query = { ...queryFor(...Object.keys(products)), ...more.requested };
  const result = Object.fromEntries(
    Object.entries(products).map(([name, status]) => {
      const productQuery = query[name];
      const about = {
        person,
        causes: more.causes ?? [],
        found: more.found ?? [],
        requested: isObject(productQuery) ? productQuery : {},
        now: seededAt,
      };
      return [name, productResult(name, status, about)];
    }),
  );
  const verifyStatus = products.databaseVerification;
  return {
    query,
    result,
    info: [{ country: person.country, method: 'DOCUMENT_SCAN' }],
    sources: verifyStatus === undefined ? [] : sourcesFor(verifyStatus),
  };
}
