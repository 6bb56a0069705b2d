import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { devServerOrigin } from '../../main/hosts/dev-server.ts';
import { contentSecurityPolicy, newNonce, pageHeaders, pageWithNonce } from '../../main/hosts/page.ts';
import { findPageFile, servePageFile } from '../../main/hosts/page-files.ts';

describe('the page of both hosts', () => {
  test('gets its nonce in every place that needs one', () => {
    expect(pageWithNonce('<meta content="__CSP_NONCE__"><style nonce="__CSP_NONCE__">', 'abc')).toBe(
      '<meta content="abc"><style nonce="abc">',
    );
    expect(() => pageWithNonce('<html></html>', 'abc')).toThrow('__CSP_NONCE__');
  });

  test('has a nonce of 128 bits, different each time', () => {
    const nonces = Array.from({ length: 100 }, newNonce);
    expect(new Set(nonces).size).toBe(100);
    for (const nonce of nonces) {
      expect(Buffer.from(nonce, 'base64')).toHaveLength(16);
    }
  });

  test('may load media from their scheme only if it is named', () => {
    expect(contentSecurityPolicy('n')).not.toContain('assay-media');
    const policy = contentSecurityPolicy('n', { mediaSource: 'assay-media:' });
    for (const directive of ['img-src', 'media-src', 'connect-src']) {
      expect(policy).toContain(`${directive} 'self' assay-media:`);
    }
    expect(policy).toContain("script-src 'self';");
  });

  test('allows a development server only if there is one, and then only its socket and the nonce', () => {
    const built = contentSecurityPolicy('n').split('; ');
    const developed = contentSecurityPolicy('n', { devServer: 'http://127.0.0.1:5173' }).split('; ');
    expect(built.join()).not.toMatch(/ws:|script-src[^,]*nonce/);
    expect(developed.filter((directive) => !built.includes(directive))).toEqual([
      "script-src 'self' 'nonce-n'",
      "connect-src 'self' ws://127.0.0.1:5173",
    ]);
  });

  test('accepts a development server of this machine only', () => {
    expect(devServerOrigin(undefined)).toBeUndefined();
    expect(devServerOrigin('')).toBeUndefined();
    expect(devServerOrigin('http://localhost:5173/')).toBe('http://localhost:5173');
    for (const address of [
      'http://example.com:5173',
      'https://127.0.0.1:5173',
      'file:///tmp',
      'no address',
    ]) {
      expect(() => devServerOrigin(address), address).toThrow();
    }
  });

  test('is served with every restrictive header', () => {
    expect(pageHeaders('n')).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
      'permissions-policy': expect.stringContaining('camera=()'),
    });
  });
});

describe('a file of the page', () => {
  let root: string;
  beforeAll(async () => {
    const directory = await mkdtemp(join(tmpdir(), 'assay-page-'));
    root = join(directory, 'renderer');
    await mkdir(join(root, 'assets'), { recursive: true });
    await writeFile(join(root, 'index.html'), '<html></html>');
    await writeFile(join(root, 'assets', 'a-1.js'), '1');
    await writeFile(join(root, 'assets', 'pdf-parser-Ab_1.js'), '1');
    await writeFile(join(root, 'pdf-parser-Ab_1.js'), '1');
    await writeFile(join(root, 'assets', 'LICENSE'), '1');
    await writeFile(join(directory, 'secret.json'), '{}');
    await symlink(join(directory, 'secret.json'), join(root, 'assets', 'link.json'));
  });
  afterAll(() => rm(join(root, '..'), { recursive: true }));

  test('is found by its address, and the page by the root', async () => {
    expect(await findPageFile(root, '/')).toMatchObject({ contentType: 'text/html; charset=utf-8' });
    expect(await servePageFile(root, '/assets/a-1.js')).toMatchObject({
      headers: { 'content-type': 'text/javascript; charset=utf-8' },
      body: { byteLength: 1 },
    });
  });

  test('may compile WebAssembly only in the worker that parses PDFs', async () => {
    const policyOf = async (path: string) => {
      const file = await findPageFile(root, path);
      return pageHeaders(undefined, { compilesWasm: file?.compilesWasm === true })['content-security-policy'];
    };
    expect(await policyOf('/assets/pdf-parser-Ab_1.js')).toContain("script-src 'self' 'wasm-unsafe-eval';");
    for (const path of ['/', '/assets/a-1.js', '/pdf-parser-Ab_1.js', '/assets/pdf-parser-Ab_1.js/x.js']) {
      expect(await policyOf(path)).not.toContain('wasm');
    }
  });

  test.each([
    '/../secret.json',
    '/assets/../../secret.json',
    '/%2e%2e/secret.json',
    '/..%2fsecret.json',
    '/..%5csecret.json',
    '/assets/link.json',
    '/assets/',
    '/assets',
    '/assets/LICENSE',
    '/assets/missing.js',
    '/index.html%00.js',
    '/C:/secret.json',
    '/%E0%A4%A',
    '//etc/passwd.json',
  ])('is not found at %s', async (path) => {
    expect(await findPageFile(root, path)).toBeUndefined();
  });
});
