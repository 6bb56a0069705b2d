import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { repairScript } from '../../../../renderer/features/callbacks/repair-script.ts';
import { startReceiver } from '../../../conformance/receiver.ts';
import { openSandbox } from '../../../main/sandbox/support.ts';

test
  .skipIf(process.platform === 'win32')
  .each(["key of 'tests'", `key longer than a block of the hash: ${'é%'.repeat(30)}`])(
  'each case is read and its callback sent, signed, and the answers are said, with %s',
  async (signingKey) => {
    const sandbox = await openSandbox();
    const { login, password } = sandbox.apiKey;
    const ids = [await sandbox.client.finished({}), await sandbox.client.finished({})];
    const receiver = await startReceiver();
    onTestFinished(() => receiver.close());
    receiver.answerWith(204, 500);
    const script = repairScript(
      { baseUrl: sandbox.baseUrl, mediaType: 'application/vnd.service.v1.1+json' },
      [...ids, "unknown'id"].map((conversationId) => ({ conversationId, event: 'FINISHED', seenAt: 0 })),
    );
    const env = {
      ...process.env,
      AUTHORIZATION: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`,
      SIGNING_KEY: signingKey,
      RECEIVER: `${receiver.url}/callback`,
    };
    const { code, stdout, stderr } = (await promisify(execFile)('bash', ['-xc', script], { env }).catch(
      (error: { code: number; stdout: string; stderr: string }) => error,
    )) as { code?: number; stdout: string; stderr: string };
    const programs = stderr.split('\n').filter((line) => /^\+* (openssl|curl|od|tr|cut) /.test(line));
    expect(programs.some((line) => line.includes('openssl dgst'))).toBe(true);
    expect(programs.join('\n')).not.toMatch(/key (of|longer)/);
    // Bash has nothing to say of the script itself.
    expect(stderr).not.toMatch(/line \d+: /);
    expect(stdout.split('\n')).toEqual([
      `${ids[0]}: answered 204`,
      `${ids[1]}: answered 500`,
      "unknown'id: not read",
      '',
    ]);
    expect(code).toBe(1);
    for (const [index, { headers, body }] of receiver.received.entries()) {
      const at = String(headers['x-signature-timestamp']);
      expect(Math.abs(Date.now() - Number(at))).toBeLessThan(60_000);
      const signed = createHmac('sha256', signingKey).update(`${at}:`).update(body).digest('hex');
      expect(headers['x-signature']).toBe(signed);
      expect(JSON.parse(body.toString('utf8'))).toMatchObject({
        target: 'CONVERSATION',
        event: 'FINISHED',
        payload: { conversation: { id: ids[index], status: 'FINISHED' } },
      });
    }
  },
);
