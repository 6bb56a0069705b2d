import * as central from './central-europe.ts';
import * as northern from './northern-europe.ts';
import * as other from './other-continents.ts';
import type { Scheme } from './scheme.ts';
import * as western from './western-europe.ts';

/** The national ids of a country. */
interface NationalNumbers {
  schemes: readonly Scheme[];
  /** True if the country has no other kind of national id, so that another format deserves a note. */
  only: boolean;
  /** Formats that the country gives to some people, and about which nothing is said. */
  also?: RegExp;
}

const only = (...schemes: Scheme[]): NationalNumbers => ({ schemes, only: true });
const among = (...schemes: Scheme[]): NationalNumbers => ({ schemes, only: false });

/** By ISO 3166-1 alpha-2. Other countries are not checked. */
const nationalNumbers: Readonly<Record<string, NationalNumbers>> = {
  AE: among(other.aeIdentityNumber),
  BA: only(central.baMasterNumber),
  BE: only(western.beNationalNumber),
  BG: only(central.bgEgn10, central.bgForeigner),
  BR: among(other.brCpfNumber),
  CH: among(western.chAhvNumber),
  CL: only(other.clRun),
  CN: among(other.cnIdentityNumber),
  CZ: only(central.czBirthNumber),
  DK: only(northern.dkPersonalNumber),
  EC: among(other.ecIdentityNumber),
  EE: only(northern.eePersonalCode),
  // Spaniards without a DNI have numbers that begin with K or L, foreigners without a NIE with M (Royal Decree 1065/2007, art. 20).
  ES: { ...only(western.esDniNumber, western.esNieNumber), also: /^[KLM]\d{7}[A-Z]$/ },
  FI: only(northern.fiIdentityCode),
  FR: among(western.frNir15),
  GR: among(western.grAmkaNumber),
  HK: among(other.hkIdentityNumber),
  HR: among(central.hrOib11),
  ID: among(other.idNik),
  IE: among(western.iePpsNumber),
  IL: among(other.ilIdentityNumber),
  IN: among(other.inAadhaarNumber),
  IS: only(northern.isKennitala),
  // Provisional tax codes are numbers of 11 digits (Decree of the President 605/1973).
  IT: { ...only(western.itTaxCode), also: /^\d{11}$/ },
  KR: among(other.krResidentNumber),
  KZ: only(central.kzIin),
  LT: only(northern.ltPersonalCode),
  LU: among(western.luNumber),
  LV: only(northern.lvPersonalCode),
  ME: only(central.meMasterNumber),
  MK: only(central.mkMasterNumber),
  MX: among(other.mxCurpCode),
  MY: among(other.myIdentityNumber),
  NL: among(western.nlBsnNumber),
  NO: only(northern.noIdentityNumber),
  PL: only(central.plPesel11),
  PT: among(western.ptCitizenCard, western.ptTaxNumber),
  RO: only(central.roCnp13),
  RS: only(central.rsMasterNumber),
  SE: only(northern.sePersonalNumber),
  SI: among(central.siMasterNumber),
  SK: only(central.skBirthNumber),
  // Numbers that begin with 0 are given to people who are in no civil register.
  TH: { ...only(other.thIdentityNumber), also: /^0\d{12}$/ },
  TR: only(western.trIdentityNumber),
  TW: among(other.twIdentityNumber),
  UA: among(central.uaTaxNumber, central.uaRegisterNumber),
  VN: among(other.vnCitizenNumber),
  ZA: among(other.zaIdentityNumber),
};

/** Returns the numbers of a country; undefined for one whose numbers are unknown to the console. */
export function numbersOf(country: string): NationalNumbers | undefined {
  return Object.hasOwn(nationalNumbers, country) ? nationalNumbers[country] : undefined;
}

/** Every country whose numbers are known to the console. */
export const countriesWithNumbers: readonly string[] = Object.keys(nationalNumbers);
