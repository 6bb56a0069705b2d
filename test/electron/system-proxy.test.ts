import { describe, expect, test } from 'vitest';
import { chosenProxy } from '../../main/hosts/electron/system-proxy.ts';

describe('the system’s proxy', () => {
  test.each([
    ['DIRECT', undefined],
    ['', undefined],
    ['PROXY proxy.example:3128', 'http://proxy.example:3128'],
    ['PROXY a:1;PROXY b:2;DIRECT', 'http://a:1'],
    ['HTTPS secure.example:443', 'https://secure.example:443'],
    ['SOCKS5 a:1080; PROXY b:3128', 'http://b:3128'],
    ['SOCKS5 a:1080; DIRECT', undefined],
    ['PROXY [::1]:3128', 'http://[::1]:3128'],
  ])('%s means %s', (list, proxy) => {
    expect(chosenProxy(list)).toBe(proxy);
  });

  test('is not bypassed if it is of an unsupported kind', () => {
    expect(() => chosenProxy('SOCKS5 a:1080')).toThrow(expect.objectContaining({ code: 'proxy-failed' }));
  });
});
