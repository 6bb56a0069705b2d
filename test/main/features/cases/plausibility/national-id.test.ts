import { describe, expect, test } from 'vitest';
import { numbersOf } from '../../../../../main/features/cases/plausibility/numbers/by-country.ts';
import { findingsOf, rulesOf, withNumber } from './record.ts';

/**
 * Numbers that authorities, encyclopedias and the documentation of python-stdnum print as examples, with what they say of their invented
 * holders. Each of them fits; with another last character none does.
 */
const examples = filled([
  ['EE', '36805280109', '1968-05-28', 'MALE'],
  ['EE', '37605030299', '1976-05-03', 'MALE'],
  ['LT', '33309240064', '1933-09-24', 'MALE'],
  ['LT', '38703181745', '1987-03-18', 'MALE'],
  ['LV', '161175-19997', '1975-11-16'],
  ['FI', '131052-308T', '1952-10-13', 'FEMALE'],
  ['SE', '880320-0016', '1988-03-20', 'MALE'],
  ['SE', '198803200016', '1988-03-20', 'MALE'],
  ['NO', '151086 95088', '1986-10-15', 'FEMALE'],
  ['PL', '44051401359', '1944-05-14', 'MALE'],
  ['CZ', '710319/2745', '1971-03-19', 'MALE'],
  ['SK', '710319/2745', '1971-03-19', 'MALE'],
  ['RO', '1630615123457', '1963-06-15', 'MALE'],
  ['BE', '85.07.30-033 28', '1985-07-30', 'MALE'],
  ['BE', '17 07 30 033 84', '2017-07-30', 'MALE'],
  ['FR', '2 95 10 99 126 111 93', '1995-10-04', 'FEMALE'],
  ['FR', '253072B07300470', '1953-07-01', 'FEMALE'],
  ['IT', 'RCCMNL83S18D969H', '1983-11-18', 'MALE'],
  ['IT', 'MRTMTT91D08F205J', '1991-04-08', 'MALE'],
  ['ES', '54362315-K'],
  ['ES', 'x-2482300w'],
  ['NL', '1112.22.333'],
  ['HR', '33392005961'],
  ['SI', '0101006500006', '2006-01-01', 'MALE'],
  ['TR', '17291716060'],
  ['UA', '1759013776', '1948-02-28', 'MALE'],
  ['CN', '360426199101010071', '1991-01-01', 'MALE'],
  ['TH', '1-2345-45678-78-1'],
  ['IN', '2341 2341 2346'],
  ['BR', '390.533.447-05'],
  ['CL', '12531909-2'],
  ['EC', '171430710-3'],
  ['ZA', '7503305044089', '1975-03-30', 'MALE'],
  ['IL', '3933742-3'],
  ['MX', 'BOXW310820HNERXN09', '1931-08-20', 'MALE'],
  ['GR', '01013099997', '1930-01-01', 'MALE'],
  ['CH', '756.9217.0769.85'],
  ['IE', '6433435F'],
  ['PT', '000000000ZZ4'],
  ['HK', 'AB987654(3)'],
  ['TW', 'A123456789', '', 'MALE'],
]);

/** Numbers without check digits that could be tested. */
const withoutCheckDigits = filled([
  ['DK', '211062-5629', '1962-10-21', 'MALE'],
  ['IS', '450401-3150'],
  ['IS', '120174-3399', '1974-01-12'],
  ['KR', '971013-1019902', '1997-10-13', 'MALE'],
  ['MY', '770305-02-1234', '1977-03-05', 'FEMALE'],
  ['ID', '3171011708450001', '1945-08-17', 'MALE'],
  ['VN', '079194007210', '1994-07-21', 'FEMALE'],
  // The last but one digit has the weight 11.
  ['KZ', '720908300234', '1972-09-08', 'MALE'],
  ['LU', '1893120105732', '1893-12-01'],
]);

