/** Returns the English name of an ISO 3166-1 alpha-2 country; undefined where the code is not one. */
export function countryName(code: string): string | undefined {
  if (!/^[A-Za-z]{2}$/.test(code)) {
    return undefined;
  }
  const name = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' }).of(code.toUpperCase());
  return name === 'Unknown Region' ? undefined : name;
}

let all: { value: string; label: string }[] | undefined;

/** Returns every country of ISO 3166-1 by name, with its code; made once. */
export function countries(): readonly { value: string; label: string }[] {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  all ??= letters
    .flatMap((first) => letters.map((second) => first + second))
    .flatMap((value) => {
      const name = withdrawn.has(value) ? undefined : countryName(value);
      return name === undefined ? [] : [{ value, label: `${name} (${value})` }];
    })
    .sort((a, b) => a.label.localeCompare(b.label, 'en'));
  return all;
}

/** Codes with a name that are no countries any more, or never were. */
const withdrawn = new Set(
  'AC AN BU CP CQ CS DD DG DY EA EU EZ FX HV IC JT MI NH NQ NT PC PU PZ QO RH SU TA TP UK UN VD WK XA XB YD YU ZR ZZ'.split(
    ' ',
  ),
);
