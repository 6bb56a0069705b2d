import { describe, expect, test } from 'vitest';
import { check, findingsOf, receivedAt, rulesOf } from './record.ts';

const user = 'result.identity.user';
const named = (name: object) => findingsOf({ name });

describe('document numbers', () => {
  test.each([
    ['PL', 'idCard', 'ABA300000', 'the specimen of the Polish ministry'],
    ['PL', 'idCard', 'ZZC 003483', 'that of 2019, with a space'],
    ['PL', 'passport', 'ZS0000178', 'a kind whose rule is not certain'],
    ['DE', 'idCard', 'T220001293', 'the German specimen of 2010'],
    ['DE', 'passport', 'C01X0006H1', 'a German specimen'],
    ['DE', 'idCard', 'T22000129', 'without its check digit'],
    ['BE', 'idCard', '592-0000001-82', 'a Belgian card'],
    ['ES', 'idCard', '54362315K', 'a DNI'],
    ['ES', 'idCard', 'AAA000000', 'the support number of a Spanish card'],
    ['IT', 'idCard', 'CA12345AB', 'an electronic Italian card'],
    ['IT', 'idCard', 'AX1234567', 'a paper Italian card'],
    ['NL', 'passport', 'SPECI2014', 'the Dutch specimen'],
    ['PT', 'idCard', '00000000 0 ZZ4', 'a Portuguese card'],
    ['FR', 'idCard', 'whatever', 'a country without public rules here'],
    ['US', 'passport', '31195855', 'another one'],
  ])('%s %s %s raises no finding: %s', (issueCountry, kind, id) => {
    expect(rulesOf({ ids: { [kind]: { id, issueCountry } } })).toEqual([]);
  });

  test.each([
    ['PL', 'idCard', 'ABA400000'],
    ['DE', 'passport', 'T220001294'],
    ['BE', 'idCard', '592000000183'],
    ['ES', 'residencePermit', 'X2482300A'],
    ['HK', 'idCard', 'AB987654(4)'],
  ])('%s %s %s does not fit', (issueCountry, kind, id) => {
    expect(findingsOf({ ids: { [kind]: { id, issueCountry } } })).toMatchObject([
      {
        rule: 'document-number-check-digits',
        severity: 'invalid',
        fields: [`${user}.person.ids.${kind}.id`],
        countries: [issueCountry],
      },
    ]);
  });

  test('the letter O in a Dutch number is a note', () => {
    expect(findingsOf({ ids: { passport: { id: 'SPECO2014', issueCountry: 'NL' } } })).toMatchObject([
      { rule: 'document-number-form', severity: 'note' },
    ]);
  });

  test('a British driver number gives the date of birth', () => {
    const of = (birthDate: string) =>
      rulesOf({
        ids: { driverLicence: { id: 'MORGA657054SM9IJ', issueCountry: 'GB' } },
        info: { birthDate },
      });
    expect(of('1964-07-05')).toEqual([]);
    expect(of('1964-05-07')).toEqual(['document-number-birth-date']);
  });

  test('without the country of issue nothing is said', () => {
    expect(findingsOf({ ids: { idCard: { id: 'ABA400000' } }, info: { nationality: 'PL' } })).toEqual([]);
  });
});

describe('dates', () => {
  const document = (passport: object, info = {}) => rulesOf({ ids: { passport }, info });

  test.each([
    [{ issueDate: '2020-01-01', expiryDate: '2030-01-01' }, {}],
    [{ issueDate: '2020-01-01' }, { birthDate: '1980-01-01' }],
    [{ issueDate: '01.02.2020', expiryDate: '03.04.2030' }, {}],
    [{ issueDate: '01/02/2020', expiryDate: '02/01/2020' }, {}],
    [{ issueDate: '0000-00-00', expiryDate: '0000-00-00' }, {}],
    [{ issueDate: '2020-00-00', expiryDate: '1999' }, {}],
    [{ issueDate: '2026-03-02' }, {}],
    [{ expiryDate: '2020-03-01' }, {}],
    [{ expiryDate: '9999-12-31' }, {}],
    [{ issueDate: '', expiryDate: null }, { birthDate: 7 }],
  ])('%j %j raise no finding', (passport, info) => {
    expect(document(passport, info)).toEqual([]);
  });

  test.each([
    [{ issueDate: '2030-01-01', expiryDate: '2020-01-01' }, {}, ['issue-after-expiry', 'issue-in-future']],
    [{ issueDate: '01.02.2020', expiryDate: '03.04.1999' }, {}, ['issue-after-expiry']],
    [{ issueDate: '1979-12-31' }, { birthDate: '1980-01-01' }, ['issue-before-birth']],
    [{ issueDate: '19791231' }, { birthDate: '01 JAN 1980' }, ['issue-before-birth']],
    [{ issueDate: '2026-03-03' }, {}, ['issue-in-future']],
    [{ expiryDate: '2023-02-29' }, {}, ['date-impossible']],
    [{ expiryDate: '2024-13-01T00:00:00Z' }, {}, ['date-impossible']],
  ])('%j %j are found', (passport, info, rules) => {
    expect(document(passport, info)).toEqual(rules);
  });
});

