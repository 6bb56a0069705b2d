/** The scheme the interface is served from; `file:` is never used (security checklist 18). */
export const pageScheme = 'assay-app';
/** The scheme media are streamed from. */
export const mediaScheme = 'assay-media';

export const consoleOrigin = `${pageScheme}://console`;
export const consoleAddress = `${consoleOrigin}/`;

const mediaPrefix = `${mediaScheme}://item/`;

/** Returns the address of a medium for the page; it contains only the token. */
export function mediaAddress(token: string): string {
  return mediaPrefix + token;
}

/** Returns the token of an address made by `mediaAddress`; undefined for any other text. */
export function mediaToken(address: string): string | undefined {
  if (!address.startsWith(mediaPrefix)) {
    return undefined;
  }
  const token = address.slice(mediaPrefix.length);
  return /^[\w-]{1,256}$/.test(token) ? token : undefined;
}

/** Returns whether an address is the console's own page: its scheme, its host, no port and no user name. */
export function isConsolePage(address: string): boolean {
  const url = URL.parse(address);
  return (
    url?.protocol === `${pageScheme}:` &&
    url.host === 'console' &&
    url.username === '' &&
    url.password === '' &&
    url.pathname === '/'
  );
}
