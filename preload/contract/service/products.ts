/** The seven products the interface names (section 1, point 4). */
export const knownProducts = [
  'identity',
  'aml',
  'verify',
  'auth',
  'bankTransactions',
  'affordability',
  'databaseVerification',
] as const;
export type KnownProduct = (typeof knownProducts)[number];
