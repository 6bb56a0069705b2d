import * as brCpf from 'stdnum/lib/cjs/br/cpf.js';
import * as clRut from 'stdnum/lib/cjs/cl/rut.js';
import * as ecCi from 'stdnum/lib/cjs/ec/ci.js';
import * as hkHkid from 'stdnum/lib/cjs/hk/hkid.js';
import * as ilIdnr from 'stdnum/lib/cjs/il/idnr.js';
import * as inAadhaar from 'stdnum/lib/cjs/in/aadhaar.js';
import * as mxCurp from 'stdnum/lib/cjs/mx/curp.js';
import * as thIdnr from 'stdnum/lib/cjs/th/idnr.js';
import * as twNatid from 'stdnum/lib/cjs/tw/natid.js';
import { isChinese, isLuhn } from './check-digits.ts';
import { born, byOddDigit, checkedBy, part, type Scheme } from './scheme.ts';

export const cnIdentityNumber: Scheme = {
  key: 'CN:ric',
  form: /^\d{17}[\dX]$/,
  hasCheckDigits: isChinese,
  read: (value) =>
    born([part(value, 6, 10)], part(value, 10, 12), part(value, 12, 14), byOddDigit(part(value, 16, 17))),
};

const koreanCenturies = [1800, 1900, 1900, 2000, 2000, 1900, 1900, 2000, 2000, 1800];

/** Since October 2020 the last six digits are random. */
export const krResidentNumber: Scheme = {
  key: 'KR:rrn',
  form: /^\d{13}$/,
  read: (value) => {
    const seventh = part(value, 6, 7);
    const year = (koreanCenturies[seventh] ?? 1900) + part(value, 0, 2);
    return born([year], part(value, 2, 4), part(value, 4, 6), byOddDigit(seventh));
  },
};

export const myIdentityNumber: Scheme = {
  key: 'MY:nric',
  form: /^\d{12}$/,
  read: (value) => {
    const year = part(value, 0, 2);
    const gender = byOddDigit(part(value, 11, 12));
    return born([1900 + year, 2000 + year], part(value, 2, 4), part(value, 4, 6), gender);
  },
};

/** Women have 40 added to the day. */
export const idNik: Scheme = {
  key: 'ID:nik',
  form: /^\d{16}$/,
  read: (value) => {
    const day = part(value, 6, 8);
    const year = part(value, 10, 12);
    const [plain, gender] = day > 40 ? [day - 40, 'FEMALE' as const] : [day, 'MALE' as const];
    return born([1900 + year, 2000 + year], part(value, 8, 10), plain, gender);
  },
};

/** Province, gender and century, two digits of the year, serial number. */
export const vnCitizenNumber: Scheme = {
  key: 'VN:cccd',
  form: /^0\d{11}$/,
  read: (value) => {
    const fourth = part(value, 3, 4);
    const year = 1900 + Math.floor(fourth / 2) * 100 + part(value, 4, 6);
    return { births: [String(year)], gender: fourth % 2 === 0 ? 'MALE' : 'FEMALE' };
  },
};

export const mxCurpCode: Scheme = {
  key: 'MX:curp',
  form: /^[A-Z]{4}\d{6}[HMX][A-Z]{5}[A-Z\d]\d$/,
  hasCheckDigits: checkedBy(mxCurp),
  read: (value) => {
    const year = part(value, 4, 6);
    const gender = ({ H: 'MALE', M: 'FEMALE' } as const)[value.charAt(10)];
    return born([1900 + year, 2000 + year], part(value, 6, 8), part(value, 8, 10), gender);
  },
};

/** Serial numbers from 5000 on are men's. */
export const zaIdentityNumber: Scheme = {
  key: 'ZA:id',
  form: /^\d{13}$/,
  hasCheckDigits: isLuhn,
  read: (value) => {
    const year = part(value, 0, 2);
    const gender = part(value, 6, 10) >= 5000 ? 'MALE' : 'FEMALE';
    return born([1900 + year, 2000 + year], part(value, 2, 4), part(value, 4, 6), gender);
  },
};

/** 1 and 8 are men's, 2 and 9 women's. */
export const twIdentityNumber: Scheme = {
  key: 'TW:id',
  form: /^[A-Z][1289]\d{8}$/,
  hasCheckDigits: checkedBy(twNatid),
  read: (value) => ({ gender: '18'.includes(value.charAt(1)) ? 'MALE' : 'FEMALE' }),
};

/**
 * 784, four digits that can be the year of birth and need not be (Emirates Identity Authority, January 2016), serial number, check digit.
 * The authority does not publish the rule of the check digit; Luhn's is in general use.
 */
export const aeIdentityNumber: Scheme = {
  key: 'AE:id',
  form: /^784\d{12}$/,
  hasCheckDigits: isLuhn,
  isUnofficial: true,
};

export const brCpfNumber: Scheme = { key: 'BR:cpf', form: /^\d{11}$/, hasCheckDigits: checkedBy(brCpf) };
export const clRun: Scheme = { key: 'CL:run', form: /^\d{7,8}[\dK]$/, hasCheckDigits: checkedBy(clRut) };
export const ecIdentityNumber: Scheme = { key: 'EC:ci', form: /^\d{10}$/, hasCheckDigits: checkedBy(ecCi) };
export const hkIdentityNumber: Scheme = {
  key: 'HK:hkid',
  form: /^[A-Z]{1,2}\d{6}\(?[\dA]\)?$/,
  hasCheckDigits: (value) => checkedBy(hkHkid)(value.replaceAll(/[()]/g, '')),
};
export const ilIdentityNumber: Scheme = {
  key: 'IL:id',
  form: /^\d{8,9}$/,
  hasCheckDigits: checkedBy(ilIdnr),
};
export const inAadhaarNumber: Scheme = {
  key: 'IN:aadhaar',
  form: /^[2-9]\d{11}$/,
  hasCheckDigits: checkedBy(inAadhaar),
};
export const thIdentityNumber: Scheme = {
  key: 'TH:pin',
  form: /^[1-8]\d{12}$/,
  hasCheckDigits: checkedBy(thIdnr),
};