function filled(
  given: readonly (readonly [country: string, number: string, birth?: string, gender?: string])[],
) {
  return given.map(([country, number, birth = '', gender = '']) => [country, number, birth, gender] as const);
}

/** The findings about the number; a holder who is very old or young is another one. */
const aboutNumber = (...given: Parameters<typeof withNumber>) =>
  findingsOf(withNumber(...given)).filter(({ rule }) => rule.startsWith('national-id'));

const other: Readonly<Record<string, string>> = { MALE: 'FEMALE', FEMALE: 'MALE' };

describe.each(examples)('%s %s', (country, number, birthDate, gender) => {
  const info = { ...(birthDate ? { birthDate } : {}), ...(gender ? { gender } : {}) };

  test('raises no finding, with and without separators', () => {
    expect(aboutNumber(country, number, info)).toEqual([]);
    const signs = country === 'SE' || country === 'FI';
    const plain = signs ? number : number.replaceAll(/[\s./-]/g, '');
    expect(aboutNumber(country, plain.toLowerCase(), info)).toEqual([]);
  });

  test('with another digit its check digits do not fit', () => {
    const at = number.search(/\d(?=\D*\d\D*$)/);
    const digit = (Number(number[at]) + 1) % 10;
    const changed = `${number.slice(0, at)}${digit}${number.slice(at + 1)}`;
    expect(rulesOf(withNumber(country, changed))).toContain('national-id-check-digits');
  });
});

const all = [...examples, ...withoutCheckDigits];

test.each(all.filter(([, , birth]) => birth))(
  '%s %s says when its holder was born',
  (country, number, birth) => {
    expect(aboutNumber(country, number, { birthDate: birth })).toEqual([]);
    const [year = '', month = '', day = ''] = birth.split('-');
    const later = `${Number(year) + 1}-${month}-${day}`;
    const [finding] = aboutNumber(country, number, { birthDate: later });
    expect(finding).toMatchObject({
      rule: 'national-id-birth-date',
      severity: 'differs',
      parts: ['year'],
      fields: ['result.identity.user.person.ids.nationalId', 'result.identity.user.person.info.birthDate'],
    });
  },
);

test.each(all.filter(([, , , gender]) => gender))('%s %s says the gender', (country, number, _, gender) => {
  expect(findingsOf(withNumber(country, number, { gender }))).toEqual([]);
  expect(rulesOf(withNumber(country, number, { gender: other[gender] }))).toEqual(['national-id-gender']);
  expect(findingsOf(withNumber(country, number, { gender: 'OTHER' }))).toEqual([]);
});

describe('a single digit that was misread', () => {
  // The weights of these kinds make every such change visible.
  const exact = examples.filter(
    ([country, number]) =>
      number !== '198803200016' && ['CN', 'FI', 'NO', 'PL', 'SE', 'ZA', 'CZ'].includes(country),
  );

  test.each(exact)('is found in every place of %s %s, in the date too', (country, number) => {
    const [scheme] = numbersOf(country)?.schemes ?? [];
    const value = scheme?.keepsSigns ? number : number.replaceAll(/\D/g, '');
    expect(scheme?.hasCheckDigits?.(value)).toBe(true);
    for (const [at, digit] of [...value].entries()) {
      for (const other of /\d/.test(digit) ? '0123456789'.replace(digit, '') : '') {
        const changed = value.slice(0, at) + other + value.slice(at + 1);
        expect(scheme?.hasCheckDigits?.(changed), changed).toBe(
          country === 'NO' && Number(changed.slice(2, 4)) > 12,
        );
      }
    }
  });
  test.each([
    ['BE', '85673003328'],
    ['BE', '85073903328'],
    ['ZA', '8001015009387'],
    ['RO', '1630615663451'],
    ['IE', '6433436FB'],
    ['KZ', '720908300235'],
    ['KZ', '720918300234'],
  ])('is found in %s %s', (country, number) => {
    expect(rulesOf(withNumber(country, number))).toEqual(['national-id-check-digits']);
  });
});

