/** The scheme the interface is served from; `file:` is never used (security checklist 18). */
export const pageScheme = 'assay-app';
/** The scheme media are streamed from. */
export const mediaScheme = 'assay-media';

export const consoleOrigin = `${pageScheme}://console`;
export const consoleAddress = `${consoleOrigin}/`;

const mediaPrefix = `${mediaScheme}://item/`;

/** The address the page uses for a medium: the token is all it says. */
export function mediaAddress(token: string): string {
  return mediaPrefix + token;
}

/** The token of an address made by `mediaAddress`, or undefined for any other text. */
export function mediaToken(address: string): string | undefined {
  if (!address.startsWith(mediaPrefix)) {
    return undefined;
  }
  const token = address.slice(mediaPrefix.length);
  return /^[\w-]{1,256}$/.test(token) ? token : undefined;
}

/** Whether an address is of the console's own page: its scheme, its host, no port and nobody's name in it. */
export function isConsolePage(address: string): boolean {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    return false;
  }
  return (
    url.protocol === `${pageScheme}:` &&
    url.host === 'console' &&
    url.username === '' &&
    url.password === '' &&
    url.pathname === '/'
  );
}
