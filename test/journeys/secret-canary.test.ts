import { createHmac, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startControlledSandbox } from '../../main/sandbox/controlled.ts';
import { type OperationInput, type OperationName, operations } from '../../preload/contract/operations.ts';
import { makeCertificates } from '../main/service/support/certificates.ts';
import { type KeyringSession, keyringInstalled, openKeyring } from '../support/keyring.ts';
import { command } from '../support/service.ts';
import type { Wire } from '../support/wire.ts';
import { type RunningConsole, startConsole } from './console.ts';

// Uses known secrets in every operation and then searches for them everywhere they must not be.
const canary = (name: string) => `canary-${name}-${randomBytes(12).toString('hex')}`;
const apiKey = { login: canary('login'), password: canary('password') };
const wrongKey = { login: canary('wrong-login'), password: canary('wrong-password') };
const signingKey = canary('signing');
const pastedKey = canary('pasted');
const proxyLogin = { login: canary('proxy-login'), password: canary('proxy-password') };
const passphrase = canary('passphrase');
const databasePassword = canary('database-password');
const certificates = makeCertificates();
const basic = (key: typeof apiKey) => Buffer.from(`${key.login}:${key.password}`).toString('base64');
const secrets = {
  'API key login': apiKey.login,
  'API key password': apiKey.password,
  'API key as Basic': basic(apiKey),
  'wrong login': wrongKey.login,
  'wrong password': wrongKey.password,
  'wrong key as Basic': basic(wrongKey),
  'signing key': signingKey,
  'pasted key': pastedKey,
  'proxy login': proxyLogin.login,
  'proxy password': proxyLogin.password,
  'proxy login as Basic': basic(proxyLogin),
  'passphrase of a certificate': passphrase,
  'password of a database': databasePassword,
  'key of a certificate': certificates.client.key.split('\n')[1] ?? '',
};

/** Describes where each secret was found; empty if nowhere. */
function found(place: string, content: Buffer | string): string[] {
  const bytes = Buffer.isBuffer(content) ? content : Buffer.from(content);
  return Object.entries(secrets)
    .filter(([, secret]) =>
      [secret, Buffer.from(secret).toString('base64')].some((form) => bytes.includes(form)),
    )
    .map(([name]) => `${name} in ${place}`);
}

let keyring: KeyringSession | undefined;
let dataDir: string;
let console: RunningConsole;
let wire: Wire;
let sandbox: Awaited<ReturnType<typeof startControlledSandbox>>;
const errors: string[] = [];
const used = new Set<OperationName>();
const answered = new Set<OperationName>();
/** The API keys that were used beside evidence, signatures, callbacks and cases. */
const entered = new Set<typeof apiKey>();

/** Calls an operation. Its outcome does not matter here, its output does. */
async function use<N extends OperationName>(operation: N, input: OperationInput<N>) {
  used.add(operation);
  try {
    const output = await wire.bridge.invoke(operation, input, { onProgress: () => undefined });
    answered.add(operation);
    return output;
  } catch (error) {
    errors.push(JSON.stringify(error, Object.getOwnPropertyNames(error)), String((error as Error).stack));
    return undefined;
  }
}

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'assay-canary-'));
  if (await keyringInstalled()) {
    keyring = await openKeyring('present');
  }
  sandbox = await startControlledSandbox({ apiKey, signingKey });
  console = await startConsole({
    dataDir,
    env: keyring?.env ?? {},
    keepWire: true,
    async prepare(opened) {
      wire = opened;
      if (!keyring) {
        await use('keychain.sessionOnly', { sessionOnly: true });
      }
      await goThroughEverything();
    },
  });
  // Every operation in five environments, each with a real keyring and retries, takes minutes on a busy machine.
}, 480_000);
afterAll(async () => {
  wire?.close();
  await console?.stop();
  await sandbox?.close();
  await keyring?.close();
  rmSync(dataDir, { recursive: true, force: true });
  certificates.remove();
});

const id = (title: string) => sandbox.conversations.find((one) => one.title.startsWith(title))?.id ?? '';