describe('age', () => {
  const of = (info: object, issueDate?: string) =>
    rulesOf({ info, ...(issueDate ? { ids: { passport: { issueDate } } } : {}) });

  test.each([
    [{ birthDate: '2026-03-03' }, ['birth-in-future']],
    [{ birthDate: '03.03.2026' }, ['birth-in-future']],
    [{ birthDate: '1900-01-01' }, ['birth-too-early']],
    [{ birthDate: '2008-03-03' }, ['under-eighteen']],
    [{ birthDate: '2008-03-01' }, []],
    [{ birthDate: '1990-03-01', age: 36 }, []],
    [{ birthDate: '1990-03-03', age: 36 }, ['age-too-high']],
    [{ birthDate: '1990-03-02', age: '35' }, []],
    [{ birthDate: '1990-03-02', age: 'thirty-five' }, []],
    [{ birthDate: '1990-03-02', age: 20 }, []],
  ])('%j: %j', (info, rules) => {
    expect(of(info)).toEqual(rules);
  });

  describe('is what it can be in any time zone', () => {
    const rules = (info: object, at: string, result = {}) =>
      check({ result: { identity: { user: { person: { info } } }, ...result } }, at).findings.map(
        ({ rule }) => rule,
      );
    const passed = { ageVerification: { status: 'FINISHED', over: 18, result: true } };

    test.each([
      [
        'an 18th birthday at half past midnight in Warsaw',
        { birthDate: '2008-11-23', age: 18 },
        '2026-11-22T23:30:00Z',
      ],
      ['a 30th birthday in Tokyo', { birthDate: '1996-11-23', age: 30 }, '2026-11-22T15:30:00Z'],
      ['an 18th birthday in Kiritimati', { birthDate: '2008-11-23', age: 18 }, '2026-11-22T10:00:00Z'],
      ['a 120th birthday tomorrow in Hawaii', { birthDate: '1905-11-24' }, '2026-11-24T08:00:00Z'],
      ['an 18th birthday on 28 February', { birthDate: '2008-02-29', age: 18 }, '2026-02-28T12:00:00Z'],
    ])('%s is no finding', (_, info, at) => {
      expect(rules(info, at, 'age' in info ? passed : {})).toEqual([]);
    });
    test('a child born today is in no future', () => {
      expect(rules({ birthDate: '2026-11-23', age: 0 }, '2026-11-22T10:00:00Z')).toEqual(['under-eighteen']);
    });
    test('what holds nowhere is found', () => {
      expect(rules({ birthDate: '2008-11-23' }, '2026-11-22T09:59:00Z')).toEqual(['under-eighteen']);
      expect(rules({ birthDate: '2008-02-29', age: 18 }, '2026-02-27T09:59:00Z', passed)).toEqual([
        'age-too-high',
        'age-verification-differs',
        'under-eighteen',
      ]);
    });
    test('a birthday on 29 February is not counted before 1 March where the age is low', () => {
      expect(of({ birthDate: '2000-02-29', age: 20 }, '2021-02-28')).toEqual([]);
      expect(of({ birthDate: '2000-02-29', age: 20 }, '2021-03-01')).toEqual(['age-too-low']);
    });
  });

  test('cannot be lower than when the newest document was issued', () => {
    expect(of({ birthDate: '1990-03-02', age: 30 }, '2021-03-02')).toEqual(['age-too-low']);
    expect(of({ birthDate: '1990-03-02', age: 31 }, '2021-03-02')).toEqual([]);
  });

  test('an age verification that was passed is compared with the date of birth', () => {
    const response = (result: boolean, birthDate: string) =>
      check({
        result: {
          identity: { user: { person: { info: { birthDate } } } },
          ageVerification: { status: 'FINISHED', over: 21, result },
        },
      }).findings.map(({ rule }) => rule);
    expect(response(true, '2006-01-01')).toEqual(['age-verification-differs']);
    expect(response(false, '2006-01-01')).toEqual([]);
    expect(response(true, '2004-01-01')).toEqual([]);
  });
});

