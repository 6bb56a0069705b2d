import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { SaveProgress } from '../../../../preload/contract/application.ts';
import {
  type CaseReport,
  type FilesResult,
  maxAuditCases,
  type ReportPicture,
  type UnreadCase,
} from '../../../../preload/contract/evidence.ts';
import { omitUndefined } from '../../../../preload/contract/objects.ts';
import type { Plausibility } from '../../../../preload/contract/plausibility.ts';
import type { Conversation } from '../../../../preload/contract/service/conversation.ts';
import type { MediaItem } from '../../../../preload/contract/service/metadata.ts';
import type { HandlersOf } from '../../../bridge/handlers.ts';
import type { Host } from '../../../bridge/host.ts';
import { saveContent } from '../../../bridge/save-content.ts';
import { assertFailure, cancelledFailure, Failure } from '../../../common/failure.ts';
import type { Target } from '../../../common/target.ts';
import type { Services } from '../../../service/port.ts';
import { readTarget } from '../../../service/read-target.ts';
import type { CaseStore } from '../../cases/case-store.ts';
import { maintenanceMs } from '../../cases/index/index-connection.ts';
import { mediaListOf } from '../../media/metadata-list.ts';
import type { SpoolDirectory } from '../../media/spool/spool-directory.ts';
import type { ConsoleSigner } from '../console-key/console-key.ts';
import type { Printer } from '../print/printer.ts';
import { auditPack } from './audit-pack.ts';
import { caseReportOf } from './case-report.ts';
import { chosenMedia } from './chosen-media.ts';
import { FilesProgress } from './files-progress.ts';
import { eachMedium, type MediaSource } from './media-files.ts';
import { evidencePack, type NoteFile, type PackedCase } from './pack.ts';
import { printedReport } from './printed-report.ts';
import { checkedPictures } from './report-pictures.ts';
import { addMedia } from './zip-media.ts';
import { zipStream } from './zip-writer.ts';

export interface EvidenceDeps {
  services: Services;
  cases: Pick<CaseStore, 'request'>;
  environment(environmentId: string): CaseReport['environment'];
  /** Never rejects. @param receivedAt when the response came, ISO 8601 */
  plausibility: { check(conversation: Conversation, receivedAt: string): Promise<Plausibility> };
  signer(): Promise<Pick<ConsoleSigner, 'sign' | 'keyId'>>;
  host: Pick<Host, 'saveFile' | 'chooseFolder'>;
  /** For files that are put into a ZIP only when they are whole. */
  spools: Pick<SpoolDirectory, 'create'>;
  /** The user of the system. */
  actor: string;
  /** Such as `Assay 0.1.0`. */
  program: string;
  printer: Pick<Printer, 'print'>;
  /** The base-2 logarithm of scrypt's cost for a pack; that of people when not given. */
  passphraseCost?: number;
  /** Milliseconds since the epoch. */
  now(): number;
}

interface ReportChoice extends Target {
  unmasked: boolean;
  /** `all`: those that the service lists. */
  mediaIds: string[] | 'all';
  pictures: ReportPicture[];
}

