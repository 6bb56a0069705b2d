import type { SandboxRequest } from './request.ts';

/**
 * Returns whether a call comes from the sandbox's own pages or from no page at all. Host shows a name that merely resolves
 * to this machine (DNS rebinding), and Origin another site's page.
 */
export function isLocal(request: SandboxRequest, baseUrl: string): boolean {
  const { host, origin } = request.headers;
  const own = new URL(baseUrl);
  const hosts = [own.host, `localhost:${own.port}`];
  return hosts.some((one) => one === host) && (origin === undefined || origin === `${own.protocol}//${host}`);
}
