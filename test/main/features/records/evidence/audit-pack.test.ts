import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { maxAuditCases } from '../../../../../preload/contract/evidence.ts';
import {
  context,
  type Evidence,
  environmentId,
  startEvidence,
  verified,
} from '../../../../support/evidence.ts';

let { service, evidence, conversationId, unpack, close } = {} as Evidence;

beforeAll(async () => {
  ({ service, evidence, conversationId, unpack, close } = await startEvidence());
});
afterAll(() => close());

describe('a pack for an auditor', () => {
  const choice = { environmentId, unmasked: false, withFiles: true };
  const manifestIn = (folder: string) => JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));

  test('holds cases drawn by a seed, which its README draws again, and is verified as a whole', async () => {
    const others = ['A record whose values contradict each other', 'Seven products, known in part'];
    const ids = [conversationId, ...others.map((title) => service.idOf(title)), 'not-there', 'c5', 'c6'];
    const draw = { count: 4, seed: 'seed-7' };
    const { conversationIds, unread } = await evidence['evidence.saveAuditPack'](
      { ...choice, selection: { ids }, draw },
      context,
    );
    const folder = unpack('audit');
    const readme = readFileSync(join(folder, 'README.txt'), 'utf8');
    const again = readme.match(/^ {2}while .*$/m)?.[0] ?? '';
    const drawn = execFileSync('sh', ['-c', again], { cwd: folder, encoding: 'utf8' }).trim().split('\n');
    expect(drawn.map((line) => line.split('  ')[1])).toEqual(conversationIds);
    const manifest = manifestIn(folder);
    expect(manifest.draw).toEqual({ ...draw, of: 6 });
    expect(manifest.cases.map((one: { conversationId: string }) => one.conversationId)).toEqual(
      conversationIds,
    );
    expect(verified(folder)).toHaveLength(manifest.files.length + 2);
    // A case that cannot be read is named, with everything that this console keeps about it.
    expect(unread.length).toBeGreaterThan(0);
    for (const one of manifest.cases) {
      const isUnread = unread.some((other) => other.conversationId === one.conversationId);
      expect(readdirSync(join(folder, one.folder)).includes('report.pdf')).toBe(!isUnread);
      expect(existsSync(join(folder, one.folder, 'notes/1-letter.pdf'))).toBe(!isUnread);
      expect(readFileSync(join(folder, one.folder, 'journal.jsonl'), 'utf8')).toContain('anna');
    }
  });

  test('holds the chosen cases, and no more than its limit', async () => {
    const selection = { ids: [conversationId] };
    await evidence['evidence.saveAuditPack']({ ...choice, selection, withFiles: false }, context);
    const folder = unpack('chosen');
    expect(readdirSync(join(folder, 'cases/1'))).not.toContain('notes');
    expect(manifestIn(folder)).not.toHaveProperty('draw');
    expect(JSON.parse(readFileSync(join(folder, 'cases/1/report.json'), 'utf8'))).toMatchObject({
      conversationId,
    });
    const many = { ids: Array.from({ length: maxAuditCases + 1 }, (_, at) => `c${at}`) };
    await expect(
      evidence['evidence.saveAuditPack']({ ...choice, selection: many }, context),
    ).rejects.toMatchObject({ code: 'limit-exceeded' });
  });
});
