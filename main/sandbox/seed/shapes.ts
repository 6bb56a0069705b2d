import type { Json, JsonObject } from '../json.ts';
import { specimens } from '../media/specimens.ts';
import { inventedPeople } from '../people.ts';
import { contactOf, documentNumber, userData } from '../user-data.ts';
import { outcome } from './outcome.ts';
import type { Plan } from './plan.ts';
import { comparisonPlan } from './products.ts';

const { german, estonian, latvian, icelandic, mixed } = inventedPeople;

/** Responses that the document leaves open: rich user data, both shapes of the field, unknown and wrongly typed members. */
export const shapePlans: readonly Plan[] = [
  { slug: 'company', title: 'A company, with its accounts', ...withUser(company()) },
  { slug: 'driver-licence', title: 'A driving licence with all its categories', ...withUser(licence()) },
  { slug: 'every-member', title: 'Every documented member of the user data', ...withUser(complete()) },
  {
    slug: 'unknown-products',
    title: 'Products beyond the document: enquiry, age, and an unheard-of one',
    ...outcome(latvian, { identity: 'FINISHED', enquiry: 'FINISHED', ageVerification: 'FINISHED' }),
    ...withUnknownProduct(),
  },
  {
    slug: 'unknown-members',
    title: 'Members that neither document nor field names',
    ...outcome(icelandic, { identity: 'FINISHED', aml: 'FINISHED' }),
    info: [
      {
        country: 'IS',
        method: 'E_ID',
        provider: 'Specimen e-ID',
        latencyMs: 412,
        nested: { deeply: [[1], []] },
      },
    ],
    unknown: {
      riskScore: 17,
      tags: ['pilot', null, true],
      'a member with "quotes" & <tags>': '<img src=x onerror=alert(1)>',
      empty: {},
    },
  },
  {
    slug: 'unknown-statuses',
    title: 'Statuses that the document does not know',
    ...outcome(german, { identity: 'FINISHED' }),
    result: { identity: { status: 'UNDER_MANUAL_REVIEW', user: {} }, aml: { status: 'QUEUED', found: [] } },
  },
  {
    slug: 'wrong-types',
    title: 'Known members of the wrong type',
    ...outcome(estonian, { identity: 'FINISHED' }),
    info: [{ country: 372, method: ['DOCUMENT_SCAN'] }],
    result: {
      identity: {
        status: 'FINISHED',
        user: userData(estonian, 'full'),
        errors: { 0: 'NOT_A_LIST' },
        checks: 'none',
      },
      aml: { status: 'FINISHED', found: 'PEP', subscription: 'active' },
      verify: { status: 'PARTIAL', reliability: '0.87', details: { PERSON_NAME_FIRSTNAME: 1 } },
    },
  },
  {
    slug: 'metadata-list',
    title: 'Metadata in the shape of the field: list.media',
    ...outcome(mixed, { identity: 'FINISHED' }),
    shapes: { metadata: 'list.media', headlessArgs: 'array' },
    collected: (id, { assetsDir }) => specimens(id, mixed, assetsDir, ['passport', 'face']),
  },
  {
    slug: 'headless-array',
    title: 'Headless, not yet begun: args as a list',
    status: 'CREATED',
    ...outcome(german, { identity: 'IN_PROGRESS' }),
  },
  {
    slug: 'headless-object',
    title: 'Headless, half-way: args as an object',
    status: 'IN_PROGRESS',
    ...outcome(german, { identity: 'IN_PROGRESS' }),
    shapes: { metadata: 'list.media', headlessArgs: 'object' },
    headless: { step: 2, entered: { email: 'user@specimen.example', otp: '123456' } },
  },
  {
    slug: 'similarity-provided',
    title: 'Similarity details that repeat the data provided',
    ...comparisonPlan(0.68, withProvided()),
  },
];

function withUser(user: JsonObject) {
  const conversation = outcome(german, { identity: 'FINISHED' });
  return { ...conversation, result: { identity: { status: 'FINISHED', user, errors: [], checks: [] } } };
}

function withUnknownProduct() {
  const conversation = outcome(latvian, {
    identity: 'FINISHED',
    enquiry: 'FINISHED',
    ageVerification: 'FINISHED',
  });
  const gait = { status: 'PARTIAL', stride: { metres: 0.74, confidence: 0.9 }, errors: ['LEFT_FOOT_UNSEEN'] };
  return { ...conversation, result: { ...conversation.result, gaitAnalysis: gait } };
}

