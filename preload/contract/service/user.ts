import { z } from 'zod';

// User information (interface 2.2 names person.name.firstName and lastName; the rest from the field notes). Every member
// is optional and unknown ones are kept.

const text = z.string().optional();
const date = text;
const country = text;

const account = z.looseObject({ swiftbic: text, accountId: text, currency: text });
const document = { id: text, issueDate: date, expiryDate: date, issueCountry: country, issuer: text };

export const address = z.union([z.string(), z.looseObject({})]);

export const person = z.looseObject({
  name: z
    .looseObject({
      firstName: text,
      lastName: text,
      middleName: text,
      middleInitial: text,
      fullName: text,
      motherName: text,
      fatherName: text,
      spelling: z.looseObject({ aliasName: text, translatedName: text, translatedAlias: text }).optional(),
    })
    .optional(),
  ids: z
    .looseObject({
      nationalId: text,
      idCard: z.looseObject({ ...document, type: text }).optional(),
      passport: z.looseObject(document).optional(),
      driverLicence: z
        .looseObject({
          ...document,
          issueState: text,
          additionalId: text,
          limitations: z.array(z.string()).optional(),
          documentStatus: text,
          categories: z
            .array(
              z.looseObject({
                category: text,
                issueDate: date,
                expiryDate: date,
                limitations: z.array(z.string()).optional(),
                status: text,
              }),
            )
            .optional(),
        })
        .optional(),
      residencePermit: z.looseObject({ ...document, type: text }).optional(),
      otherDocument: z.looseObject({ ...document, description: text }).optional(),
      accounts: z.array(account).optional(),
    })
    .optional(),
  info: z
    .looseObject({
      gender: text,
      nationality: country,
      birthDate: date,
      birthCity: text,
      birthCountry: country,
      age: z.union([z.number(), z.string()]).optional(),
      foreignerStatus: z.union([z.string(), z.boolean()]).optional(),
    })
    .optional(),
  address: address.optional(),
  contact: z.looseObject({ email: text, phone: text }).optional(),
});
export type Person = z.infer<typeof person>;

export const company = z.looseObject({
  name: z.union([z.string(), z.looseObject({})]).optional(),
  ids: z.looseObject({ taxId: text, additionalId: text, accounts: z.array(account).optional() }).optional(),
  address: address.optional(),
  contact: z.looseObject({ email: text, phone: text }).optional(),
});
export type Company = z.infer<typeof company>;

export const user = z.looseObject({ person: person.optional(), company: company.optional() });
export type User = z.infer<typeof user>;
