import { knownExtension, literalTerm } from './terms.ts';

export interface ProductTerm {
  label: string;
  /** The purpose of the product, as one sentence. */
  sentence: string;
  section: string;
  /** True if the interface document describes it. */
  known: boolean;
}

const products: Readonly<Record<string, readonly [label: string, sentence: string]>> = {
  identity: ['Identity', 'Who the user is: the data obtained and the checks made on it.'],
  aml: ['AML lists', 'A search for the user on anti-money-laundering lists, once or continuously.'],
  verify: ['Data comparison', 'How similar the data obtained is to the data in the query.'],
  auth: ['Authentication', 'The user who logged in, as a token tied to the login method.'],
  bankTransactions: ['Bank transactions', 'Retrieval of the user’s transactions.'],
  affordability: ['Affordability', 'An affordability assessment of the user.'],
  databaseVerification: ['Database verification', 'The user’s data looked up in databases.'],
};

const field: Readonly<Record<string, readonly [label: string, sentence: string]>> = {
  enquiry: ['Enquiry', 'A form the user was asked to fill in.'],
  ageVerification: ['Age verification', 'A check that the user is above an age.'],
  // The code of a finding in a product whose name is no code, such as one with a space (`safeCode`).
  OTHER: ['Other product', 'A product with a name that is not documented.'],
};

/** Returns the texts of a product (interface 1, point 4); an unknown one keeps the service's name. */
export function productTerm(name: string): ProductTerm {
  const product = Object.hasOwn(products, name) ? products[name] : undefined;
  if (product) {
    return { label: product[0], sentence: product[1], section: 'interface 2.2', known: true };
  }
  const seen = Object.hasOwn(field, name) ? field[name] : undefined;
  if (seen) {
    return { label: seen[0], sentence: seen[1], section: knownExtension, known: false };
  }
  return {
    label: literalTerm(name),
    sentence: 'This product is not documented. Everything in it is shown as received.',
    section: knownExtension,
    known: false,
  };
}