async function goThroughEverything(): Promise<void> {
  const settings = (name: string, more = {}) => ({
    name,
    kind: 'test' as const,
    baseUrl: sandbox.baseUrl,
    proxy: { mode: 'none' as const },
    ...more,
  });
  const oauth = (clientAuthentication: 'header' | 'body') => ({
    authentication: { scheme: 'oauth' as const, tokenUrl: '', clientAuthentication },
  });
  const kinds: [string, object, typeof apiKey][] = [
    ['Basic', {}, apiKey],
    ['OAuth by header', oauth('header'), apiKey],
    ['OAuth by body', oauth('body'), apiKey],
    ['Refused', {}, wrongKey],
    ['Refused by the token endpoint', oauth('body'), wrongKey],
  ];
  await use('application.ready', {});
  await use('application.unlock', {});
  await use('application.diagnostics', {});
  await use('application.info', {});
  await use('policy.view', {});
  await use('policy.try', { text: '{}' });
  await use('application.preferences', { theme: 'auto', singleKeys: true });
  await use('application.copy', { text: 'nothing secret' });
  await use('application.downloadOutcome', { address: '/download/none' });
  await use('keychain.state', {});
  await use('keychain.check', {});
  await use('keychain.cancel', {});
  await use('keychain.sessionOnly', { sessionOnly: keyring === undefined });
  for (const [name, more, key] of kinds) {
    const saved = await use('environments.save', { settings: settings(name, more) });
    const environmentId = saved?.id ?? '';
    await use('credentials.save', { kind: 'api-key', environmentId, ...key });
    await use('credentials.save', { kind: 'signing-key', environmentId, label: 'Current', key: signingKey });
    // Refused; the refusal must not repeat it.
    await use('credentials.save', {
      kind: 'signing-key',
      environmentId,
      label: 'Confused',
      key: key.password,
    });
    await use('credentials.save', {
      kind: 'signing-key',
      environmentId,
      label: 'Both',
      key: `${key.login}:${key.password}`,
    });
    await connectionSecrets(environmentId, settings(name, more));
    await use('environments.select', { environmentId });
    await use('connection.check', { environmentId });
    await askTheService(environmentId, key);
    // How the key is sent makes no difference to what sends none, or sends it as what was called above does.
    if (!entered.has(key)) {
      entered.add(key);
      await saveEvidence(environmentId);
      await checkSignatures(environmentId, key);
      await receiveCallbacks(environmentId);
      await workOnCases(environmentId, key);
    }
    await use('sandbox.state', { environmentId });
    await use('sandbox.certificate', { environmentId });
    await use('sandbox.command', { environmentId, command: { kind: 'clear-faults' } });
    await use('environments.export', { environmentIds: [environmentId] });
    const copy = await use('environments.duplicate', { environmentId });
    if (copy) {
      await use('environments.delete', { environmentId: copy.id });
    }
  }
  const last = (await use('environments.list', {}))?.environments.at(-1);
  await use('environments.import', { text: JSON.stringify({ version: 1, environments: [] }) });
  if (last) {
    await use('credentials.remove', {
      kind: 'signing-key',
      environmentId: last.id,
      id: last.signingKeys[0]?.id ?? '',
    });
    await use('credentials.remove', { kind: 'api-key', environmentId: last.id });
  }
}