describe('names', () => {
  test.each([
    ['Jürgen', 'Groß', 'Jürgen Groß'],
    ['Jürgen', 'Groß', 'GROß, JÜRGEN'],
    ['小明', '欧阳', '欧阳小明'],
    ['María', 'García', 'María del Carmen García López'],
    ['Anne', "O'Brien", 'Anne OBrien'],
    ['J', 'Smith', 'John Smith'],
    ['Maximiliana Theodora', 'Hohenbruck-Spezimen', 'MAXIMILIANA THEOD HOHENBRUCK SPEZIMEN'],
    ['שירה', 'בן־דוד', 'Shira Ben-David'],
    ['عبد الرحمن', 'الخطيب', 'Abd al-Rahman al-Khatib'],
    ['กมลวรรณ', 'ศรีสุวรรณ', 'Kamonwan Srisuwan'],
    ['Şule', '', 'Şule'],
  ])('%s, %s in %s raises no finding', (firstName, lastName, fullName) => {
    expect(named({ firstName, lastName, fullName })).toEqual([]);
  });

  test.each([
    ['Jürgen', 'Groß', 'JUERGEN GROSS'],
    ['Jürgen', 'Groß', 'Jurgen Gross'],
    ['Åse', 'Sørensen', 'AASE SOERENSEN'],
    ['Zażółć', 'Gęślą-Jaźń', 'ZAZOLC GESLA JAZN'],
    ['Þórdís', 'Guðmundsdóttir', 'THORDIS GUDMUNDSDOTTIR'],
    ['Işıl', 'İğdeoğlu', 'ISIL IGDEOGLU'],
    ['Ярослав', 'Морозов', 'Yaroslav Morozov'],
    ['Jose', 'Muñoz', 'JOSE MUNOZ'],
  ])('%s %s and %s are the same under transliteration', (firstName, lastName, fullName) => {
    expect(named({ firstName, lastName, fullName })).toMatchObject([
      { rule: 'name-transliterated', severity: 'note' },
    ]);
  });

  test.each([
    ['Jürgen', 'Groß', 'Jürgen Klein'],
    ['Anna', 'Nowak', 'Maria Nowak'],
  ])('%s %s is not in %s', (firstName, lastName, fullName) => {
    expect(named({ firstName, lastName, fullName })).toMatchObject([
      {
        rule: 'name-differs',
        severity: 'differs',
        fields: [
          `${user}.person.name.fullName`,
          ...['firstName', 'lastName'].map((one) => `${user}.person.name.${one}`),
        ],
      },
    ]);
  });

  test('a translated name is the same in other letters, or another name, which is nothing unusual', () => {
    const of = (translatedName: string) =>
      named({ firstName: 'Ярослав', lastName: 'Морозов', spelling: { translatedName } });
    expect(of('Morozov Yaroslav')).toMatchObject([{ rule: 'name-transliterated' }]);
    expect(of('Gerald Frost')).toEqual([]);
  });

  test('a middle initial is that of the middle name', () => {
    expect(named({ middleName: 'Łukasz', middleInitial: 'L.' })).toEqual([]);
    expect(named({ middleName: 'Łukasz', middleInitial: 'K' })).toMatchObject([
      { rule: 'middle-initial-differs' },
    ]);
  });
});

