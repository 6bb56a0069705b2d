import { Readable } from 'node:stream';
import type { CaseDetails } from '../../preload/contract/cases.ts';
import type { CaseReport, ZipResult } from '../../preload/contract/evidence.ts';
import { omitUndefined } from '../../preload/contract/objects.ts';
import type { Handlers } from '../bridge/handlers.ts';
import type { ConsoleSigner } from '../console-key/console-key.ts';
import type { Host, TransferOptions } from '../hosts/host.ts';
import { mediaListOf } from '../media/metadata-list.ts';
import type { Services } from '../service/port.ts';
import { addMedia, type MissingFile } from './media-files.ts';
import { evidencePack } from './pack.ts';
import { caseReportOf } from './report.ts';
import { zipStream } from './zip-writer.ts';

type EvidenceHandlers = Pick<Handlers, Extract<keyof Handlers, `evidence.${string}`>>;

export interface EvidenceDeps {
  services: Services;
  /** What this console keeps about a case. */
  details(environmentId: string, conversationId: string): Promise<CaseDetails | undefined>;
  environment(environmentId: string): CaseReport['environment'];
  signer(): Promise<Pick<ConsoleSigner, 'sign' | 'keyId'>>;
  host: Pick<Host, 'saveFile'>;
  /** The user of the system. */
  actor: string;
  /** Such as `Assay 0.1.0`. */
  program: string;
  fontDir: string;
  /** Milliseconds since the epoch. */
  now(): number;
}

interface Chosen {
  environmentId: string;
  conversationId: string;
  unmasked: boolean;
  mediaIds: string[];
}

/** The operations `evidence.*`: case reports, evidence packs, and the files of a case in one ZIP. */
export function evidenceHandlers(deps: EvidenceDeps): EvidenceHandlers {
  const { services, host, now } = deps;

  async function gather({ environmentId, conversationId, unmasked, mediaIds }: Chosen, signal: AbortSignal) {
    const client = services.client(environmentId);
    const reading = await client.readConversation(conversationId, { signal });
    const metadata =
      mediaIds.length === 0 ? undefined : await client.readMetadata(conversationId, { signal });
    const listed = metadata ? mediaListOf(metadata.value, metadata.notes, conversationId).media : [];
    const media = listed.filter(({ id }) => mediaIds.includes(id));
    const report = caseReportOf({
      reading,
      details: await deps.details(environmentId, conversationId),
      media,
      unmasked,
      environment: deps.environment(environmentId),
      conversationId,
      now: now(),
      actor: deps.actor,
      program: deps.program,
    });
    return { client, reading, metadata, media, report };
  }

  /** Saves a ZIP; what is missing is known once it was written. */
  async function saveZip(
    fileName: string,
    write: (signal: AbortSignal, onMissing: (missing: readonly MissingFile[]) => void) => Promise<Readable>,
    options: TransferOptions,
  ): Promise<ZipResult> {
    const missing: MissingFile[] = [];
    const result = await host.saveFile(
      {
        fileName,
        open: async (signal) => ({
          body: await write(AbortSignal.any([signal, options.signal]), (some) => missing.push(...some)),
          contentType: 'application/zip',
        }),
      },
      options,
    );
    return { result, missing };
  }

  return {
    'evidence.preview': async (input, { signal }) => (await gather(input, signal)).report,

    async 'evidence.saveReport'(input, { signal, progress }) {
      const { report } = await gather(input, signal);
      const bytes =
        input.as === 'json'
          ? Buffer.from(`${JSON.stringify(report, undefined, 2)}\n`)
          : await pdfOf(report, deps.fontDir);
      return host.saveFile(
        {
          fileName: `case-report-${shortId(input.conversationId)}.${input.as}`,
          open: async () => ({
            body: Readable.from([bytes]),
            bytes: bytes.length,
            contentType: input.as === 'json' ? 'application/json' : 'application/pdf',
          }),
        },
        { signal, progress: (done, total) => progress({ bytes: done, ...omitUndefined({ total }) }) },
      );
    },

    async 'evidence.savePack'(input, { signal, progress }) {
      const { client, reading, metadata, media, report } = await gather(input, signal);
      const signer = await deps.signer();
      const pdf = await pdfOf(report, deps.fontDir);
      const { passphrase } = input;
      return saveZip(
        `evidence-${shortId(input.conversationId)}.zip${passphrase === undefined ? '' : '.age'}`,
        async (opened, onMissing) => {
          const zip = evidencePack({
            client,
            report,
            reportPdf: pdf,
            rawConversation: reading.raw,
            rawMetadata: metadata?.raw ?? new Uint8Array(),
            media,
            signer,
            signal: opened,
            onMissing,
          });
          return passphrase === undefined ? zip : sealed(zip, passphrase);
        },
        { signal, progress: (done) => progress({ bytes: done }) },
      );
    },

    async 'evidence.saveFiles'({ environmentId, conversationId, mediaIds }, { signal, progress }) {
      const client = services.client(environmentId);
      return saveZip(
        `files-${shortId(conversationId)}.zip`,
        async (opened, onMissing) =>
          zipStream(new Date(now()), async (zip) => {
            const items = mediaIds.map((id) => ({ id }));
            onMissing(await addMedia(zip, '', items, { client, conversationId, signal: opened }));
          }),
        { signal, progress: (done) => progress({ bytes: done }) },
      );
    },
  };
}

/** The library is as large as the rest of main, and is loaded when the first report is made. */
async function pdfOf(report: CaseReport, fontDir: string): Promise<Buffer> {
  const { reportPdf } = await import('./report-pdf.ts');
  return reportPdf(report, fontDir);
}

/** Sealed in the age format (age-encryption.org/v1), which `age --decrypt` opens. */
async function sealed(zip: Readable, passphrase: string): Promise<Readable> {
  const { Encrypter } = await import('age-encryption');
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  const stream = await encrypter.encrypt(Readable.toWeb(zip) as ReadableStream<Uint8Array<ArrayBuffer>>);
  return Readable.fromWeb(stream as Parameters<typeof Readable.fromWeb>[0]);
}

/** Enough of a conversation's id to tell files apart; any characters that a file name cannot have are left out. */
function shortId(conversationId: string): string {
  return conversationId.replace(/[^\w-]/g, '').slice(0, 12) || 'case';
}
