/** Returns the name of an environment for all consoles: the address of its service. Every console has a sandbox. */
export function nameForAll(environmentId: string, baseUrl: string): string {
  const { href } = new URL(baseUrl);
  return environmentId === 'sandbox' ? environmentId : href.slice(0, href.endsWith('/') ? -1 : undefined);
}
