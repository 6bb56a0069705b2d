import * as atUid from 'stdnum/lib/cjs/at/uid.js';
import * as beVat from 'stdnum/lib/cjs/be/vat.js';
import * as bgEgn from 'stdnum/lib/cjs/bg/egn.js';
import * as bgPnf from 'stdnum/lib/cjs/bg/pnf.js';
import * as bgVat from 'stdnum/lib/cjs/bg/vat.js';
import * as chUid from 'stdnum/lib/cjs/ch/uid.js';
import * as chVat from 'stdnum/lib/cjs/ch/vat.js';
import * as cyVat from 'stdnum/lib/cjs/cy/vat.js';
import * as czDic from 'stdnum/lib/cjs/cz/dic.js';
import * as deIdnr from 'stdnum/lib/cjs/de/idnr.js';
import * as deVat from 'stdnum/lib/cjs/de/vat.js';
import * as dkCvr from 'stdnum/lib/cjs/dk/cvr.js';
import * as eeKmkr from 'stdnum/lib/cjs/ee/kmkr.js';
import * as eeRegistrikood from 'stdnum/lib/cjs/ee/registrikood.js';
import * as esNif from 'stdnum/lib/cjs/es/nif.js';
import * as fiAlv from 'stdnum/lib/cjs/fi/alv.js';
import * as frSiren from 'stdnum/lib/cjs/fr/siren.js';
import * as frSiret from 'stdnum/lib/cjs/fr/siret.js';
import * as frTva from 'stdnum/lib/cjs/fr/tva.js';
import * as gbUtr from 'stdnum/lib/cjs/gb/utr.js';
import * as gbVat from 'stdnum/lib/cjs/gb/vat.js';
import * as grVat from 'stdnum/lib/cjs/gr/vat.js';
import * as hrOib from 'stdnum/lib/cjs/hr/oib.js';
import * as huAnum from 'stdnum/lib/cjs/hu/anum.js';
import * as ieVat from 'stdnum/lib/cjs/ie/vat.js';
import * as itCodicefiscale from 'stdnum/lib/cjs/it/codicefiscale.js';
import * as itIva from 'stdnum/lib/cjs/it/iva.js';
import * as ltPvm from 'stdnum/lib/cjs/lt/pvm.js';
import * as luTva from 'stdnum/lib/cjs/lu/tva.js';
import * as lvPvn from 'stdnum/lib/cjs/lv/pvn.js';
import * as mtVat from 'stdnum/lib/cjs/mt/vat.js';
import * as nlBtw from 'stdnum/lib/cjs/nl/btw.js';
import * as noMva from 'stdnum/lib/cjs/no/mva.js';
import * as noOrgnr from 'stdnum/lib/cjs/no/orgnr.js';
import * as plNip from 'stdnum/lib/cjs/pl/nip.js';
import * as plPesel from 'stdnum/lib/cjs/pl/pesel.js';
import * as plRegon from 'stdnum/lib/cjs/pl/regon.js';
import * as ptNif from 'stdnum/lib/cjs/pt/nif.js';
import * as roCui from 'stdnum/lib/cjs/ro/cui.js';
import * as seOrgnr from 'stdnum/lib/cjs/se/orgnr.js';
import * as seVat from 'stdnum/lib/cjs/se/vat.js';
import * as siDdv from 'stdnum/lib/cjs/si/ddv.js';
import * as skDph from 'stdnum/lib/cjs/sk/dph.js';
import { checkedBy } from './scheme.ts';

/** Validators of the tax, VAT and register numbers of companies, by ISO 3166-1 alpha-2. */
const taxNumbers = {
  AT: [atUid],
  BE: [beVat],
  BG: [bgVat, bgEgn, bgPnf],
  CH: [chUid, chVat],
  CY: [cyVat],
  CZ: [czDic],
  DE: [deVat, deIdnr],
  DK: [dkCvr],
  EE: [eeKmkr, eeRegistrikood],
  ES: [esNif],
  FI: [fiAlv],
  FR: [frTva, frSiren, frSiret],
  GB: [gbVat, gbUtr],
  GR: [grVat],
  HR: [hrOib],
  HU: [huAnum],
  IE: [ieVat],
  IT: [itIva, itCodicefiscale],
  LT: [ltPvm],
  LU: [luTva],
  LV: [lvPvn],
  MT: [mtVat],
  NL: [nlBtw],
  NO: [noMva, noOrgnr],
  PL: [plNip, plRegon, plPesel],
  PT: [ptNif],
  RO: [roCui],
  SE: [seOrgnr, seVat],
  SI: [siDdv],
  SK: [skDph],
} as const;

/** The prefix of VAT numbers where it is not the country code (Directive 2006/112/EC, article 215). */
const prefixes: Readonly<Record<string, string>> = { GR: 'EL' };

/**
 * Returns whether a company's number has the form of a number of its country but not its check digits. Undefined if the country or the form
 * is not known.
 *
 * @param value without separators, in upper case
 */
export function hasWrongCheckDigits(country: string, value: string): boolean | undefined {
  if (!Object.hasOwn(taxNumbers, country)) {
    return undefined;
  }
  const libraries = taxNumbers[country as keyof typeof taxNumbers];
  const verdicts = libraries.map((library) => {
    const { isValid } = library.validate(value);
    return isValid ? 'fits' : checkedBy(library)(value) ? 'other-form' : 'wrong';
  });
  // The remainder 0 is written 97 in Belgium; the library takes 00 for wrong where others accept it.
  const isOpen = country === 'BE' && value.endsWith('00');
  if (verdicts.includes('fits')) {
    return false;
  }
  return verdicts.includes('wrong') && !isOpen ? true : undefined;
}

/** Returns the country that a VAT number names itself, where the console knows its numbers. */
export function countryOfVatNumber(value: string): string | undefined {
  const prefix = /^([A-Z]{2})[A-Z\d]{6,12}$/.exec(value)?.[1] ?? '';
  const country = Object.keys(prefixes).find((key) => prefixes[key] === prefix) ?? prefix;
  return Object.hasOwn(taxNumbers, country) ? country : undefined;
}
