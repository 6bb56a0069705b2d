import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Decrypter, Encrypter } from 'age-encryption';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { PassphraseRecipient } from '../../../../../main/common/passphrase-recipient.ts';
import { caseReportOf } from '../../../../../main/features/records/evidence/case-report.ts';
import type { ChosenMedium } from '../../../../../main/features/records/evidence/chosen-media.ts';
import { printedReport } from '../../../../../main/features/records/evidence/printed-report.ts';
import {
  attached,
  context,
  type Evidence,
  environmentId,
  startEvidence,
  verified,
} from '../../../../support/evidence.ts';

const hasAge = spawnSync('age', ['--version']).status === 0;

let { service, directory, evidence, conversationId, mediaIds, loseNoteFile, saved, unpack, close } =
  {} as Evidence;

beforeAll(async () => {
  ({ service, directory, evidence, conversationId, mediaIds, loseNoteFile, saved, unpack, close } =
    await startEvidence());
});
afterAll(() => close());

describe('a case report', () => {
  test('masks names and numbers by their shape unless they are chosen to be shown', async () => {
    const chosen = { environmentId, conversationId, mediaIds: mediaIds.slice(0, 2), pictures: [] };
    const masked = await evidence['evidence.preview']({ ...chosen, unmasked: false }, context);
    const shown = await evidence['evidence.preview']({ ...chosen, unmasked: true }, context);
    const valueAt = (report: typeof masked, path: string) =>
      report.record.find((row) => row.path === `result.identity.user.${path}`)?.value;
    expect(valueAt(shown, 'person.name.firstName')).toBe('Zażółć');
    expect(valueAt(masked, 'person.name.firstName')).toBe('Z•••');
    expect(valueAt(masked, 'person.info.gender')).toBe(valueAt(shown, 'person.info.gender'));
    expect(masked).toMatchObject({ verdict: 'No issues', isMasked: true, createdBy: 'anna' });
    // A pseudonym, by which the case is found.
    expect(masked.userKey).toBe(shown.userKey);
    expect(masked.files).toHaveLength(2);
    expect(masked.notes[0]?.text).toBe(`Zażółć\nFile: letter.pdf, 12,345 bytes, SHA-256 ${attached.sha256}`);
    expect(JSON.stringify({ ...masked, notes: [] })).not.toContain('Zażółć');
  });

  test('is headed by the decision, and says why, by whom and when it was made', async () => {
    const id = service.idOf('A record whose values contradict each other');
    const chosen = { environmentId, conversationId: id, mediaIds: [], pictures: [], unmasked: true };
    const report = await evidence['evidence.preview'](chosen, context);
    expect(report).toMatchObject({
      heading: 'Escalated',
      verdict: 'PESEL: different date of birth, 4 more',
      decision: {
        kind: 'Escalated',
        reason: 'Second opinion needed',
        comment: 'Ask legal',
        reviewer: 'jan',
        at: '1970-01-01T00:00:01.000Z',
      },
      seenBefore: [{ conversationId: 'other', text: 'Rejected; another user, same document number' }],
    });
    expect(report.ownChecks.length).toBeGreaterThan(0);
    expect(report.findings.map(({ product }) => product)).toContain('Own check');
    expect(report.userKey).toBeDefined();
  });

  test('shows a member in the clear only where its path and the form of its value are known to identify no person', async () => {
    const { report } = recordReport(
      {
        person: {
          info: { gender: 'Jane Roe', nationality: 'PL', foreignerStatus: 'Jane Roe' },
          ids: { passport: { issuer: 'Jane Roe', expiryDate: '2030-01-02', issueDate: '2020-01-02' } },
          contact: { status: 'Jane Roe', type: 'Jane Roe' },
        },
        category: 'Jane Roe',
      },
      false,
    );
    expect(JSON.stringify(report.record)).not.toContain('Jane Roe');
    const open = report.record.filter(({ isMasked }) => !isMasked).map(({ path, value }) => [path, value]);
    expect(open).toEqual([
      ['result.identity.user.person.info.nationality', 'PL'],
      ['result.identity.user.person.ids.passport.expiryDate', '2030-01-02'],
    ]);
  });

  test('masks the names of undocumented members, which may be personal data themselves', () => {
    const user = {
      person: {
        'Jane Roe': 'x',
        name: { firstName: 'Anna' },
        relatives: { 'Jane Roe': { firstName: 'Anna' }, 'John Roe': ['a', 'b'] },
      },
      'jane@roe.example': 1,
    };
    const masked = recordReport(user, false).report;
    expect(JSON.stringify(masked)).not.toMatch(/roe|relatives/i);
    expect(
      masked.record.map(({ label, path }) => [label, path.replace('result.identity.user.', '')]),
    ).toEqual([
      ['Undocumented member 1', 'person.(undocumented 1)'],
      ['First name', 'person.name.firstName'],
      ['First name', 'person.(undocumented 2).(undocumented 1).firstName'],
      ['Undocumented member 3', 'person.(undocumented 2).(undocumented 3)[0]'],
      ['Undocumented member 3', 'person.(undocumented 2).(undocumented 3)[1]'],
      ['Undocumented member 4', '(undocumented 4)'],
    ]);
    const shown = recordReport(user, true).report;
    expect(shown.record[0]?.path).toBe('result.identity.user.person.Jane Roe');
  });

  test('cuts a very long content type of a file in the preview and the PDF, and has it whole in the JSON', async () => {
    const contentType = `image/${'x'.repeat(50_000)}`;
    const { report } = recordReport({}, false, {}, [
      { id: 'm1', type: 'FACE', contentType, isListed: true } as ChosenMedium,
    ]);
    expect(report.files[0]?.contentType).toBe(contentType);
    const [printed] = printedReport(report).files;
    expect(printed?.contentType.length).toBeLessThan(600);
    expect(printed?.contentType).toContain('all 50,006 characters are in the JSON report');
  });

  test('says the same as the window: labels in words, countries by name, nothing of a date', async () => {
    const { report } = recordReport(
      {
        person: {
          info: { gender: 'FEMALE', nationality: 'PL', birthDate: '1979-11-02' },
          ids: { idCard: { issuer: 'Jane Roe', type: 'NATIONAL' } },
          address: { fullAddress: 'Long Street', postalCode: 'x' },
        },
      },
      false,
    );
    expect(printedReport(report).record.map(({ label, value }) => `${label}: ${value}`)).toEqual([
      'Gender: Female',
      'Nationality: Poland (PL)',
      'Date of birth: •••',
      'Identity card issuer: J••• R•••',
      'Identity card type: National',
      'Full address: L••• S•••',
      'Postal code: •••',
    ]);
  });

  test('prints countries and methods of sources by their names', () => {
    const { report } = recordReport({}, true);
    const sources = [
      { country: 'PL', method: 'DOCUMENT_SCAN' },
      { country: '', method: '' },
    ];
    expect(printedReport({ ...report, sources }).sources).toEqual([
      { country: 'Poland', method: 'Document scan' },
      { country: '', method: '' },
    ]);
  });

  test('has all values of a long record in its JSON, and says how many the preview and the PDF leave out', async () => {
    const members = Object.fromEntries(
      Array.from({ length: 1200 }, (_, index) => [`m${index}`, `v${index}`]),
    );
    const { report } = recordReport({ person: members }, true);
    expect([report.record.length, report.recordLeftOut]).toEqual([1200, 0]);
    const printed = printedReport(report);
    expect([printed.record.length, printed.recordLeftOut]).toEqual([500, 700]);
    const huge = recordReport({ list: Array.from({ length: 25_000 }, () => 1) }, true).report;
    expect([huge.record.length, huge.recordLeftOut]).toEqual([20_000, 5000]);
  });

  test('lists the checks of a product with the failed ones first, as the window does', () => {
    const checks = Array.from({ length: 500 }, (_, index) => ({
      name: `CHECK_${index}`,
      result: index === 411 ? 'FAILED' : index === 444 ? 'ERROR' : 'ACCEPTED',
    }));
    const { report } = recordReport({}, true, { checks });
    expect(report.checks).toHaveLength(500);
    expect(report.checks.slice(0, 3).map(({ code, result }) => [code, result])).toEqual([
      ['CHECK_411', 'Failed'],
      ['CHECK_444', 'Error'],
      ['CHECK_0', 'Accepted'],
    ]);
  });

  test('is saved as JSON and as a PDF that begins and ends like one', async () => {
    const chosen = { environmentId, conversationId, mediaIds, unmasked: true, pictures: [] };
    await evidence['evidence.saveReport']({ ...chosen, as: 'json' }, context);
    expect(JSON.parse(saved()?.bytes.toString() ?? '')).toMatchObject({ format: 'assay-case-report' });
    await evidence['evidence.saveReport']({ ...chosen, as: 'pdf' }, context);
    expect(saved()?.fileName).toMatch(/^case-report-[\w-]+\.pdf$/);
    expect(saved()?.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(saved()?.bytes.subarray(-6).toString()).toContain('%%EOF');
  });

  test('has its pictures in the JSON as well', async () => {
    const jpeg = readFileSync(
      join(import.meta.dirname, '../../../../../main/sandbox/assets/specimens/polish/passport-photo.jpg'),
    );
    const [mediaId = ''] = mediaIds;
    const pictures = [{ mediaId, jpeg }];
    await evidence['evidence.saveReport'](
      { environmentId, conversationId, mediaIds, unmasked: false, pictures, as: 'json' },
      context,
    );
    const report = JSON.parse(saved()?.bytes.toString() ?? '');
    expect(report.pictures).toHaveLength(1);
    expect(Buffer.from(report.pictures[0].jpeg, 'base64').equals(jpeg)).toBe(true);
  });
});

function recordReport(
  user: unknown,
  unmasked: boolean,
  identity: Record<string, unknown> = {},
  media: ChosenMedium[] = [],
) {
  const report = caseReportOf({
    plausibility: { findings: [], comparisons: 0, complete: true },
    company: { reasons: [] },
    reading: {
      value: { id: 'c', status: 'FINISHED', result: { identity: { status: 'FINISHED', user, ...identity } } },
      notes: { flags: [], cuts: [], duplicates: [], receivedAt: '2026-11-21T12:00:00Z' },
      raw: new Uint8Array(),
    } as unknown as Parameters<typeof caseReportOf>[0]['reading'],
    details: undefined,
    media,
    pictures: { pictures: [], withoutPicture: [] },
    unmasked,
    environment: { name: 'Test', kind: 'test', address: 'https://service.example' },
    conversationId: 'c',
    now: 0,
    actor: 'anna',
    program: 'Assay test',
  });
  return { report };
}

describe('an evidence pack', () => {
  test('is verified by the commands of its own README, and a changed byte is found', async () => {
    await evidence['evidence.savePack'](
      { environmentId, conversationId, mediaIds, unmasked: false, pictures: [] },
      context,
    );
    const folder = unpack('pack');
    expect(verified(folder)).toHaveLength(mediaIds.length + 8);
    const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
    expect(manifest.files).toHaveLength(mediaIds.length + 6);
    expect(readFileSync(join(folder, 'notes/1-letter.pdf'), 'utf8')).toBe('A letter');
    for (const { path, bytes, sha256 } of manifest.files) {
      const content = readFileSync(join(folder, path));
      expect(content.length).toBe(bytes);
      expect(createHash('sha256').update(content).digest('hex')).toBe(sha256);
    }
    writeFileSync(join(folder, 'report.json'), '{}');
    expect(() => verified(folder)).toThrow('sha256sum');
    const sums = readFileSync(join(folder, 'SHA256SUMS'), 'utf8');
    writeFileSync(join(folder, 'SHA256SUMS'), sums.replace(/^./, '0').replace(/^0(.)/, '1$1'));
    expect(() => verified(folder)).toThrow('openssl');
  });

  test('with a missing file says so in its manifest and in a list that is signed too', async () => {
    const path = `/api/conversations/${conversationId}/identity/metadata/media/${mediaIds[1]}`;
    await service.control('/faults', {
      match: { method: 'GET', path },
      fault: { status: 410, body: '{"status":"GONE","message":"gone","violations":[]}' },
      times: 10,
    });
    const { missing } = await evidence['evidence.savePack'](
      { environmentId, conversationId, mediaIds, unmasked: false, pictures: [] },
      context,
    );
    await service.control('/faults', { clear: true }).catch(() => undefined);
    expect(missing.map(({ mediaId }) => mediaId)).toEqual([mediaIds[1]]);
    const folder = unpack('pack with a missing file');
    const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
    expect(manifest.missing).toEqual(missing);
    expect(readFileSync(join(folder, 'MISSING.txt'), 'utf8')).toContain(`id ${mediaIds[1]}: `);
    expect(verified(folder)).toHaveLength(mediaIds.length - 1 + 9);
  });

  test('without files has no list of files, which was not read, and nothing in it is empty', async () => {
    await evidence['evidence.savePack'](
      { environmentId, conversationId, mediaIds: [], unmasked: false, pictures: [] },
      context,
    );
    const folder = unpack('pack without files');
    const read = (name: string) => readFileSync(join(folder, name), 'utf8');
    const { files } = JSON.parse(read('manifest.json'));
    expect(files.map(({ path }: { path: string }) => path)).toEqual([
      'notes/1-letter.pdf',
      'raw/conversation.json',
      'report.json',
      'report.pdf',
      'journal.jsonl',
    ]);
    expect(read('README.txt')).toContain('No files were chosen, so the list of files was not read.');
    expect(read('README.txt')).not.toContain('4.4');
    expect(verified(folder)).toHaveLength(7);
  });

  test('names the file of a note that is lost as missing', async () => {
    loseNoteFile(true);
    onTestFinished(() => loseNoteFile(false));
    const { missing } = await evidence['evidence.savePack'](
      { environmentId, conversationId, mediaIds: [], unmasked: false, pictures: [] },
      context,
    );
    expect(missing).toEqual([{ mediaId: 'note 1', reason: 'The file of note 1 is lost.' }]);
    const folder = unpack('pack with a lost file of a note');
    const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
    expect(manifest.missing).toEqual(missing);
    expect(readFileSync(join(folder, 'MISSING.txt'), 'utf8')).toContain(
      'note 1: The file of note 1 is lost.',
    );
  });

  test('names each chosen file by its id, also one that the service lists no longer', async () => {
    const gone = 'file-that-left-the-list';
    const kept = [mediaIds[0] ?? '', mediaIds[2] ?? ''];
    const { missing } = await evidence['evidence.savePack'](
      {
        environmentId,
        conversationId,
        mediaIds: [...kept, gone],
        unmasked: false,
        pictures: [{ mediaId: gone, reason: 'It could not be received.' }],
      },
      context,
    );
    expect(missing).toEqual([{ mediaId: gone, reason: expect.any(String) }]);
    const folder = unpack('pack with a file that left the list');
    const read = (name: string) => readFileSync(join(folder, name), 'utf8');
    expect(read('MISSING.txt')).toContain(`id ${gone}: `);
    const manifest = JSON.parse(read('manifest.json'));
    const ids = manifest.files.flatMap(({ mediaId }: { mediaId?: string }) => mediaId ?? []);
    expect(ids).toEqual(kept);
    expect(manifest.missing).toEqual(missing);
    const report = JSON.parse(read('report.json'));
    expect(report.files.map(({ id }: { id: string }) => id)).toEqual([...kept, gone]);
    expect(report.files[2].title).toBe('File no longer listed by the service');
    expect(report.withoutPicture).toHaveLength(1);
  });

  describe('sealed with a passphrase', () => {
    const passphrase = 'correct horse battery';
    const opened = async (sealed: Uint8Array, given: string) => {
      const decrypter = new Decrypter();
      decrypter.addPassphrase(given);
      return Buffer.from(await decrypter.decrypt(sealed));
    };
    beforeAll(async () => {
      await evidence['evidence.savePack'](
        { environmentId, conversationId, mediaIds, unmasked: false, pictures: [], passphrase },
        context,
      );
    });

    test('is opened by it, and what was inside is verified', async () => {
      expect(saved()?.fileName).toMatch(/\.zip\.age$/);
      expect(saved()?.bytes.subarray(0, 21).toString()).toBe('age-encryption.org/v1');
      const folder = unpack('opened pack', await opened(saved()?.bytes ?? Buffer.alloc(0), passphrase));
      expect(verified(folder)).toHaveLength(mediaIds.length + 8);
    });

    test('is opened by no other, and its key is derived beside main’s thread', async () => {
      const quick = new PassphraseRecipient(passphrase, 10);
      const encrypter = new Encrypter();
      encrypter.addRecipient(quick);
      const sealed = Buffer.from(await encrypter.encrypt('content'));
      expect(String(await opened(sealed, passphrase))).toBe('content');
      await expect(opened(sealed, 'another')).rejects.toThrow();
      let turns = 0;
      setImmediate(() => {
        turns += 1;
      });
      const [stanza] = await new PassphraseRecipient(passphrase).wrapFileKey(new Uint8Array(16));
      expect(turns).toBe(1);
      // The cost of people, which the packs of this file do not have.
      expect(stanza?.args).toEqual(['scrypt', expect.any(String), '18']);
    });

    test.skipIf(!hasAge)('is opened by the program age', () => {
      const sealed = join(directory, 'sealed.age');
      const opened = join(directory, 'opened.zip');
      writeFileSync(sealed, saved()?.bytes ?? '');
      // The program reads a passphrase from a terminal only.
      const program = `import os, pty, sys
pid, fd = pty.fork()
if pid == 0:
    os.execvp("age", ["age", "--decrypt", "--output", sys.argv[2], sys.argv[1]])
os.read(fd, 1000)
os.write(fd, sys.argv[3].encode() + b"\\n")
try:
    while os.read(fd, 1000):
        pass
except OSError:
    pass
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))`;
      execFileSync('python3', ['-c', program, sealed, opened, passphrase]);
      expect(verified(unpack('pack opened by age', readFileSync(opened)))).toHaveLength(mediaIds.length + 7);
    });
  });
});

describe('all files in one ZIP', () => {
  test('hold every byte, and one that the service refuses is left out and named', async () => {
    const path = `/api/conversations/${conversationId}/identity/metadata/media/${mediaIds[1]}`;
    await service.control('/faults', {
      match: { method: 'GET', path },
      fault: { status: 404, body: '{"status":"NOT_FOUND","message":"gone","violations":[]}' },
      times: 10,
    });
    const { missing } = await evidence['evidence.saveFiles'](
      { environmentId, conversationId, mediaIds, to: 'zip' },
      context,
    );
    await service.control('/faults', { clear: true }).catch(() => undefined);
    expect(missing.map(({ mediaId }) => mediaId)).toEqual([mediaIds[1]]);
    const folder = unpack('files');
    const names = readdirSync(folder);
    // The files that arrived, and the list of those that did not.
    expect(names).toHaveLength(mediaIds.length);
    expect(readFileSync(join(folder, 'MISSING.txt'), 'utf8')).toContain(`id ${mediaIds[1]}: `);
    const response = await service.services
      .client(environmentId)
      .openMedia(conversationId, mediaIds[0] ?? '', {});
    const first = names.find((name) => name.startsWith('01-')) ?? '';
    expect(readFileSync(join(folder, first)).equals(await buffer(response.body))).toBe(true);
  });
});
