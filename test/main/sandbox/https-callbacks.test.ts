import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request as httpsRequest } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { valueAt } from '../../conformance/client.ts';
import { startReceiver } from '../../conformance/receiver.ts';
import { makeCertificate } from '../../journeys/certificate.ts';
import { listenForTest } from '../../support/listen-for-test.ts';
import { control, openSandbox, type TestSandbox } from './support.ts';

interface Secured {
  url: string;
  paths: string[];
}

async function secured(tls: { key: string; cert: string }): Promise<Secured> {
  const paths: string[] = [];
  const server = createServer(tls, (request, response) => {
    paths.push(request.url ?? '');
    request.resume().on('end', () => response.writeHead(204).end());
  });
  const port = await listenForTest(server);
  return { url: `https://127.0.0.1:${port}`, paths };
}

async function issued(sandbox: TestSandbox, body: unknown = {}) {
  const { json } = await control(sandbox, '/certificates', body);
  return {
    cert: String(valueAt(json, 'certificate')),
    key: String(valueAt(json, 'key')),
    authority: String(valueAt(json, 'authority')),
  };
}

async function deliveries(sandbox: TestSandbox): Promise<unknown> {
  return (await control(sandbox, '/deliveries')).json;
}

test('callbacks reach a receiver over https with a certificate of the sandbox’s authority', async () => {
  const sandbox = await openSandbox({ production: true });
  const receiver = await secured(await issued(sandbox));
  await sandbox.client.finished({
    callbackUrl: `${receiver.url}/in`,
    returnUrl: 'https://receiver.example/done',
  });
  expect(await deliveries(sandbox)).toMatchObject([{ attempt: 1, status: 204, error: null }]);
  expect(receiver.paths).toEqual(['/in']);
});

test('a certificate of an unknown authority is a failed attempt that names the reason, and can be trusted', async () => {
  const sandbox = await openSandbox();
  const own = makeCertificate();
  onTestFinished(() => own.remove());
  const receiver = await secured(own);
  await sandbox.client.finished({ callbackUrl: receiver.url });
  expect(await deliveries(sandbox)).toMatchObject([
    { attempt: 1, status: null, error: expect.stringContaining('DEPTH_ZERO_SELF_SIGNED_CERT') },
    { attempt: 2, status: null },
  ]);
  expect(receiver.paths).toEqual([]);
  expect((await control(sandbox, '/authority', { trust: own.cert })).status).toBe(200);
  await control(sandbox, '/clock', { advanceMs: 10_000 });
  expect(valueAt(await deliveries(sandbox), 2, 'status')).toBe(204);
  await control(sandbox, '/reset', {});
  await sandbox.client.finished({ callbackUrl: receiver.url });
  expect(valueAt(await deliveries(sandbox), 0, 'status')).toBeNull();
});

test('a certificate for another name is refused', async () => {
  const sandbox = await openSandbox();
  const receiver = await secured(await issued(sandbox, { names: ['receiver.example'] }));
  await sandbox.client.finished({ callbackUrl: receiver.url });
  expect(valueAt(await deliveries(sandbox), 0, 'error')).toContain('ERR_TLS_CERT_ALTNAME_INVALID');
});

test('an authority given at the start is trusted', async () => {
  const own = makeCertificate();
  onTestFinished(() => own.remove());
  const sandbox = await openSandbox({ callbackAuthorities: [own.cert] });
  const receiver = await secured(own);
  await sandbox.client.finished({ callbackUrl: receiver.url });
  expect(valueAt(await deliveries(sandbox), 0, 'status')).toBe(204);
});

test.each([
  [{ names: [] }],
  [{ names: ['a b'] }],
  [{ names: ['fe80::1%eth0'] }],
  [{ names: ['x'.repeat(64)] }],
])('a certificate is not issued for %j', async (body) => {
  const sandbox = await openSandbox();
  expect((await control(sandbox, '/certificates', body)).status).toBe(400);
});

