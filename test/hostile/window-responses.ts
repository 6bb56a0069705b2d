type Json = Record<string, unknown>;

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

const members = (count: number, value: (index: number) => unknown = (index) => `value ${index}`): Json =>
  Object.fromEntries(times(count, (index) => [`member${index}`, value(index)]));

const products = (count: number, product: (index: number) => unknown): Json =>
  Object.fromEntries(times(count, (index) => [`product${index}`, product(index)]));

const check = (index: number) => ({
  name: `CHECK_${index}`,
  result: index % 3 === 0 ? 'FAILED' : 'ACCEPTED',
  details: { field: 'PERSON_IDS_NATIONAL_ID', reason: 'FORMAT_ERROR', more: { a: [1, 2, 3] } },
});

const person = (text: string) => ({
  person: {
    name: { firstName: text, lastName: text, ...members(60) },
    ids: {
      nationalId: text,
      passport: { id: text, ...members(60) },
      driverLicence: {
        id: text,
        categories: times(500, (index) => ({ category: `B${index}`, status: 'VALID' })),
      },
      accounts: times(500, (index) => ({ accountId: `A${index}`, currency: 'EUR', extra: { a: index } })),
    },
    info: members(60),
    contact: members(60),
  },
});

/** Every product with as many members as a response of a megabyte can hold. */
const fat = () => ({
  status: 'FINISHED',
  errors: times(120, (index) => `CAUSE_${index}`),
  checks: times(120, check),
  ...members(150),
});

/** Legal responses: valid JSON of at most a megabyte, with unusually many items of one kind. */
export const longResponses: Readonly<Record<string, () => Json>> = {
  '1,900 products': () => ({
    status: 'FINISHED',
    result: products(1900, (index) => ({
      status: index % 7 === 0 ? 'FAILED' : 'FINISHED',
      errors: ['PROVIDER_UNAVAILABLE'],
      ...members(12),
    })),
  }),
  '2,000 members of a user': () => ({
    status: 'FINISHED',
    result: { identity: { status: 'FINISHED', user: { person: members(2000), ...members(2000) } } },
  }),
  'every list of every product full': () => ({
    status: 'FINISHED',
    info: times(500, (index) => ({ country: 'EE', method: `METHOD_${index}`, extra: index })),
    result: {
      identity: { ...fat(), user: person('Zażółć') },
      aml: { ...fat(), found: times(500, (index) => `LIST_${index}`) },
      verify: {
        ...fat(),
        details: times(500, (index) => ({ field: `FIELD_${index}`, similarity: 0.5, x: 1 })),
      },
      auth: fat(),
      bankTransactions: fat(),
      affordability: fat(),
      databaseVerification: fat(),
      ...products(30, fat),
    },
  }),
  'endless texts': () => {
    const text = 'א\u202e'.repeat(4000);
    return {
      status: text,
      userKey: text,
      url: `https://service.example/${text}`,
      [text.slice(0, 900)]: text,
      result: {
        [text.slice(0, 900)]: { status: text, errors: times(10, () => text) },
        identity: { status: 'FINISHED', errors: times(10, () => text), user: person(text) },
      },
    };
  },
  'members of the wrong type': () => ({
    status: 7,
    info: times(2000, () => 7),
    result: {
      identity: { status: 'FINISHED', errors: times(500, () => 7), checks: times(500, () => 7) },
      aml: 3,
    },
  }),
  'nested deeply': () => {
    let value: unknown = 1;
    for (let depth = 0; depth < 900; depth += 1) {
      value = depth % 2 === 0 ? [value] : { a: value, b: 1 };
    }
    return { status: 'FINISHED', result: { identity: { status: 'FINISHED', user: { deep: value } } } };
  },
};

/** The response to interface 4.8 with as many sources. */
export const manySources = (): Json => ({
  source: times(500, (index) => ({
    status: 'FINISHED',
    sourceName: `Register ${index}`,
    sourceMatchResult: index % 2 === 0 ? 'NO_MATCH' : 'FULL_MATCH',
    errors: times(8, () => 'SOURCE_UNAVAILABLE'),
    extra: index,
  })),
});

/** The response to interface 4.4 with as many media as are read. */
export const manyMedia = (): Json => ({
  media: times(500, (index) => ({ id: `m-${index}`, type: 'DOCUMENT', subtype: 'PASSPORT', extra: index })),
  list: { media: times(500, (index) => ({ id: `n-${index}`, type: `TYPE_${index % 60}` })) },
});
