import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { ReportSource } from '../../../../../main/features/deletion/runs/report/run-report.ts';
import { runTable } from '../../../../../main/features/deletion/runs/report/run-table.ts';
import type { StoredRun } from '../../../../../main/features/deletion/runs/store/records.ts';
import { Printer } from '../../../../../main/features/records/print/printer.ts';
import { sendConversation, sendJson } from '../../../../support/recording-service.ts';
import { verifyReceipt } from '../../../../support/verify-receipt.ts';
import { RunHarness } from './run-harness.ts';
import { sessionKey } from './session-key.ts';

const fontDir = join(import.meta.dirname, '../../../../../node_modules');

const ids = [1, 2, 3, 4].map((number) => `conversation-${number}`);
let harness: RunHarness;
let directory = '';
/** The report of a run of four expiries, one of them refused. */
let pdf: Buffer;

beforeAll(async () => {
  harness = await RunHarness.start();
  directory = harness.dataDir;
  const expired = new Set<string>();
  harness.service.answer = ({ method, conversationId: id }, response) => {
    if (method === 'GET') {
      sendConversation(response, id, { status: expired.has(id) ? 'EXPIRED' : 'IN_PROGRESS' });
    } else if (id === 'conversation-2') {
      const statusDetail = 'ConversationAlreadyFinished';
      sendJson(response, 409, { status: 'CONFLICT', message: 'no', violations: [], statusDetail });
    } else {
      expired.add(id);
      response.writeHead(202, { 'x-request-id': `request-of-${id}` }).end();
    }
  };
  const { runId } = await harness.done(ids, 'EXPIRE');
  const key = sessionKey({ dataDir: harness.dataDir });
  const counts = await harness.store.request('counts', { runId });
  const source: ReportSource = {
    run: {
      ...((await harness.store.request('run', { runId })) as StoredRun),
      environmentName: 'Acme “Łódź”',
      texts: { ticket: 'Nguyễn 李小龍 😀', actor: 'tester' },
    },
    counts,
    store: harness.store,
    signer: await key.signer(),
    now: Date.now(),
  };
  const printer = new Printer(fontDir);
  pdf = Buffer.from(await printer.print(await runTable(source), new AbortController().signal));
  await printer.close();
});
afterAll(() => harness.close());

async function open() {
  const task = getDocument({
    data: new Uint8Array(pdf),
    standardFontDataUrl: `${fontDir}/pdfjs-dist/standard_fonts/`,
  });
  onTestFinished(() => task.destroy());
  return task.promise;
}

const verify = (path: string) => verifyReceipt(path, '--any-key');

test('the PDF names every conversation with its outcome, those that need attention first', async () => {
  const document = await open();
  const { items } = await (await document.getPage(1)).getTextContent();
  const text = items.map((item) => ('str' in item ? item.str : '')).join('\n');
  expect(text).toContain('Acme “Łódź” (test)');
  expect(text.replaceAll(/\s+/g, ' ')).toContain('Refused (409, ConversationAlreadyFinished)');
  expect(text).toContain('request-of-conversation-1');
  expect(text).toMatch(/Nguyễn\s*李小龍\s*\\u\{1f600\} \(codes: characters that cannot be printed here\)/);
  const places = ids.map((id) => text.indexOf(`\n${id}\n`));
  expect(Math.min(...places)).toBe(places[1]);
  expect(places[1]).toBeGreaterThan(0);
});

test('the attached report verifies with the command, with OpenSSL alone, and not after a change', async () => {
  const path = join(directory, 'report.pdf');
  writeFileSync(path, pdf);
  const whole = verify(path);
  expect(whole.output).toContain('3 receipts and the summary.');
  expect(whole.output).toContain('The printed pages are not signed');
  expect(whole.status).toBe(0);

  const document = await open();
  const [id = ''] = [...((await document.getAttachments()) ?? [])].map(([name]) => name);
  expect(id).toBe('report.json');
  const attached = Buffer.from((await document.getAttachmentContent(id)) ?? []);
  writeFileSync(join(directory, 'FILE'), attached);
  const { howToVerify } = JSON.parse(attached.toString('utf8')) as { howToVerify: string[] };
  const commands = howToVerify.filter((line) => /^(awk|openssl pkeyutl)/.test(line));
  expect(commands).toHaveLength(4);
  const output = execFileSync('sh', ['-ec', commands.join('\n')], { cwd: directory, encoding: 'utf8' });
  expect(output).toContain('Signature Verified Successfully');

  const changed = Buffer.from(attached.toString('utf8').replaceAll('conversation-3', 'conversation-9'));
  writeFileSync(path, changed);
  expect(verify(path)).toMatchObject({ status: 1 });
});

test('a PDF to which another attachment or version of a part was added is named as changed', async () => {
  const path = join(directory, 'changed.pdf');
  const other = Buffer.from(
    '\n99 0 obj\n<< /Type/EmbeddedFile /Length 2 >>\nstream\n{}\nendstream\nendobj\n',
  );
  writeFileSync(path, Buffer.concat([pdf, other]));
  expect(verify(path)).toMatchObject({
    status: 1,
    output: expect.stringContaining('more than the one attachment'),
  });
  writeFileSync(path, Buffer.concat([pdf, Buffer.from('\nxref\n0 0\ntrailer\n<<>>\nstartxref\n0\n%%EOF\n')]));
  expect(verify(path)).toMatchObject({ status: 1, output: expect.stringContaining('another version') });
});

test('a PDF without an attached report is no receipt', async () => {
  const path = join(directory, 'none.pdf');
  writeFileSync(
    path,
    Buffer.from(pdf.toString('latin1').replace('/EmbeddedFile', '/EmbeddedFilx'), 'latin1'),
  );
  expect(verify(path)).toMatchObject({
    status: 1,
    output: 'This is neither a receipt nor the report of a run, or it is damaged.\n',
  });
});
