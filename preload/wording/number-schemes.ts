/** A kind of number with rules that are public. */
export interface NumberScheme {
  name: string;
  /** The form of a number of this kind. */
  form: string;
  /** The publication of its rules. */
  source: string;
}

/** Each by the country that issues it and a short name. */
export const numberSchemes = {
  'AE:id': scheme(
    'Emirates ID number',
    '15 digits beginning with 784',
    'In general use: ISO/IEC 7812-1 annex B. The authority publishes no rule',
  ),
  'BA:jmbg': scheme(
    'Bosnian JMB',
    '13 digits',
    'Bosnia and Herzegovina, Law on the Unique Identification Number',
  ),
  'BE:nn': scheme(
    'Belgian national number',
    '11 digits',
    'Belgium, Royal Decree of 3 April 1984; bis numbers: 8 February 1991',
  ),
  'BE:card': scheme(
    'Belgian identity card number',
    '12 digits',
    'Belgium, FPS Interior, identity card number, modulo 97',
  ),
  'BG:egn': scheme(
    'Bulgarian EGN',
    '10 digits',
    'Bulgaria, Civil Registration Act; GRAO, structure of the EGN',
  ),
  'BG:lnch': scheme('Bulgarian personal number of a foreigner', '10 digits', 'Bulgaria, Foreigners Act'),
  'BR:cpf': scheme('Brazilian CPF', '11 digits', 'Brazil, Receita Federal, CPF'),
  'CH:ahv': scheme(
    'Swiss AHV number',
    '13 digits beginning with 756',
    'Switzerland, ZAS, AHV number; EAN-13 check digit',
  ),
  'CL:run': scheme(
    'Chilean RUN',
    '7 or 8 digits and a check character',
    'Chile, Servicio de Registro Civil, RUN',
  ),
  'CN:ric': scheme('Chinese citizen identity number', '18 characters', 'China, GB 11643-1999'),
  'CZ:rc': scheme('Czech birth number', '9 or 10 digits', 'Czechia, Act 133/2000 Coll., § 13'),
  'DE:card': scheme(
    'German document number with check digit',
    '10 characters',
    'ICAO Doc 9303-3, section 4.9; BSI TR-03127',
  ),
  'DK:cpr': scheme('Danish CPR number', '10 digits', 'Denmark, CPR Office, “Personnummeret i CPR”'),
  'EC:ci': scheme('Ecuadorian identity number', '10 digits', 'Ecuador, Registro Civil'),
  'EE:ik': scheme(
    'Estonian personal identification code',
    '11 digits',
    'Estonia, EVS 585:2007; Population Register Act',
  ),
  'ES:dni': scheme(
    'Spanish DNI',
    '8 digits and a letter',
    'Spain, Royal Decree 1553/2005; Ministry of the Interior, control letter',
  ),
  'ES:nie': scheme('Spanish NIE', 'X, Y or Z, 7 digits and a letter', 'Spain, Order INT/2058/2008'),
  'FI:hetu': scheme(
    'Finnish personal identity code',
    '11 characters',
    'Finland, DVV, “Personal identity code”; Decree 128/2010',
  ),
  'FR:nir': scheme('French NIR', '15 characters', 'France, Decree 82-103 of 22 January 1982, art. 4'),
  'GB:driver': scheme('British driver number', '16 characters', 'United Kingdom, DVLA, driver number'),
  'GR:amka': scheme('Greek AMKA', '11 digits', 'Greece, Law 3655/2008; amka.gr'),
  'HK:hkid': scheme(
    'Hong Kong identity card number',
    '1 or 2 letters, 6 digits and a check digit',
    'Hong Kong, Immigration Department',
  ),
  'HR:oib': scheme('Croatian OIB', '11 digits', 'Croatia, OIB Act (NN 60/08); ISO/IEC 7064, MOD 11,10'),
  'ID:nik': scheme('Indonesian NIK', '16 digits', 'Indonesia, Law 24/2013'),
  'IE:pps': scheme('Irish PPS number', '7 digits and 1 or 2 letters', 'Ireland, DSP, PPS number'),
  'IL:id': scheme(
    'Israeli identity number',
    'up to 9 digits',
    'Israel, Population and Immigration Authority',
  ),
  'IN:aadhaar': scheme('Indian Aadhaar number', '12 digits', 'India, UIDAI, “A UID Numbering Scheme”'),
  'IS:kt': scheme('Icelandic kennitala', '10 digits', 'Iceland, Registers Iceland, Act 140/2019'),
  'IT:cf': scheme('Italian tax code', '16 characters', 'Italy, Ministerial Decree of 23 December 1976'),
  'IT:card': scheme('Italian identity card number', '9 characters', 'Italy, Ministry of the Interior, CIE'),
  'KR:rrn': scheme(
    'Korean resident registration number',
    '13 digits',
    'Korea, Resident Registration Act, Enforcement Rule',
  ),
  'KZ:iin': scheme(
    'Kazakh IIN',
    '12 digits',
    'Kazakhstan, Law on National Registers of Identification Numbers; Government Resolution 853 of 2003',
  ),
  'LT:ak': scheme('Lithuanian personal code', '11 digits', 'Lithuania, Population Register Act, art. 8'),
  'LU:nin': scheme('Luxembourg identification number', '13 digits', 'Luxembourg, Law of 19 June 2013'),
  'LV:pk': scheme('Latvian personal code', '11 digits', 'Latvia, Law on the Register of Natural Persons'),
  'ME:jmbg': scheme('Montenegrin JMB', '13 digits', 'Montenegro, Law on the Central Population Register'),
  'MK:embg': scheme(
    'North Macedonian EMBG',
    '13 digits',
    'North Macedonia, Law on the Unique Citizen Number',
  ),
  'MX:curp': scheme('Mexican CURP', '18 characters', 'Mexico, SEGOB, CURP instructions (DOF 2018-06-18)'),
  'MY:nric': scheme(
    'Malaysian identity card number',
    '12 digits',
    'Malaysia, National Registration Regulations 1990',
  ),
  'NL:bsn': scheme('Dutch BSN', '8 or 9 digits', 'Netherlands, RvIG, Logisch Ontwerp BSN'),
  'NL:document': scheme(
    'Dutch document number',
    '9 characters without the letter O',
    'Netherlands, RvIG, document number',
  ),
  'NO:fnr': scheme(
    'Norwegian identity number',
    '11 digits',
    'Norway, Skatteetaten, national identity number and D number',
  ),
  'PL:pesel': scheme('PESEL', '11 digits', 'Poland, Population Records Act of 24 September 2010, art. 15'),
  'PL:card': scheme(
    'Polish identity card number',
    '3 letters and 6 digits',
    'Poland, identity card series and number; ICAO Doc 9303-3 weights 7-3-1',
  ),
  'PT:cc': scheme(
    'Portuguese citizen card number',
    '9 digits, 2 characters and a digit',
    'Portugal, AMA, “Validação de Número de Documento do Cartão de Cidadão”',
  ),
  'PT:nif': scheme('Portuguese NIF', '9 digits', 'European Commission, TIN Algorithms; Decree-Law 14/2013'),
  'RO:cnp': scheme('Romanian CNP', '13 digits', 'Romania, Government Emergency Ordinance 97/2005'),
  'RS:jmbg': scheme('Serbian JMBG', '13 digits', 'Serbia, Law on the Unique Master Citizen Number'),
  'SE:pnr': scheme(
    'Swedish personal identity number',
    '10 or 12 digits',
    'Sweden, Skatteverket, SKV 704 and SKV 707',
  ),
  'SI:emso': scheme('Slovenian EMŠO', '13 digits', 'Slovenia, Central Population Register Act'),
  'SK:rc': scheme('Slovak birth number', '9 or 10 digits', 'Slovakia, Act 301/1995 Coll.'),
  'TH:pin': scheme(
    'Thai identification number',
    '13 digits',
    'Thailand, Department of Provincial Administration',
  ),
  'TR:tckn': scheme('Turkish identity number', '11 digits', 'Türkiye, Law 5490; NVI'),
  'TW:id': scheme('Taiwanese identity number', 'a letter and 9 digits', 'Taiwan, Ministry of the Interior'),
  'UA:rntrc': scheme(
    'Ukrainian tax number (RNOKPP)',
    '10 digits',
    'Ukraine, Ministry of Finance, Order 822 of 2017',
  ),
  'UA:unzr': scheme('Ukrainian register number (UNZR)', '8 and 5 digits', 'Ukraine, Law 5492-VI, art. 10'),
  'VN:cccd': scheme('Vietnamese identity number', '12 digits', 'Vietnam, Decree 137/2015/ND-CP, art. 13'),
  'ZA:id': scheme(
    'South African identity number',
    '13 digits',
    'South Africa, Department of Home Affairs; Identification Act 68 of 1997',
  ),
} as const satisfies Readonly<Record<string, NumberScheme>>;

export type NumberSchemeKey = keyof typeof numberSchemes;

/** Returns the scheme of a key; undefined for an unknown one. */
export function numberScheme(key: string): NumberScheme | undefined {
  return Object.hasOwn(numberSchemes, key) ? numberSchemes[key as NumberSchemeKey] : undefined;
}

function scheme(name: string, form: string, source: string): NumberScheme {
  return { name, form, source };
}