describe('an Emirates ID', () => {
  test('need not have the year of birth in it', () => {
    expect(aboutNumber('AE', '784-1981-1234567-7', { birthDate: '1985-02-28' })).toEqual([]);
  });
  test('with another check digit is a note: the authority publishes no rule', () => {
    expect(aboutNumber('AE', '784-1981-1234567-2')).toMatchObject([
      { rule: 'national-id-check-digits', severity: 'note' },
    ]);
  });
});

describe('nothing is said of', () => {
  test.each([
    ['IT', '12345678901', 'an Italian provisional tax code'],
    ['ES', 'K1234567L', 'a Spaniard under 14 without a DNI'],
    ['ES', 'M1234567L', 'a foreigner in Spain without a NIE'],
    ['TH', '0123456789012', 'a Thai number without a civil register'],
    ['EE', 'PNOEE-36805280109', 'a Smart-ID number'],
    ['PL', 'PNOEE-36805280109', 'a Smart-ID number of another country'],
    ['LT', 'PASLT-1234567', 'a passport in the form of ETSI EN 319 412-1'],
    ['PL', 'EE/PL/36805280109', 'an eIDAS identifier'],
    ['PL', 'N/A', 'a word'],
    ['PL', '4405*****59', 'a masked number'],
    ['PL', 'XXXXXXX1359', 'another one'],
    ['PL', '2070803628', 'a PESEL that lost its leading zero'],
    ['BE', '1010112369', 'a Belgian number that lost its leading zero'],
  ])('%s %s: %s', (country, number) => {
    expect(
      rulesOf(withNumber(country, number, { birthDate: '1968-05-28' })).filter(
        (rule) => rule !== 'national-id-birth-date',
      ),
    ).toEqual([]);
  });
  test('a number in such a form that is wrong', () => {
    expect(rulesOf(withNumber('PL', 'PNOEE-36805280108'))).toEqual(['national-id-check-digits']);
  });
  test('an Estonian code with a Polish source, whether or not a date of birth is known', () => {
    const of = (info: object) =>
      rulesOf({ ids: { nationalId: '36805280109' }, info }, {}, [{ country: 'PL' }]);
    expect(of({})).toEqual([]);
    expect(of({ birthDate: '1968-05-28' })).toEqual([]);
    expect(of({ birthDate: '1969-05-28' })).not.toEqual([]);
  });
});

describe('a number of a form that its country gives to some people only raises no finding', () => {
  test.each([
    ['LV', '327305-10001', 'a Latvian code given since 2017'],
    ['NO', '15908695088', 'a synthetic Norwegian number of the test population'],
    ['SE', '701063-2391', 'a Swedish coordination number'],
    ['LT', '90101010013', 'a Lithuanian code without a date of birth'],
    ['RO', '1630615703451', 'a Romanian number with the county 70'],
    ['BE', '00.00.01-003.64', 'a Belgian number of a person whose date of birth was unknown'],
    ['CZ', '530101/123', 'a Czech number from before 1954'],
    ['BG', '7111 042 925', 'a Bulgarian number of a foreigner'],
    ['FI', '131052U308T', 'a Finnish code with one of the signs of 2023'],
    ['IS', '850101-1239', 'an Icelandic system number'],
    ['DK', '610185-1230', 'a Danish replacement number'],
    ['IT', 'MRTMTTVMDMUFNMRO', 'an Italian code with letters of omocodia'],
  ])('%s %s: %s', (country, number) => {
    const info = { birthDate: '1950-05-05', gender: 'FEMALE' };
    const rules = rulesOf(withNumber(country, number, {}));
    expect(rules).toEqual([]);
    expect(rulesOf(withNumber(country, number, info))).not.toContain('national-id-birth-date-impossible');
  });

  test('the date of birth of a D number is read without the 40 that is added', () => {
    // Skatteetaten prints 41 to 71 as days of D numbers.
    expect(rulesOf(withNumber('NO', '45014010045', { birthDate: '1940-01-05' }))).not.toContain(
      'national-id-birth-date',
    );
  });
});