async function askTheService(environmentId: string, key: typeof apiKey): Promise<void> {
  const conversationId = id('Everything that can be collected');
  // A service that echoes the request in its response.
  await command(sandbox.controlUrl, '/faults', {
    match: { method: 'GET', path: `/api/conversations/${id('A company')}` },
    fault: {
      status: 400,
      body: {
        status: 'BAD_REQUEST',
        message: `I was told Basic ${basic(key)}, which is ${key.login} and ${key.password}`,
        violations: [],
      },
      contentType: 'application/vnd.service.v1.1+json',
    },
    times: 1,
  });
  await use('conversations.open', { environmentId, conversationId: id('A company') });
  await echoedEverywhere(environmentId, key);
  await use('conversations.open', { environmentId, conversationId: 'unknown' });
  const reading = await use('conversations.open', { environmentId, conversationId });
  await use('conversations.raw', {
    readingId: reading?.readingId ?? 'none',
    form: 'indented',
    from: 0,
    count: 100,
  });
  await use('conversations.databaseSources', { environmentId, conversationId });
  await use('conversations.recent', { environmentId });
  await use('conversations.samples', { environmentId });
  await use('conversations.leave', { environmentId, conversationId });
  const listed = await use('media.list', { environmentId, conversationId });
  const medium = { environmentId, conversationId, mediaId: listed?.media[0]?.id ?? 'none' };
  const opened = await use('media.open', medium);
  // It waits until the file has passed or its address is given up.
  const arrival = use('media.arrival', { address: opened?.address ?? 'none' });
  await use('media.renew', { address: opened?.address ?? 'none' });
  await use('media.close', { address: opened?.address ?? 'none' });
  await arrival;
  await use('media.checkContents', {
    environmentId,
    conversationId,
    media: [{ mediaId: medium.mediaId, contentType: 'image/jpeg' }],
  });
  const picture = { width: 2, height: 1, grey: new Uint8Array(2) };
  await use('media.readMrz', { ...medium, subtype: 'PASSPORT', picture });
  await use('media.save', medium);
  const { environmentId: where, conversationId: which, mediaId } = medium;
  const chosen = { environmentId: where, conversationId: which, mediaIds: [mediaId] };
  await use('evidence.preview', { ...chosen, unmasked: true });
  await use('evidence.saveFiles', { ...chosen, to: 'zip' });
  const request = { userKey: 'u1', query: { identity: {} } };
  await use('creation.create', { environmentId, request, again: false });
  await use('creation.create', { environmentId, request, again: false });
  const { unsettled = [] } = (await use('creation.unsettled', { environmentId })) ?? {};
  await use('creation.settle', { environmentId, id: unsettled[0]?.id ?? 'none' });
  await use('creation.saveDefaults', { environmentId, defaults: { strategy: 'default:identity' } });
  const saved = await use('creation.saveTemplate', { environmentId, name: 'Short', request });
  await use('creation.saveMailText', { environmentId, mailText: 'Open {address}' });
  await use('creation.setup', { environmentId });
  await use('creation.removeTemplate', { environmentId, templateId: saved?.templates[0]?.id ?? 'none' });
  await walkHeadless(environmentId, key);
  const draft = await use('deletionRuns.prepare', {
    environmentId,
    from: { ids: [id('Created')] },
  });
  const draftId = draft?.draftId ?? 'none';
  await use('deletionRuns.draft', { environmentId, draftId });
  await use('deletionRuns.rows', { environmentId, draftId, from: 0, count: 10 });
  await use('deletionRuns.choose', { environmentId, draftId, change: { group: 'unclear', included: true } });
  await use('deletionRuns.early', { environmentId, draftId, included: 1 });
  const started = await use('deletionRuns.start', {
    environmentId,
    draftId,
    count: '1',
    reason: 'other',
    pace: { concurrency: 1, stopAfter: 1 },
  });
  await use('deletionRuns.discard', { environmentId, draftId });
  const runId = started?.runId ?? 'none';
  await use('deletionRuns.list', {});
  await use('deletionRuns.register', {
    filter: {},
    sort: { by: 'when', descending: true },
    from: 0,
    count: 10,
  });
  await use('deletionRuns.lines', { runId, from: 0, count: 10 });
  await use('deletionRuns.setPace', { runId, pace: { concurrency: 1, stopAfter: 1 } });
  await use('deletionRuns.control', { runId, action: 'cancel' });
  await use('deletionRuns.report', { runId, format: 'json' });
  await eraseInTime(environmentId, id('Finished'));
  await use('receipts.of', { environmentId, conversationId: id('Finished') });
  await use('receipts.save', { receiptId: 'none' });
  await use('consoleKey.list', {});
  await use('receipts.export', { filter: {}, format: 'csv' });
}

async function saveEvidence(environmentId: string): Promise<void> {
  const conversationId = id('Everything that can be collected');
  const listed = await use('media.list', { environmentId, conversationId });
  const mediaIds = listed?.media.slice(0, 1).map((medium) => medium.id) ?? [];
  const chosen = { environmentId, conversationId, mediaIds, unmasked: true };
  await use('evidence.saveReport', { ...chosen, as: 'pdf' });
  await use('evidence.savePack', chosen);
  const selection = { ids: [conversationId] };
  await use('evidence.saveAuditPack', { environmentId, selection, unmasked: true, withFiles: true });
}

