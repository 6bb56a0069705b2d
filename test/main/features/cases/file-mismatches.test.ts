import { expect, test } from 'vitest';
import { caseReportOf } from '../../../../main/features/records/evidence/case-report.ts';
import type { FileMismatch } from '../../../../preload/contract/cases.ts';
import { assessmentTerm } from '../../../../preload/wording/case-terms.ts';
import { findingText } from '../../../../preload/wording/cases.ts';
import { fileMismatchOf } from '../../../../preload/wording/findings.ts';
import { summaryOf } from '../../../../renderer/features/conversations/case-record.tsx';
import { conversationOf, env, get, openInMemory, record } from './index-harness.ts';

const mismatches = [
  fileMismatchOf({ type: 'DOCUMENT', subtype: 'PASSPORT', variant: 'FRONT' }, 'image/jpeg', 'text/html'),
];
const result = { identity: { status: 'FINISHED', user: { person: { name: { firstName: 'Anna' } } } } };
const clear = { status: 'FINISHED', result };

test('list, head and report say the same of a file that is not what it claims to be', () => {
  const service = openInMemory();
  record(service, 'case-1', clear);
  expect(get(service, 'case-1').row.verdict).toBe('clear');
  const change = { ...env, conversationId: 'case-1', files: { mismatches, isComplete: true } };
  expect(service.recordFiles(change)).toBe(true);
  expect(service.recordFiles(change)).toBe(false);
  const details = get(service, 'case-1');
  expect(details.row).toMatchObject({ verdict: 'review', findingCount: 1 });
  const text = 'Passport, front is not what it claims to be: declared as image/jpeg, but is text/html';
  expect(details.row.findings.map(findingText)).toEqual([text]);
  const notes = { receivedAt: '2026-01-01T00:00:00.000Z', flags: [], duplicates: [] };
  const conversation = conversationOf('case-1', clear);
  const head = summaryOf({ conversation, notes, plausibility: { findings: [] } } as never, 'unread', {
    conversationId: 'case-1',
    mismatches: details.fileMismatches,
  });
  expect({ verdict: head.verdict, findings: head.findings }).toEqual({
    verdict: details.row.verdict,
    findings: details.findings,
  });
  const report = caseReportOf({
    plausibility: { findings: [], comparisons: 0, complete: true },
    company: { reasons: [] },
    reading: { value: conversation, notes } as never,
    details: { ...details, history: [] },
    media: [],
    pictures: { pictures: [], withoutPicture: [] },
    unmasked: false,
    environment: { name: 'Test', kind: 'test' } as never,
    conversationId: 'case-1',
    now: Date.parse('2026-01-01'),
    actor: 'reviewer',
    program: 'Assay',
  });
  expect(report.verdict).toBe(assessmentTerm(head).text);
  expect(report.findings.map((finding) => finding.text)).toEqual([text]);
});

test('it stays when the case is read again, and goes when the files are found to be what they claim', () => {
  const service = openInMemory();
  record(service, 'case-1', clear);
  service.recordFiles({ ...env, conversationId: 'case-1', files: { mismatches, isComplete: true } });
  record(service, 'case-1', { ...clear, userKey: 'changed' });
  expect(get(service, 'case-1').row.verdict).toBe('review');
  expect(
    service.recordFiles({ ...env, conversationId: 'case-1', files: { mismatches: [], isComplete: true } }),
  ).toBe(true);
  expect(get(service, 'case-1').row).toMatchObject({ verdict: 'clear', findings: [] });
});

test('nothing is kept of a case that was not read', () => {
  const service = openInMemory();
  expect(
    service.recordFiles({ ...env, conversationId: 'unknown', files: { mismatches, isComplete: true } }),
  ).toBe(false);
});

test('known mismatches stay when fewer files could be checked than before', () => {
  const service = openInMemory();
  record(service, 'case-1', clear);
  const [front] = mismatches;
  const back = fileMismatchOf({ type: 'DOCUMENT', variant: 'BACK' }, 'image/png', 'text/html');
  const face = fileMismatchOf({ type: 'FACE' }, 'image/png', 'application/pdf');
  const check = (found: FileMismatch[], isComplete: boolean) =>
    service.recordFiles({
      ...env,
      conversationId: 'case-1',
      files: { mismatches: found, isComplete },
    });
  const known = () => get(service, 'case-1').fileMismatches;
  if (!front) {
    throw new Error('There is no file.');
  }
  check([front, back], true);
  expect(check([back], false)).toBe(false);
  expect(known()).toEqual([front, back]);
  expect(check([back, face], false)).toBe(true);
  expect(known()).toEqual([front, back, face]);
  check([face], true);
  expect(known()).toEqual([face]);
});