/** Returns the operations `evidence.*`: case reports, evidence packs, and the files of a case in one ZIP. */
export function evidenceHandlers(deps: EvidenceDeps): HandlersOf<'evidence'> {
  const { services, cases, host, spools, now } = deps;
  /** Returns why nothing may be signed: the journal of cases was changed outside the console, or is not complete. */
  const unsignable = () => cases.request('unsignable', {}, { timeoutMs: maintenanceMs });

  const pdfOf = (report: CaseReport, jpegs: readonly Uint8Array[], signal: AbortSignal) =>
    deps.printer.print({ report: printedReport(report), jpegs }, signal);

  async function gather(
    { environmentId, conversationId, unmasked, mediaIds, pictures }: ReportChoice,
    signal: AbortSignal,
  ) {
    const client = services.client(environmentId);
    const reading = await readTarget(client, conversationId, { signal });
    const metadata =
      mediaIds.length === 0 ? undefined : await client.readMetadata(conversationId, { signal });
    const all = metadata ? mediaListOf(metadata.value, metadata.notes, conversationId).media : [];
    const media = chosenMedia(mediaIds === 'all' ? all.map(({ id }) => id) : mediaIds, all);
    const { jpegs, ...reportPictures } = checkedPictures(pictures, media);
    const details = await cases.request('get', { environmentId, conversationId });
    const report = caseReportOf({
      reading,
      details,
      plausibility: await deps.plausibility.check(reading.value, reading.notes.receivedAt),
      company: await cases.request('settings', { environmentId }),
      media,
      pictures: reportPictures,
      unmasked,
      environment: deps.environment(environmentId),
      conversationId,
      now: now(),
      actor: deps.actor,
      program: deps.program,
    });
    return { client, conversationId, reading, metadata, media, report, jpegs, details };
  }

  /** Returns a case that was gathered as it is put into a pack. */
  function packedCase(
    { client, conversationId, reading, metadata, media, report, jpegs }: PackContent,
    noteFiles: readonly NoteFile[],
    reportPdf: Uint8Array,
    files: { signal: AbortSignal; progress: FilesProgress },
  ): PackedCase {
    return {
      files: { client, conversationId, spools, ...files },
      report,
      reportJson: reportJson(report, jpegs),
      reportPdf,
      rawConversation: reading.raw,
      rawMetadata: metadata?.raw,
      media,
      noteFiles,
    };
  }

  type PackContent = Awaited<ReturnType<typeof gather>>;

  /** Returns the files of the notes of a case; one that is lost is named as missing. */
  async function noteFilesOf(
    environmentId: string,
    { conversationId, details }: PackContent,
    progress: FilesProgress,
  ): Promise<NoteFile[]> {
    const files: NoteFile[] = [];
    for (const { id: note } of (details?.notes ?? []).filter(({ file }) => file)) {
      try {
        files.push(await cases.request('attachment', { environmentId, conversationId, note }));
      } catch (error) {
        assertFailure(error);
        progress.leftOut({ mediaId: `note ${note}`, reason: error.message });
      }
    }
    return files;
  }

  /** Saves a ZIP. The files missing from a downloaded one are known at the end of the download. */
  async function saveZip(
    fileName: string,
    of: number,
    write: (signal: AbortSignal, progress: FilesProgress) => Promise<Readable>,
    { signal, progress }: { signal: AbortSignal; progress(progress: SaveProgress): void },
  ): Promise<FilesResult> {
    let parts: FilesProgress | undefined;
    const result = await host.saveFile(
      {
        fileName,
        async open(saving) {
          parts = new FilesProgress(of, progress);
          return { body: await write(saving, parts), contentType: 'application/zip', contents: parts };
        },
      },
      { signal, progress: () => parts && progress(parts.progress()) },
    );
    return { result, missing: result.kind === 'saved' ? [...(parts?.missing ?? [])] : [] };
  }

  return {
    'evidence.preview': async (input, { signal }) => printedReport((await gather(input, signal)).report),

    async 'evidence.saveReport'(input, { signal, progress }) {
      const { report, jpegs } = await gather(input, signal);
      const bytes = input.as === 'json' ? reportJson(report, jpegs) : await pdfOf(report, jpegs, signal);
      const fileName = `case-report-${shortId(input.conversationId)}.${input.as}`;
      const contentType = input.as === 'json' ? 'application/json' : 'application/pdf';
      return saveContent(host, { fileName, contentType, content: () => bytes }, signal, progress);
    },

    async 'evidence.savePack'(input, { signal, progress }) {
      const content = await gather(input, signal);
      const [disagreement = await unsignable()] = content.details?.disagreements ?? [];
      if (disagreement !== undefined) {
        throw notSigned(disagreement);
      }
      const signer = await deps.signer();
      const pdf = await pdfOf(content.report, content.jpegs, signal);
      const { passphrase } = input;
      return saveZip(
        `evidence-${shortId(input.conversationId)}.zip${passphrase === undefined ? '' : '.age'}`,
        content.media.length,
        async (saving, files) => {
          const noteFiles = await noteFilesOf(input.environmentId, content, files);
          const one = packedCase(content, noteFiles, pdf, { signal: saving, progress: files });
          return sealPack(evidencePack(one, signer), passphrase, deps.passphraseCost);
        },
        { signal, progress },
      );
    },

    async 'evidence.saveAuditPack'(input, { signal, progress }) {
      const { environmentId, selection, draw, unmasked, withFiles, passphrase } = input;
      const population = (await cases.request('selectedAtService', { environmentId, selection })).toSorted();
      const conversationIds = draw ? drawnCases(population, draw.count, draw.seed) : population;
      if (conversationIds.length > maxAuditCases) {
        throw new Failure({
          code: 'limit-exceeded',
          message: `At most ${maxAuditCases} cases go into a pack, and these are ${conversationIds.length}.`,
          hint: 'Draw some of them, or select fewer.',
        });
      }
      let disagreement = await unsignable();
      for (const conversationId of conversationIds) {
        disagreement ??= (await cases.request('get', { environmentId, conversationId }))?.disagreements?.[0];
      }
      if (disagreement !== undefined) {
        throw notSigned(disagreement);
      }
      const signer = await deps.signer();
      const unread: UnreadCase[] = [];
      const result = await saveZip(
        `audit-${conversationIds.length}-cases.zip${passphrase === undefined ? '' : '.age'}`,
        conversationIds.length,
        async (saving, packing) => {
          const zip = auditPack({
            conversationIds,
            draw: draw && { ...draw, population },
            unread,
            signer,
            progress: packing,
            now: now(),
            about: {
              createdBy: deps.actor,
              program: deps.program,
              environment: deps.environment(environmentId),
              isMasked: !unmasked,
            },
            async gather(conversationId) {
              const mediaIds = withFiles ? ('all' as const) : [];
              const content = await gather(
                { environmentId, conversationId, unmasked, mediaIds, pictures: [] },
                saving,
              );
              const pdf = await pdfOf(content.report, [], saving);
              const files = new FilesProgress(content.media.length, () => undefined);
              const noteFiles = withFiles ? await noteFilesOf(environmentId, content, files) : [];
              return packedCase(content, noteFiles, pdf, { signal: saving, progress: files });
            },
            details: (conversationId) => cases.request('get', { environmentId, conversationId }),
            reasonOf(error) {
              if (saving.aborted || !(error instanceof Failure)) {
                throw error;
              }
              return error.message;
            },
          });
          return sealPack(zip, passphrase, deps.passphraseCost);
        },
        { signal, progress },
      );
      return { ...result, conversationIds, unread };
    },

    async 'evidence.saveFiles'({ environmentId, conversationId, mediaIds, to }, { signal, progress }) {
      const client = services.client(environmentId);
      const items = mediaIds.map((id) => ({ id }));
      if (to === 'folder') {
        return saveIntoFolder(host, items, { client, conversationId, signal }, progress);
      }
      const titles = async () => {
        const listed = await client.readMetadata(conversationId, { signal }).catch(() => undefined);
        return listed ? mediaListOf(listed.value, listed.notes, conversationId).media : [];
      };
      return saveZip(
        `files-${shortId(conversationId)}.zip`,
        items.length,
        async (saving, files) =>
          zipStream(new Date(now()), (zip) =>
            addMedia(zip, { files: '', missing: '' }, items, {
              client,
              conversationId,
              signal: saving,
              spools,
              progress: files,
              titles,
            }),
          ),
        { signal, progress },
      );
    },
  };
}