async function eraseInTime(environmentId: string, conversationId: string): Promise<void> {
  const selection = { ids: [conversationId] };
  await use('due.setRule', {
    environmentId,
    rule: { basis: 'own', count: 1, unit: 'days', startsAt: 'relationship', statuses: ['FINISHED'] },
  });
  await use('due.summary', { environmentId });
  await use('due.preview', {
    environmentId,
    rule: { basis: 'own', count: 9, unit: 'days', startsAt: 'status', statuses: ['EXPIRED'] },
  });
  await use('due.setStart', { environmentId, selection, on: '2026-01-31' });
  const source = `id,ended\n${conversationId},2026-02-28`;
  await use('due.readStarts', { environmentId, source });
  await use('due.importStarts', { environmentId, source });
  await use('due.hold', { environmentId, selection, hold: { reason: 'court case' } });
  await use('due.rows', { environmentId, group: 'held', from: 0, count: 10 });
  await use('due.hold', { environmentId, selection, hold: null });
  await use('due.setRule', { environmentId, rule: null });
  const entries = { person: 'Anna', receivedOn: '2026-01-31', items: [{ conversationId }] };
  const saved = await use('erasure.save', { environmentId, entries });
  const request = { environmentId, requestId: saved?.requestId ?? 'none' };
  await use('erasure.list', { environmentId });
  await use('erasure.file', request);
  await use('erasure.remove', request);
}

/** The service repeats the key in a page, in the errors of its fields and in a refusal. */
async function walkHeadless(environmentId: string, key: typeof apiKey): Promise<void> {
  const made = await use('creation.create', {
    environmentId,
    request: { userKey: 'u2', returnUrl: 'https://shop.example/', query: { identity: {} } },
    again: true,
  });
  const conversationId = made?.conversation.id ?? id('Created');
  const target = { environmentId, conversationId };
  const said = `${basic(key)} ${key.login} ${key.password}`;
  const echo = (method: string, status: number, path: string) =>
    command(sandbox.controlUrl, '/faults', {
      match: { method, path },
      fault: {
        status,
        body: {
          component: said,
          next: 'n',
          args: { [said]: said },
          errors: [{ field: said, code: said }],
          status: said,
          message: said,
          violations: [{ field: said, message: said }],
        },
        contentType: 'application/vnd.service.v1.1+json',
      },
      times: 1,
    });
  const path = `/api/conversations/${conversationId}/headless`;
  await use('headless.view', target);
  await echo('GET', 200, path);
  await use('headless.read', { ...target, userIp: '192.0.2.7' });
  await echo('POST', 400, `${path}/*`);
  await use('headless.submit', {
    ...target,
    next: 'n',
    args: JSON.stringify({ code: key.password }),
    files: [],
  });
  await echo('POST', 200, `${path}/*`);
  await use('headless.submit', {
    ...target,
    next: 'n',
    args: JSON.stringify({ code: key.login }),
    files: [],
  });
  const bytes = Buffer.from(`A file with ${key.password}`);
  const file = await use('headless.addFile', { ...target, name: 'front', fileName: key.login, bytes });
  await use('headless.removeFile', { ...target, fileId: file?.fileId ?? 'none' });
  await use('headless.conversation', target);
  await use('headless.flows', { environmentId });
  await use('headless.forget', { environmentId, conversationId: 'unknown', unsettled: false });
}

/** Saved, refused and removed. The proxy does not exist, so it is removed from the settings again. */
async function connectionSecrets(
  environmentId: string,
  plain: OperationInput<'environments.save'>['settings'],
): Promise<void> {
  const proxy = { mode: 'own' as const, url: 'http://127.0.0.1:9' };
  await use('environments.save', { environmentId, settings: { ...plain, proxy } });
  await use('credentials.save', { kind: 'proxy-login', environmentId, ...proxyLogin });
  const pem = [Buffer.from(certificates.client.cert), Buffer.from(certificates.client.key)];
  await use('credentials.save', { kind: 'client-certificate', environmentId, files: pem, passphrase });
  await use('credentials.save', {
    kind: 'client-certificate',
    environmentId,
    files: [certificates.clientFiles.pfx],
    passphrase,
  });
  await use('connection.check', { environmentId });
  await use('credentials.remove', { kind: 'proxy-login', environmentId });
  await use('environments.save', { environmentId, settings: plain });
  await use('credentials.remove', { kind: 'client-certificate', environmentId });
}