function company(): JsonObject {
  const accounts = [
    { swiftbic: 'SPECDE00XXX', accountId: 'DE36 0000 0000 0000 0000 00', currency: 'EUR' },
    { swiftbic: 'SPECDE00XXX', accountId: 'DE09 0000 0000 0000 0000 01', currency: 'CHF' },
  ];
  return {
    company: {
      name: 'Spezimen Werkzeug- & Maschinenbau GmbH',
      ids: { taxId: 'DE999999995', additionalId: 'HRB 00000', accounts },
      address: 'Industriestraße 1, 97070 Würzburg',
      contact: { email: 'office@specimen.example', phone: '+999 555 0123' },
    },
    person: { name: { firstName: german.firstName, lastName: german.lastName } },
  };
}

function licence(): JsonObject {
  const category = (name: string, limitations: string[], status = 'VALID') => ({
    category: name,
    issueDate: '2010-06-18',
    expiryDate: '2032-05-10',
    limitations,
    status,
  });
  const name = { firstName: german.firstName, lastName: german.lastName };
  const driverLicence = {
    id: documentNumber(german, 'DL'),
    issueDate: '2017-05-10',
    expiryDate: '2032-05-10',
    issueCountry: 'DE',
    issueState: 'BY',
    issuer: 'Specimen Issuing Office',
    additionalId: '0000-SPEC',
    limitations: ['01.06', '70'],
    documentStatus: 'VALID',
    categories: [
      category('AM', []),
      category('B', ['01.06']),
      category('BE', []),
      category('C1', ['95'], 'SUSPENDED'),
      category('L', []),
    ],
  };
  return { person: { name, ids: { driverLicence }, info: { birthDate: german.birthDate } } };
}

function complete(): JsonObject {
  const issue = {
    issueDate: '2022-05-10',
    expiryDate: '2032-05-10',
    issueCountry: 'EE',
    issuer: 'Specimen Issuing Office',
  };
  const id = (kind: string) => ({ id: documentNumber(estonian, kind), ...issue });
  return {
    person: {
      name: {
        firstName: 'Mari-Liis',
        lastName: 'Õunapuu',
        middleName: 'Leen',
        middleInitial: 'L',
        fullName: 'Mari-Liis Leen Õunapuu',
        motherName: 'Aino Õunapuu',
        fatherName: 'Jüri Õunapuu',
        spelling: {
          aliasName: 'Malle',
          translatedName: 'Marie-Louise Apfelbaum',
          translatedAlias: 'Marlies',
        },
      },
      ids: {
        nationalId: estonian.nationalId,
        idCard: { ...id('ID'), type: 'NATIONAL_IDENTITY_CARD' },
        passport: id('P'),
        residencePermit: { ...id('RP'), type: 'LONG_TERM' },
        otherDocument: { ...id('OD'), description: 'Seafarer’s discharge book' },
        accounts: [{ swiftbic: 'SPECEE00', accountId: 'EE27 0000 0000 0000 0000', currency: 'EUR' }],
      },
      info: {
        gender: 'FEMALE',
        nationality: 'EE',
        birthDate: estonian.birthDate,
        birthCity: 'Tartu',
        birthCountry: 'EE',
        age: 38,
        foreignerStatus: 'RESIDENT',
      },
      address: estonian.address,
      contact: contactOf(estonian),
    },
  };
}

/** Returns entries of which some repeat the value of the query; the interface leaves their members open (2.2). */
function withProvided(): Json[] {
  const { firstName, nationalId } = inventedPeople.latvian;
  const entry = (field: string, provided: string, similarity: number) => ({ field, provided, similarity });
  return [
    entry('PERSON_NAME_FIRSTNAME', firstName, 1),
    entry('PERSON_NAME_LASTNAME', 'Berzins', 0.86),
    entry('PERSON_INFO_BIRTHDATE', '1991-05-06', 0.5),
    entry('PERSON_IDS_NATIONAL_ID', `${nationalId.slice(0, -1)}8`, 0.91),
    entry('PERSON_INFO_BIRTH_CITY', 'Ventspils', 0.12),
  ];
}
