import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect } from 'vitest';
import type { FileToSave } from '../../main/bridge/host.ts';
import { Failure } from '../../main/common/failure.ts';
import type { CaseStore } from '../../main/features/cases/case-store.ts';
import { LazyPlausibility } from '../../main/features/cases/plausibility/lazy.ts';
import { SpoolDirectory } from '../../main/features/media/spool/spool-directory.ts';
import { ConsoleSigner } from '../../main/features/records/console-key/console-key.ts';
import { evidenceHandlers } from '../../main/features/records/evidence/handlers.ts';
import { Printer } from '../../main/features/records/print/printer.ts';
import { startService } from './service.ts';

/** The file of the note. */
export const attached = { name: 'letter.pdf', bytes: 12_345, sha256: 'ab'.repeat(32) };

export const environmentId = 'test';
export const context = {
  signal: new AbortController().signal,
  closed: new AbortController().signal,
  progress: () => undefined,
};

export type Evidence = Awaited<ReturnType<typeof startEvidence>>;

/** Starts the sandbox and what answers for reports and packs, which are saved into memory. */
export async function startEvidence() {
  const signer = new ConsoleSigner(generateKeyPairSync('ed25519').privateKey, 'session');
  const directory = mkdtempSync(join(tmpdir(), 'assay-evidence-'));
  const service = await startService();
  const conversationId = service.idOf('Everything that can be collected');
  const { value } = await service.services.client(environmentId).readMetadata(conversationId, {});
  let lost = false;
  let saved: { fileName: string; bytes: Buffer } | undefined;
  /** The list of cases. */
  const answers = {
    get: () => ({
      row: { decision: { kind: 'escalate', reason: 'second-opinion', at: 1000 }, reviewer: 'jan' },
      comment: 'Ask legal',
      findings: [],
      seenBefore: [
        {
          conversationId: 'other',
          by: ['document-number'],
          otherUser: true,
          verdict: 'clear',
          decision: { kind: 'reject', at: 0 },
        },
      ],
      notes: [{ id: 1, at: 0, actor: 'anna', text: 'Zażółć', file: attached }],
      history: [
        { seq: 3, at: 1000, actor: 'eva', kind: 'noted', details: {} },
        { seq: 2, at: 1000, actor: 'jan', kind: 'decided', details: { decision: 'escalate' } },
        { seq: 1, at: 0, actor: 'anna', kind: 'opened', details: {} },
      ],
    }),
    attachment: ({ note }: { note: number }) => {
      if (lost) {
        throw new Failure({ code: 'file-unreadable', message: `The file of note ${note} is lost.` });
      }
      return { fileName: attached.name, content: Buffer.from('A letter') };
    },
    selectedAtService: ({ selection }: { selection: { ids: string[] } }) => selection.ids,
    unsignable: () => undefined,
    settings: () => ({ reasons: [] }),
  };
  const evidence = evidenceHandlers({
    plausibility: new LazyPlausibility(() => undefined),
    services: service.services,
    cases: {
      request: (async (name: keyof typeof answers, input: never) =>
        answers[name](input)) as CaseStore['request'],
    },
    environment: () => ({ name: 'Test', kind: 'test', address: service.sandbox.baseUrl }),
    signer: async () => signer,
    host: {
      async saveFile(file: FileToSave, { signal }) {
        const { body } = await file.open(signal);
        const bytes = await buffer(body);
        saved = { fileName: file.fileName, bytes };
        return { kind: 'saved', path: `/saved/${file.fileName}`, bytes: bytes.length };
      },
    },
    spools: new SpoolDirectory(join(directory, 'spool')),
    actor: 'anna',
    program: 'Assay test',
    printer: new Printer(join(import.meta.dirname, '../../node_modules')),
    passphraseCost: 10,
    now: () => Date.UTC(2026, 10, 21, 12),
  });
  return {
    service,
    directory,
    evidence,
    conversationId,
    mediaIds: (value.media ?? []).map(({ id }) => id),
    /** Makes the file of the note unreadable, or readable again. */
    loseNoteFile(isLost: boolean): void {
      lost = isLost;
    },
    /** The file saved last. */
    saved: () => saved,
    /** Writes what was saved into an empty folder and unpacks it. */
    unpack(name: string, bytes = saved?.bytes): string {
      const folder = join(directory, name);
      mkdirSync(folder);
      writeFileSync(join(directory, `${name}.zip`), bytes ?? '');
      execFileSync('python3', ['-m', 'zipfile', '-e', join(directory, `${name}.zip`), folder]);
      return folder;
    },
    async close() {
      await service.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Returns the files that the two commands of the README inside find unchanged. */
export function verified(folder: string): string[] {
  const readme = readFileSync(join(folder, 'README.txt'), 'utf8');
  const [sums = '', signature = ''] = readme.match(/^ {2}(sha256sum|openssl) .*$/gm) ?? [];
  const run = (command: string) =>
    execFileSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
  expect(run(signature)).toContain('Signature Verified Successfully');
  return run(sums).match(/: OK$/gm) ?? [];
}
