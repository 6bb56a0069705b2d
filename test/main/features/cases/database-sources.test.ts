import { afterAll, beforeAll, expect, test } from 'vitest';
import { caseReportOf } from '../../../../main/features/records/evidence/case-report.ts';
import type { CaseRow } from '../../../../preload/contract/cases.ts';
import type { OpenedConversation } from '../../../../preload/contract/conversations.ts';
import type { OperationOutput } from '../../../../preload/contract/operations.ts';
import { findingLines } from '../../../../preload/wording/settlements.ts';
import { countedSources, summaryOf } from '../../../../renderer/features/conversations/case-record.tsx';
import { fullTests } from '../../../support/full-tests.ts';
import {
  type CaseConsole,
  dayStarts,
  newDataDir,
  newestFirst,
  OpenKeychain,
  sandbox,
  startConsole,
} from './cases-harness.ts';
import { conversationOf, env, get, openInMemory, record } from './index-harness.ts';

const { dataDir, remove } = newDataDir();
let console: CaseConsole;
beforeAll(async () => {
  console = await startConsole(dataDir, new OpenKeychain());
});
afterAll(async () => {
  await console.close();
  remove();
});

async function listRow(conversationId: string): Promise<CaseRow | undefined> {
  const query = { ...sandbox, filter: {}, sort: newestFirst, dayStarts };
  const { resultId, total } = await console.bridge.invoke('cases.query', query);
  for (let from = 0; from < total; from += 200) {
    const page = { ...sandbox, resultId, from, count: 200 };
    const { rows } = await console.bridge.invoke('cases.rows', page);
    const row = rows.find((one) => one?.conversationId === conversationId);
    if (row) {
      return row;
    }
  }
  return undefined;
}

/** The list and the page of a case have the same verdict and findings. */
async function expectAgreement(opened: OpenedConversation, sources: Parameters<typeof summaryOf>[1]) {
  const conversationId = opened.conversation.id ?? '';
  // Answered after what was opened before it is recorded.
  await console.bridge.invoke('conversations.recent', sandbox);
  const { case: kept } = await console.bridge.invoke('cases.get', { ...sandbox, conversationId });
  const { verdict, findings } = summaryOf(opened, sources, { conversationId });
  expect({ verdict: kept?.row.verdict, findings: kept?.findings }).toEqual({
    verdict,
    findings: findings.slice(0, 50),
  });
  return { kept, verdict, findings };
}

test('list and page have the same verdict and findings for every conversation, before and after its databases are read', async () => {
  let opened = 0;
  let withSources = 0;
  let changed = 0;
  for (const { id } of console.samples) {
    const target = { ...sandbox, conversationId: id };
    const reading = await console.bridge.invoke('conversations.open', target).catch(() => undefined);
    if (reading === undefined) {
      continue;
    }
    opened += 1;
    if (!fullTests && opened % 4 !== 0 && reading.conversation.result?.databaseVerification === undefined) {
      continue;
    }
    const before = await expectAgreement(reading, 'unread');
    const sources = await console.bridge
      .invoke('conversations.databaseSources', target)
      .catch(() => undefined);
    if (sources === undefined) {
      await expectAgreement(reading, 'unreadable');
      continue;
    }
    withSources += 1;
    const after = await expectAgreement(reading, sources.info);
    changed += Number(JSON.stringify(before.findings) !== JSON.stringify(after.findings));
    const lines = findingLines(after.findings.slice(0, 50)).slice(0, 2);
    expect(await listRow(id)).toMatchObject({
      verdict: after.verdict,
      findings: lines.flatMap(({ finding, count }) => Array.from({ length: count }, () => finding)),
    });
    // Opened again without a change, the case keeps what the databases returned.
    await expectAgreement(await console.bridge.invoke('conversations.open', target), sources.info);
  }
  expect(opened).toBeGreaterThan(50);
  expect(withSources).toBeGreaterThan(1);
  expect(changed).toBeGreaterThan(1);
}, 120_000);