/** @param disagreement between the list and the journal, in a sentence */
function notSigned(disagreement: string): Failure {
  return new Failure({
    code: 'changed-outside',
    message: `Nothing was signed. ${disagreement}`,
    hint: 'Check the journal under Reports, and confirm there what it found.',
  });
}

/** Returns the report with its pictures as base64. */
function reportJson(report: CaseReport, jpegs: readonly Uint8Array[]): Buffer {
  const pictures = report.pictures.map((picture, index) => ({
    ...picture,
    jpeg: Buffer.from(jpegs[index] ?? []).toString('base64'),
  }));
  return Buffer.from(`${JSON.stringify({ ...report, pictures }, undefined, 2)}\n`);
}

/** Returns a ZIP sealed with a passphrase; as it is without one. */
async function sealPack(zip: Readable, passphrase: string | undefined, cost?: number): Promise<Readable> {
  if (passphrase === undefined) {
    return zip;
  }
  const { passphraseEncrypter } = await import('../../../common/passphrase-recipient.ts');
  const stream = await passphraseEncrypter(passphrase, cost).encrypt(
    Readable.toWeb(zip) as ReadableStream<Uint8Array<ArrayBuffer>>,
  );
  return Readable.fromWeb(stream as Parameters<typeof Readable.fromWeb>[0]);
}

/** Returns enough of a conversation's id to distinguish files, without characters that a file name cannot have. */
function shortId(conversationId: string): string {
  return conversationId.replace(/[^\w-]/g, '').slice(0, 12) || 'case';
}

/**
 * Saves media into a folder that the user chooses: each whole or not at all, and no file is replaced. One that cannot be received is left
 * out and named; those saved before a failure of the disk, or before the user stops, stay.
 *
 * @throws Failure not-supported-here, file-not-written, cancelled
 */
async function saveIntoFolder(
  host: Pick<Host, 'chooseFolder'>,
  items: readonly Pick<MediaItem, 'id'>[],
  source: MediaSource,
  report: (progress: SaveProgress) => void,
): Promise<FilesResult> {
  if (!host.chooseFolder) {
    throw new Failure({
      code: 'not-supported-here',
      message: 'Folders are written by the page itself on this host.',
    });
  }
  const folder = await host.chooseFolder();
  if (source.signal.aborted) {
    throw cancelledFailure();
  }
  if (!folder) {
    return { result: { kind: 'cancelled' }, missing: [] };
  }
  const progress = new FilesProgress(items.length, report);
  let bytes = 0;
  await eachMedium(items, source, progress, async ({ fileName, ...medium }) => {
    const result = await folder.write(
      fileName,
      { body: medium.body, ...omitUndefined({ bytes: medium.bytes }) },
      { signal: source.signal, progress: () => undefined },
    );
    bytes += result.bytes;
  });
  return { result: { kind: 'saved', path: folder.path, bytes }, missing: [...progress.missing] };
}

/**
 * Returns some of the cases, drawn by a seed: those with the lowest SHA-256 of the seed, a space and the id. Whoever has the seed and the
 * list can draw them again.
 */
function drawnCases(conversationIds: readonly string[], count: number, seed: string): string[] {
  const rank = (id: string) => createHash('sha256').update(`${seed} ${id}`).digest('hex');
  return conversationIds
    .map((id) => [rank(id), id] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .slice(0, count)
    .map(([, id]) => id);
}