describe('accounts', () => {
  const of = (...accountIds: unknown[]) =>
    rulesOf({ ids: { accounts: accountIds.map((accountId) => ({ accountId })) } });

  test.each([
    // The examples of the IBAN registry.
    ['GB29 NWBK 6016 1331 9268 19'],
    ['DE89370400440532013000'],
    ['FR14 2004 1010 0505 0001 3M02 606'],
    ['PL61 1090 1014 0000 0712 1981 2874'],
    ['NO93 8601 1117 947'],
    ['MT84MALT011000012345MTLCAST001S'],
    // Not an IBAN, or of a country without IBANs.
    ['1234567890'],
    ['XX00 1234 5678 9012'],
    // Ivory Coast, Senegal and Benin are not in the registry; a bank of Pakistan with letters in the account.
    ['CI93 CI00 8011 1301 1342 9120 0589'],
    ['SN08 SN01 0015 2000 0485 0000 3035'],
    ['BJ66 BJ06 1010 0100 1443 9000 0769'],
    ['PK36 SCBL 0000 0011 2345 6702'],
    ['US64 SVBK US6S 3300 9586 73'],
    [''],
    [null],
  ])('%s raises no finding', (accountId) => {
    expect(of(accountId)).toEqual([]);
  });

  test('a wrong digit and a wrong length are distinguished, for companies too', () => {
    expect(of('DE89370400440532013001', 'DE8937040044053201300')).toEqual([
      'account-check-digits',
      'account-form',
    ]);
    expect(of('CI94CI0080111301134291200589')).toEqual(['account-check-digits']);
    const company = { ids: { accounts: [{}, { accountId: 'DE89370400440532013001' }] } };
    expect(findingsOf({}, { company })).toMatchObject([
      { fields: [`${user}.company.ids.accounts[1].accountId`], countries: ['DE'] },
    ]);
  });
});

describe('tax ids of companies', () => {
  const of = (taxId: string, address?: unknown) => rulesOf({}, { company: { ids: { taxId }, address } });

  test.each([
    ['DE136695976', undefined],
    ['ATU13585627', undefined],
    ['PL 856-734-62-15', undefined],
    ['8567346215', { country: 'PL' }],
    ['FR40303265045', undefined],
    ['EL094259216', undefined],
    ['IT00743110157', undefined],
    ['NL004495445B01', undefined],
    ['CHE-107.787.577 IVA', { country: 'CH' }],
    ['12', { country: 'DE' }],
    ['856734621', { country: 'US' }],
    ['8567346216', undefined],
    ['8567346216', 'ul. Prosta 1, Warszawa'],
    ['BE0832366700', undefined],
  ])('%s %j raises no finding', (taxId, address) => {
    expect(of(taxId, address)).toEqual([]);
  });

  test.each([
    ['DE136695978', undefined],
    ['8567346216', { country: 'PL' }],
    ['EL094259217', undefined],
    ['IT00743110158', { country: 'IT' }],
  ])('%s %j does not fit', (taxId, address) => {
    expect(of(taxId, address)).toEqual(['tax-id-check-digits']);
  });
});

describe('phones', () => {
  const of = (phone: string, more: object = {}) => findingsOf({ contact: { phone }, ...more });

  test.each([
    ['+48 22 694 75 00'],
    ['0048 22 694 75 00'],
    ['+1 202 555 0123'],
    // No country code, or one that is not assigned.
    ['22 694 75 00'],
    ['+999 555 0100'],
    ['none'],
  ])('%s raises no finding', (phone) => {
    expect(of(phone)).toEqual([]);
  });

  test('a number that its country does not have does not fit', () => {
    expect(of('+48 22 694 75')).toMatchObject([{ rule: 'phone-form', severity: 'invalid' }]);
  });

  test('a country that the record does not name is a note, and nothing where the record names none', () => {
    expect(of('+44 20 7946 0123', { info: { nationality: 'PL' } })).toMatchObject([
      { rule: 'phone-country', severity: 'note', countries: ['GB'] },
    ]);
    expect(of('+44 20 7946 0123', { info: { nationality: 'PL' }, address: { country: 'GB' } })).toEqual([]);
    expect(of('+44 20 7946 0123')).toEqual([]);
  });
});

test('findings that contradict come first, notes last', () => {
  const { findings } = check(
    {
      result: {
        identity: {
          user: {
            person: {
              name: { firstName: 'Anna', lastName: 'Nowak', fullName: 'Ewa Lis' },
              ids: { idCard: { issueCountry: 'PL', id: 'ABA400000' } },
              contact: { phone: '+44 20 7946 0123' },
            },
          },
        },
      },
    },
    receivedAt,
  );
  expect(findings.map(({ severity }) => severity)).toEqual(['differs', 'invalid', 'note']);
});

test('a conversation without a record says nothing, and that nothing was compared', () => {
  for (const response of [
    {},
    { result: {} },
    { result: { identity: { user: {} } } },
    { result: { identity: null } },
  ]) {
    expect(check(response)).toEqual({ findings: [], comparisons: 0, complete: true });
  }
});