describe('the century', () => {
  test('is left open where the number leaves it open', () => {
    for (const birthDate of ['1912-10-13', '2012-10-13']) {
      expect(rulesOf(withNumber('SE', '121013-0009', { birthDate }))).not.toContain('national-id-birth-date');
    }
  });
  test('counts where the number says it', () => {
    expect(rulesOf(withNumber('PL', '44051401359', { birthDate: '2044-05-14' }))).toContain(
      'national-id-birth-date',
    );
  });
});

test('day and month that were swapped are named', () => {
  const [finding] = findingsOf(withNumber('PL', '79110299970', { birthDate: '1979-02-11' }));
  expect(finding).toMatchObject({ rule: 'national-id-birth-date', parts: ['month', 'day'] });
});

test('digits of a date that the calendar does not have are a finding', () => {
  expect(rulesOf(withNumber('DK', '310262-1234'))).toEqual(['national-id-birth-date-impossible']);
});

describe('the country of a number', () => {
  const wrong = '44051401358';

  test('is never guessed: without a document or a source nothing is said, nor by the nationality alone', () => {
    expect(findingsOf({ ids: { nationalId: wrong }, info: { nationality: 'PL' } })).toEqual([]);
  });
  test('can be that of a source', () => {
    expect(rulesOf({ ids: { nationalId: wrong } }, {}, [{ country: 'PL', method: 'E_ID' }])).toEqual([
      'national-id-check-digits',
    ]);
  });
  test('that is not known silences every finding, also beside one that is known', () => {
    expect(findingsOf(withNumber('XK', wrong))).toEqual([]);
    expect(findingsOf(withNumber('PL', wrong, { nationality: 'DE' }))).toEqual([]);
    expect(findingsOf(withNumber('PL', wrong, {}, { passport: { issueCountry: 'DE' } }))).toEqual([]);
  });
  test('can be either of two: the number of one of them is in order', () => {
    expect(
      findingsOf(withNumber('PL', '37605030299', { nationality: 'EE', birthDate: '1976-05-03' })),
    ).toEqual([]);
    expect(rulesOf(withNumber('PL', '37605030298', { nationality: 'EE' }))).toEqual([
      'national-id-check-digits',
    ]);
  });
  test('that is not written as a code of two letters says nothing', () => {
    expect(findingsOf(withNumber('Poland', wrong))).toEqual([]);
    expect(findingsOf(withNumber('POL', wrong))).toEqual([]);
  });
});

test('a number in another form is a note where the country has only one form, and nothing elsewhere', () => {
  expect(findingsOf(withNumber('PL', '4405140135'))).toMatchObject([
    { rule: 'national-id-form', severity: 'note', schemes: ['PL:pesel'] },
  ]);
  expect(findingsOf(withNumber('NL', '4405140135'))).toEqual([]);
});

test('a document number given as the national id is not taken for one', () => {
  const person = { ids: { nationalId: 'ABC123456', idCard: { id: 'ABC 123456', issueCountry: 'EE' } } };
  expect(findingsOf(person)).toEqual([]);
});

describe('the name in an Italian tax code', () => {
  const of = (name: object) => rulesOf({ ...withNumber('IT', 'MRTMTT91D08F205J'), name });

  test.each([
    [{ firstName: 'Matteo', lastName: 'Moretti' }],
    [{ firstName: 'MATTEO', lastName: 'MORETTI' }],
    [{ firstName: 'Matteo', middleName: 'Luca', lastName: 'Moretti' }],
    [{ firstName: 'Matteo' }],
    [{ firstName: 'Маттео', lastName: 'Моретти' }],
  ])('%j raises no finding', (name) => {
    expect(of(name)).toEqual([]);
  });
  test('that is another one is a finding', () => {
    expect(of({ firstName: 'Giulia', lastName: 'Moretti' })).toEqual(['national-id-name']);
  });
});