test.each([[{}], [{ trust: 'no certificate' }], [{ trust: 7 }]])(
  '%j is refused as an authority',
  async (body) => {
    const sandbox = await openSandbox();
    expect((await control(sandbox, '/authority', body)).status).toBe(400);
  },
);

test('openssl accepts the certificates by its strict rules', async () => {
  const sandbox = await openSandbox();
  const names = ['127.0.0.1', 'localhost', '::1', '2001:db8::7:8', '::ffff:10.0.0.1', 'receiver.example'];
  const { cert, authority } = await issued(sandbox, { names });
  const dir = mkdtempSync(join(tmpdir(), 'assay-authority-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  writeFileSync(join(dir, 'ca.pem'), authority);
  writeFileSync(join(dir, 'cert.pem'), cert);
  const args = ['verify', '-x509_strict', '-purpose', 'sslserver', '-CAfile', 'ca.pem', 'cert.pem'];
  expect(execFileSync('openssl', args, { cwd: dir, encoding: 'utf8' })).toBe('cert.pem: OK\n');
  const certificate = new X509Certificate(cert);
  for (const name of names) {
    expect(
      name.includes('.e') || name === 'localhost' ? certificate.checkHost(name) : certificate.checkIP(name),
    ).toBe(name);
  }
  expect((await control(sandbox, '/authority')).json).toEqual({ certificate: authority });
});

test('two sandboxes have two authorities', async () => {
  const [first, second] = [await openSandbox(), await openSandbox()];
  expect(first.authority).not.toBe(second.authority);
  const subject = ({ authority }: TestSandbox) => new X509Certificate(authority).subject;
  expect(subject(first)).not.toBe(subject(second));
});

test('the sandbox itself serves https with a certificate of its authority', async () => {
  const sandbox = await openSandbox({ https: true });
  expect(sandbox.baseUrl).toMatch(/^https:/);
  const status = (ca?: string) =>
    new Promise((resolve) => {
      httpsRequest(`${sandbox.baseUrl}/api/conversations/x`, ca === undefined ? {} : { ca }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on('error', (error: NodeJS.ErrnoException) => resolve(error.code))
        .end();
    });
  expect(await status(sandbox.authority)).toBe(401);
  expect(await status()).toBe('UNABLE_TO_VERIFY_LEAF_SIGNATURE');
});

test.each([301, 302, 303, 307, 308])(
  'a redirect (%i) is a failure, is recorded as one, and is not followed',
  async (status) => {
    const sandbox = await openSandbox();
    const receiver = await startReceiver();
    onTestFinished(() => receiver.close());
    receiver.answerWith(status);
    await sandbox.client.finished({ callbackUrl: receiver.url });
    expect(await deliveries(sandbox)).toMatchObject([
      { attempt: 1, status, error: 'the receiver redirects, and redirects are not followed' },
      { attempt: 2, status },
    ]);
    expect(receiver.received.map(({ path }) => path)).toEqual(['/', '/']);
  },
);

test('each event has its own address when callbackUrl says so', async () => {
  const sandbox = await openSandbox();
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  const id = await sandbox.client.finished({
    callbackUrl: `${receiver.url}/{target}/{event}/{conversationId}`,
    query: { identity: { requireOneOf: [['PERSON_NAME_FIRSTNAME']] }, aml: { subscription: {} } },
  });
  await control(sandbox, `/conversations/${id}/subscription`, { newData: ['PEP'] });
  const expired = await sandbox.client.create({ callbackUrl: `${receiver.url}/{event}` });
  await sandbox.client.call('DELETE', `/api/conversations/${expired}`);
  await expect
    .poll(() => receiver.received.map(({ path }) => path))
    .toEqual([`/CONVERSATION/FINISHED/${id}`, `/SUBSCRIPTION/NEW_DATA/${id}`, '/EXPIRED']);
});
