import { countryName } from './countries.ts';

/** A country by name with its code; a code nobody knows as it is. */
export function CountryName({ code }: { code: string }) {
  const name = countryName(code);
  return <span>{name === undefined ? code : `${name} (${code.toUpperCase()})`}</span>;
}
