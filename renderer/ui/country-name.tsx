import { countryName } from '../../preload/wording/country-names.ts';
import { OutsideText } from './outside-text.tsx';

/** Shows a country by name with its code; an unknown code as it is. */
export function CountryName({ code }: { code: string }) {
  const name = countryName(code);
  return name === undefined ? <OutsideText text={code} /> : <span>{`${name} (${code.toUpperCase()})`}</span>;
}