/** An error, a response and headers that echo the key. */
async function echoedEverywhere(environmentId: string, key: typeof apiKey): Promise<void> {
  const conversationId = id('A driving licence');
  const said = `Basic ${basic(key)} ${key.login} ${key.password} ${encodeURIComponent(`${key.login}:${key.password}`)}`;
  for (const status of [401, 200, 404, 409]) {
    await command(sandbox.controlUrl, '/faults', {
      match: { method: 'GET', path: `/api/conversations/${conversationId}` },
      fault: {
        status,
        headers: { 'x-request-id': basic(key), server: key.password, 'retry-after': key.login },
        body: {
          id: conversationId,
          status: said,
          message: said,
          statusDetail: said,
          userKey: said,
          [said]: said,
        },
        contentType: 'application/vnd.service.v1.1+json',
      },
      times: 1,
    });
    const read = await use('conversations.open', { environmentId, conversationId });
    const readingId = read?.readingId ?? 'none';
    await use('conversations.raw', { readingId, form: 'indented', from: 0, count: 100 });
    await use('conversations.raw', { readingId, form: 'received', from: 0, count: 100 });
    await use('conversations.rawAt', { readingId, line: 3 });
    await use('conversations.rawFolds', { readingId, depth: 2 });
    await use('conversations.rawSearch', { readingId, form: 'received', text: 'finished' });
    await use('conversations.rawFilter', { readingId, query: '$..*' });
    await use('conversations.rawMarks', { readingId, kind: 'conversation' });
  }
}