const withDatabases = (status = 'FINISHED') => ({ result: { databaseVerification: { status } } });
const codesOf = (service: ReturnType<typeof openInMemory>) =>
  get(service, 'case-1').findings.map(({ code }) => code);
const source = (sourceMatchResult: string) => ({
  name: 'Jan Kowalski',
  sourceName: 'Register',
  status: 'FINISHED',
  sourceMatchResult,
});

test('only codes are kept of what the databases returned', () => {
  const service = openInMemory();
  record(service, 'case-1', withDatabases());
  const info = { source: [{ ...source('FULL_MATCH'), errors: ['Jan'] }, source('Jan Kowalski, born 1980')] };
  service.recordSources({ ...env, conversationId: 'case-1', info });
  expect(get(service, 'case-1').databaseSources).toEqual({
    source: [
      { status: 'FINISHED', sourceMatchResult: 'FULL_MATCH' },
      { status: 'FINISHED', sourceMatchResult: 'OTHER' },
    ],
  });
  service.close();
});

test('results are replaced by later ones and given up when the conversation changes', () => {
  const service = openInMemory();
  const conversationId = 'case-1';
  const read = (...codes: string[]) =>
    service.recordSources({ ...env, conversationId, info: { source: codes.map(source) } });
  expect(read('FULL_MATCH')).toBe(false);
  record(service, conversationId, withDatabases());
  expect(codesOf(service)).toEqual(['ANSWERS_NOT_READ']);
  expect(read('NO_MATCH', 'PARTIAL_MATCH')).toBe(true);
  expect(codesOf(service)).toEqual(['NO_MATCH', 'PARTIAL_MATCH']);
  expect(read('NO_MATCH', 'PARTIAL_MATCH')).toBe(false);
  read('FULL_MATCH');
  expect(get(service, conversationId).row).toMatchObject({ verdict: 'clear', findingCount: 0 });
  record(service, conversationId, withDatabases());
  expect(get(service, conversationId).row.verdict).toBe('clear');
  record(service, conversationId, { ...withDatabases(), userKey: 'another' });
  expect(codesOf(service)).toEqual(['ANSWERS_NOT_READ']);
  expect(get(service, conversationId).databaseSources).toBeUndefined();
  read();
  expect(codesOf(service)).toEqual(['NO_SOURCES']);
  service.close();
});

test('a report says what the list says', () => {
  const service = openInMemory();
  record(service, 'case-1', withDatabases());
  service.recordSources({ ...env, conversationId: 'case-1', info: { source: [source('NO_MATCH')] } });
  const notes = { receivedAt: '2026-01-01T00:00:00.000Z', flags: [], duplicates: [] };
  const report = caseReportOf({
    plausibility: { findings: [], comparisons: 0, complete: true },
    company: { reasons: [] },
    reading: { value: conversationOf('case-1', withDatabases()), notes } as never,
    details: { ...get(service, 'case-1'), history: [] },
    media: [],
    pictures: { pictures: [], withoutPicture: [] },
    unmasked: false,
    environment: { name: 'Test', kind: 'test' } as never,
    conversationId: 'case-1',
    now: Date.parse('2026-01-01'),
    actor: 'reviewer',
    program: 'Assay',
  });
  expect(report.findings.map(({ code }) => code)).toEqual(['NO_MATCH']);
  expect(report.verdict).toContain('no match');
  service.close();
});

test('the page counts what the list kept until the databases are read, and after a read of them that failed', () => {
  const read = {
    info: { source: [source('FULL_MATCH')] },
  } as OperationOutput<'conversations.databaseSources'>;
  const kept = { source: [{ sourceMatchResult: 'NO_MATCH' }] };
  const failure = { code: 'unreachable', message: 'No response.', retryable: true } as const;
  const none = { data: undefined, failure: undefined };
  expect(countedSources(none, undefined)).toBe('unread');
  expect(countedSources(none, kept)).toBe(kept);
  expect(countedSources({ ...none, data: read }, kept)).toBe(read.info);
  expect(countedSources({ data: read, failure }, undefined)).toBe('unreadable');
  expect(countedSources({ data: read, failure }, kept)).toBe(kept);
});
