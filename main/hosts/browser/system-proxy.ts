/**
 * Returns the proxy for an address by the environment variables, in either case: HTTPS_PROXY, HTTP_PROXY, ALL_PROXY, and
 * NO_PROXY (`*`, names with their subdomains, `host:port`, literal addresses). Loopback addresses never use a proxy.
 *
 * @returns such as `http://proxy.example:3128/`, or undefined for none
 */
export function proxyFromEnvironment(
  address: string,
  environment: Record<string, string | undefined>,
): string | undefined {
  const url = URL.parse(address);
  if (url === null) {
    return undefined;
  }
  const value = (name: string) => environment[name.toLowerCase()] || environment[name] || undefined;
  const proxy = value(url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY') ?? value('ALL_PROXY');
  if (proxy === undefined || isLoopback(url.hostname)) {
    return undefined;
  }
  if (
    value('NO_PROXY')
      ?.split(/[\s,]+/)
      .some((entry) => excludes(entry, url)) === true
  ) {
    return undefined;
  }
  const parsed = URL.parse(proxy.includes('://') ? proxy : `http://${proxy}`);
  return parsed !== null && /^https?:$/.test(parsed.protocol) ? parsed.href : undefined;
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}

function excludes(entry: string, url: URL): boolean {
  if (entry === '') {
    return false;
  }
  if (entry === '*') {
    return true;
  }
  const [, name = '', port] = /^(.*?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
  if (port !== undefined && port !== (url.port || (url.protocol === 'https:' ? '443' : '80'))) {
    return false;
  }
  const bare = name.replace(/^\*?\./, '');
  return bare !== '' && (url.hostname === bare || url.hostname.endsWith(`.${bare}`));
}