/** Writes the API key into every text a user can store about cases and requests. */
async function workOnCases(environmentId: string, { login, password }: typeof apiKey): Promise<void> {
  const conversationId = id('Everything that can be collected');
  const environment = { environmentId };
  const target = { environmentId, conversationId };
  const selection = { ids: [conversationId] };
  await use('cases.status', environment);
  const listed = await use('cases.query', {
    environmentId,
    filter: {},
    sort: { by: 'opened', descending: true },
    dayStarts: { today: 0, yesterday: 0, week: 0 },
  });
  const resultId = listed?.resultId ?? 'none';
  await use('cases.rows', { environmentId, resultId, from: 0, count: 50 });
  await use('cases.position', { ...target, resultId });
  await use('cases.decide', {
    environmentId,
    selection,
    decision: { kind: 'escalate', comment: `It said ${login} and ${password}` },
  });
  await use('cases.note', { environmentId, selection, text: `A note with ${password}` });
  const file = { name: `${password}.txt`, content: Buffer.from(`A file with ${password}`) };
  await use('cases.attach', { ...target, text: '', ...file });
  const withFile = await use('cases.get', target);
  await use('cases.saveAttachment', { ...target, note: withFile?.case?.notes[0]?.id ?? 0 });
  const labelled = await use('cases.label', { environmentId, selection, add: ['Label'] });
  await use('cases.labels', environment);
  await use('cases.state', { environmentId, selection, state: 'waiting', reason: 'valid-document' });
  const asked = { code: 'own-1', label: `It said ${password}`, products: [] };
  await use('cases.saveSettings', { environmentId, checklist: [asked] });
  await use('cases.tick', { ...target, item: asked.code, ticked: true });
  await use('cases.undo', {
    environmentId,
    conversationIds: [target.conversationId],
    of: 'label',
    done: labelled?.at ?? 0,
  });
  const followUp = { on: '2999-01-01', reason: `It said ${password}` };
  await use('cases.followUp', { environmentId, selection, followUp });
  await use('cases.takeOver', { environmentId, conversationId, note: `It said ${password}` });
  await use('cases.assign', { environmentId, selection, to: null, note: `It said ${password}` });
  await use('cases.answer', { environmentId, conversationId, text: `It said ${password}` });
  await use('cases.watch', { environmentId, selection, watched: true });
  await use('cases.review', { environmentId, selection, reviewed: true });
  await use('cases.revealed', target);
  const details = await use('cases.get', target);
  await use('cases.settle', {
    ...target,
    finding: details?.case?.findings[0] ?? { kind: 'reply', code: 'OTHER_CONVERSATION', weight: 100 },
    settlement: 'accepted',
    reason: `It said ${password}`,
  });
  await use('cases.reading', { ...target, readId: details?.case?.reads[0]?.id ?? 0 });
  await use('cases.search', { environmentId, text: password });
  await use('cases.export', { environmentId, selection, format: 'json', withUserKeys: true });
  const saved = await use('cases.saveView', {
    environmentId,
    view: { name: 'View', filter: {}, sort: { by: 'opened', descending: true } },
  });
  await use('cases.views', environment);
  await use('cases.counts', { environmentId, filters: [{ text: password }, {}] });
  await use('cases.startQueue', { environmentId, selection, title: `Queue ${password}` });
  await use('cases.queue', environment);
  await use('cases.moveQueue', { environmentId, conversationId });
  await use('cases.moveQueue', { environmentId, conversationId: null });
  await use('conversations.prefetch', target);
  await use('cases.files', {});
  await use('cases.retentionPreview', { environmentId, retentionDays: 30, decisionDays: 60 });
  await use('cases.restore', { name: 'none' });
  await use('cases.deleteView', { environmentId, viewId: saved?.views[0]?.id ?? 'none' });
  await use('cases.settings', environment);
  await use('cases.saveSettings', {
    environmentId,
    retention: { retentionDays: 30, decisionDays: 60 },
  });
  // The key instead of an id, alone and in a list.
  await use('conversations.open', { environmentId, conversationId: password });
  await use('reading.readList', { environmentId, source: `${conversationId}\n${password}\n` });
  const list = await use('reading.readList', { environmentId, source: `${conversationId}\nunknown-id\n` });
  const pace = { concurrency: 2 };
  await use('reading.start', { environmentId, from: { listId: list?.listId ?? 'none' }, pace });
  await use('reading.runs', {});
  await use('reading.failed', { environmentId, from: 0, count: 10 });
  await use('reading.control', { environmentId, action: 'stop' });
  const calls = await use('calls.list', { environmentId, after: 0 });
  for (const shell of ['bash', 'powershell', 'cmd'] as const) {
    await use('calls.curl', { environmentId, id: calls?.calls[0]?.id ?? 0, shell });
  }
  await use('calls.get', { environmentId, id: calls?.calls[0]?.id ?? 0 });
  await use('calls.clear', environment);
  for (const by of ['day', 'reason'] as const) {
    await use('reports.decisions', { environmentId, by });
  }
  await use('reports.open', environment);
  await use('reports.people', {});
  await use('reports.saveFigures', { ...environment, of: 'age' });
  await use('reports.export', environment);
  await use('journal.find', { environmentId, filter: { text: password } });
  await use('journal.rows', { environmentId, filter: {}, last: 100_000, from: 0, count: 200 });
  await use('journal.verify', {});
  await use('journal.confirm', { seq: 1 });
  await use('journal.export', { format: 'jsonl' });
  await use('consoleKey.export', {});
  await callTeam(environmentId, conversationId);
  await use('cases.forget', { environmentId, selection });
}

