/** Returns the English name of an ISO 3166-1 alpha-2 country; undefined where the code is not one. */
export function countryName(code: string): string | undefined {
  if (!/^[A-Za-z]{2}$/.test(code)) {
    return undefined;
  }
  const name = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' }).of(code.toUpperCase());
  return name === 'Unknown Region' ? undefined : name;
}