async function callTeam(environmentId: string, conversationId: string): Promise<void> {
  const login = { user: 'anna', password: databasePassword, name: 'Anna' };
  await use('team.saveSql', {});
  await use('team.saveLog', {});
  await use('team.saveSample', { head: { seq: 1, digest: '0'.repeat(64) }, numbers: [1] });
  // Nothing listens there.
  await use('team.create', { ...login, host: '127.0.0.1', port: 1, database: 'team' });
  await use('team.join', { ...login, line: 'assay-team:e30' });
  await use('team.saveRecovery', { passphrase: 'a long passphrase' });
  await use('team.recover', { file: new Uint8Array([1]), passphrase: 'a long passphrase' });
  await use('team.view', {});
  await use('team.earlier', {});
  await use('team.bring', { environmentIds: [environmentId] });
  await use('team.reconnect', { ...login, host: '127.0.0.1', port: 1, database: 'team' });
  await use('team.invite', {});
  await use('team.admit', { invitation: 'none', code: 'none', role: 'reviewer' });
  await use('team.refuse', { invitation: 'none' });
  await use('team.setRole', { member: 'a'.repeat(64), role: 'reviewer' });
  await use('team.grantAccess', { member: 'a'.repeat(64), hours: 1, reason: 'Quarterly audit' });
  await use('team.setCopies', { forget: false });
  await use('policy.sign', { text: '{}' });
  await use('team.remove', { member: 'a'.repeat(64) });
  await use('team.holders', { environmentId, conversationIds: [conversationId] });
  await use('team.claim', { environmentId, conversationId });
  await use('team.release', { environmentId, conversationId });
  await use('team.takeNext', { environmentId, conversationIds: [conversationId] });
  await use('approvals.list', {});
  const nothing = { environmentId, draftId: 'none' };
  await use('approvals.propose', { ...nothing, reason: 'other' });
  await use('approvals.approve', { ...nothing, carrier: 'approver' });
  await use('approvals.reject', { id: 'none' });
  await use('approvals.proposeAct', { environmentId, refused: 'none', reason: 'because' });
  await use('approvals.readAct', { environmentId, id: 'none' });
  await use('approvals.approveAct', { environmentId, id: 'none' });
  await use('team.leave', {});
}

const explained = new Set<string>();

async function checkSignatures(environmentId: string, { password }: typeof apiKey): Promise<void> {
  const timestamp = String(Date.now());
  const body = Buffer.from(`{"id":"1","payload":{"conversation":{"id":"${id('Finished')}"}}}`);
  const signed = (key: string) =>
    createHmac('sha256', key).update(`${timestamp}:`).update(body).digest('hex');
  const keys: OperationInput<'signatures.verify'>['key'][] = [
    { kind: 'all' },
    { kind: 'pasted', key: pastedKey },
  ];
  for (const key of keys) {
    for (const by of [signingKey, pastedKey, password, 'nobody’s']) {
      const headers = { timestamp, signature: signed(by), key };
      const verified = await use('signatures.verify', { ...headers, body });
      await use('signatures.expected', { verificationId: verified?.id ?? 'none' });
      // The slowest operation by far: each kind of key and signer once, then per environment only the one with its own secret.
      const combination = `${key.kind} ${by === password ? 'password' : by}`;
      if (!explained.has(combination) || (key.kind === 'all' && by === password)) {
        explained.add(combination);
        await use('signatures.explain', { ...headers, body });
      }
    }
  }
  await use('signatures.import', { source: `POST / HTTP/1.1\r\nX-Signature: ${'0'.repeat(64)}\r\n\r\n{}` });
  await use('signatures.compare', { environmentId, body });
  await use('signatures.compareMessages', { first: { headers: [], body }, second: { headers: [], body } });
  await use('signatures.recipes', {});
}

/** Receives a callback with a valid signature, and one that is signed with another key. */
async function receiveCallbacks(environmentId: string): Promise<void> {
  const tls = { key: certificates.client.key, certificate: certificates.client.cert };
  await use('callbacks.start', { environmentId, settings: { tls } });
  // Refused; the refusal must not repeat it.
  await use('callbacks.start', { environmentId, settings: { tls: { ...tls, certificate: tls.key } } });
  const listener = await use('callbacks.start', { environmentId, settings: { answer: { kind: 'verify' } } });
  const conversationId = id('Finished');
  const body = JSON.stringify({
    id: 'callback-1',
    created: new Date().toISOString(),
    target: 'CONVERSATION',
    event: 'FINISHED',
    payload: { conversation: { id: conversationId, status: 'FINISHED' } },
  });
  const timestamp = String(Date.now());
  const statuses: number[] = [];
  for (const by of [signingKey, pastedKey]) {
    const signature = createHmac('sha256', by).update(`${timestamp}:${body}`).digest('hex');
    const headers = { 'X-Signature': signature, 'X-Signature-Timestamp': timestamp };
    statuses.push((await fetch(listener?.url ?? '', { method: 'POST', headers, body })).status);
  }
  expect(statuses).toEqual([200, 401]);
  await use('callbacks.listener', { environmentId });
  await use('callbacks.listeners', {});
  const listed = await use('callbacks.list', { environmentId, filter: {}, from: 0, count: 10 });
  await use('callbacks.causes', { environmentId });
  await use('callbacks.missed', { environmentId, since: 0 });
  await use('callbacks.fixture', { body: Buffer.from('{}') });
  await use('callbacks.get', { environmentId, id: listed?.rows[0]?.id ?? 0 });
  await use('callbacks.timeline', { environmentId, conversationId });
  await use('callbacks.answer', { environmentId, answer: { kind: 'status', status: 500 } });
  await use('callbacks.sendChoices', {});
  await use('callbacks.add', { environmentId, source: `POST / HTTP/1.1\r\n\r\n${body}`, from: 'pasted' });
  await use('callbacks.delete', { environmentId, ids: [0] });
  await use('examine.rules', {});
  const { environments = [] } = (await use('environments.list', {})) ?? {};
  const keyId = environments.find(({ id }) => id === environmentId)?.signingKeys[0]?.id ?? '';
  await use('callbacks.prepare', {
    environmentId,
    what: { kind: 'template', templateId: 'finished', conversationId },
  });
  const template = {
    name: 'Own',
    body: '{}',
    headers: [['X-Signature', '{signature}']] as [string, string][],
  };
  const saved = await use('callbacks.saveTemplate', { environmentId, template });
  await use('callbacks.templates', { environmentId });
  await use('callbacks.deleteTemplate', { environmentId, templateId: saved?.id ?? '' });
  await use('callbacks.chooseResent', { environmentId, since: 0, inbox: true, missed: true });
  await use('callbacks.resend', { environmentId, url: listener?.url ?? '', keyId, perSecond: 50 });
  await use('callbacks.stopResending', { environmentId });
  await use('callbacks.resent', { environmentId });
  await use('callbacks.send', {
    environmentId,
    url: listener?.url ?? '',
    keyId,
    what: { kind: 'case', conversationId, target: 'CONVERSATION', event: 'FINISHED' },
  });
  // An exam sends what it makes itself with the signing key, and nothing with an API key.
  if (!used.has('examine.run')) {
    await use('examine.run', { environmentId, url: listener?.url ?? '', keyId });
    await use('examine.save', { environmentId, as: 'html' });
  }
  await use('callbacks.stop', { environmentId });
}

test('every operation of the contract was used', () => {
  const unused = (Object.keys(operations) as OperationName[]).filter((name) => !used.has(name));
  expect(unused, 'These lines of this file were not reached.').toEqual([]);
});

test('no operation failed for lack of time or connection, and the most revealing ones succeeded', () => {
  expect(
    errors.filter((text) => /connection-lost|timeout-(?:connect|headers|idle|total)/.test(text)),
  ).toEqual([]);
  expect([...answered]).toEqual(
    expect.arrayContaining<OperationName>([
      'callbacks.get',
      'callbacks.send',
      'conversations.open',
      'conversations.raw',
      'credentials.save',
      'examine.run',
      'media.list',
      'signatures.explain',
      'signatures.expected',
      'signatures.verify',
    ]),
  );
});

test('no secret was returned over the bridge', () => {
  expect(wire.receivedFrames.length).toBeGreaterThan(100);
  expect(wire.receivedFrames.flatMap((frame, index) => found(`frame ${index}`, frame))).toEqual([]);
});

test('no error contains a secret', () => {
  expect(errors.length).toBeGreaterThan(10);
  expect(errors.flatMap((text) => found(text.slice(0, 200), text))).toEqual([]);
});

test('the log contains no secret', () => {
  expect(found('the log', console.log())).toEqual([]);
});

test('the data directory contains no secret', () => {
  const files = readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(dataDir, name)).isFile(),
  );
  expect(files).toContain('environments.json');
  expect(files.flatMap((name) => found(name, readFileSync(join(dataDir, name))))).toEqual([]);
});

test('the window’s memory contains no secret after all pages were visited', async () => {
  const { page } = console;
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  for (const name of ['settings', 'deletion', 'signatures', 'conversations']) {
    await page.evaluate((hash) => {
      window.location.hash = hash;
    }, `#/${name}`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
  }
  const heap = await heapOf(page);
  expect(heap).toContain('Cases');
  expect(found('the heap', heap)).toEqual([]);
});

async function heapOf(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  return chunks.join('');
}
