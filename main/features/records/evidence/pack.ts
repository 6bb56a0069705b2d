import type { Readable } from 'node:stream';
import type { CaseReport } from '../../../../preload/contract/evidence.ts';
import type { ConsoleSigner } from '../console-key/console-key.ts';
import type { ChosenMedium } from './chosen-media.ts';
import { addMedia, type ZipMedia } from './zip-media.ts';
import { type ZipWriter, zipStream } from './zip-writer.ts';

/** The file of a note (see `Attachments`). */
export interface NoteFile {
  fileName: string;
  content: Uint8Array;
}

/** A case as it is put into a pack. */
export interface PackedCase {
  files: Omit<ZipMedia, 'titles'>;
  report: CaseReport;
  reportJson: Buffer;
  reportPdf: Uint8Array;
  /** The responses byte for byte (interface 4.2, 4.4). */
  rawConversation: Uint8Array;
  /** Absent when no file was chosen, since it was not read then. */
  rawMetadata: Uint8Array | undefined;
  media: readonly ChosenMedium[];
  noteFiles: readonly NoteFile[];
}

type Signer = Pick<ConsoleSigner, 'sign' | 'keyId'>;

/**
 * Returns an evidence pack as a ZIP: files, raw responses, the report, the case's journal, a manifest, and `SHA256SUMS` of them all, signed with the
 * console's Ed25519 key, so that `sha256sum` and `openssl` alone can verify it.
 */
export function evidencePack(packedCase: PackedCase, signer: Signer): Readable {
  const { report, files, rawMetadata } = packedCase;
  return zipStream(new Date(report.createdAt), async (zip) => {
    await addCase(zip, '', packedCase);
    const manifest = {
      format: 'assay-evidence-pack',
      version: 1,
      createdAt: report.createdAt,
      createdBy: report.createdBy,
      program: report.program,
      environment: report.environment,
      conversationId: report.conversationId,
      keyId: signer.keyId,
      files: [...zip.entries],
      missing: files.progress.missing,
    };
    zip.addText('manifest.json', `${JSON.stringify(manifest, undefined, 2)}\n`);
    zip.addText('README.txt', readme(report, signer.keyId, rawMetadata !== undefined));
    signPack(zip, signer);
  });
}

/** Adds a case to a pack. @param folder ends with a slash; empty for the pack itself */
export async function addCase(zip: ZipWriter, folder: string, packedCase: PackedCase): Promise<void> {
  const { report, media, noteFiles, files, rawMetadata } = packedCase;
  await addMedia(zip, { files: `${folder}files/`, missing: folder }, media, {
    ...files,
    titles: async () => media.filter(({ isListed }) => isListed),
  });
  for (const [index, { fileName, content }] of noteFiles.entries()) {
    zip.addText(`${folder}notes/${index + 1}-${fileName}`, Buffer.from(content));
  }
  zip.addText(`${folder}raw/conversation.json`, Buffer.from(packedCase.rawConversation));
  if (rawMetadata !== undefined) {
    zip.addText(`${folder}raw/metadata.json`, Buffer.from(rawMetadata));
  }
  zip.addText(`${folder}report.json`, packedCase.reportJson);
  zip.addText(`${folder}report.pdf`, Buffer.from(packedCase.reportPdf));
  const journal = report.history.map((entry) => `${JSON.stringify(entry)}\n`).join('');
  zip.addText(`${folder}journal.jsonl`, journal);
}

/** Adds the sums of everything in a pack, and their signature. */
export function signPack(zip: ZipWriter, signer: Signer): void {
  const sums = zip.entries.map(({ path, sha256 }) => `${sha256}  ${path}\n`).join('');
  const { signature, publicKey } = signer.sign(Buffer.from(sums));
  zip.addText('SHA256SUMS', sums);
  zip.addText('SHA256SUMS.sig', Buffer.from(signature, 'base64'));
  zip.addText('console-key.pem', pem(publicKey));
}

/** @param spki SubjectPublicKeyInfo as base64 */
function pem(spki: string): string {
  return `-----BEGIN PUBLIC KEY-----\n${spki.replace(/(.{64})(?=.)/g, '$1\n')}\n-----END PUBLIC KEY-----\n`;
}

function readme(
  { conversationId, createdAt, createdBy, isMasked }: CaseReport,
  keyId: string,
  hasMetadata: boolean,
): string {
  const responses = hasMetadata
    ? 'responses, byte for byte (interface 4.2 and 4.4)'
    : 'response, byte for byte (interface 4.2)';
  return `Evidence pack of conversation ${conversationId}
Made by ${createdBy} at ${createdAt}. Personal data in the report is ${isMasked ? 'masked' : 'shown'}; files and raw responses are complete.

files/          the files as the service sent them (interface 4.5)
notes/          the files that were attached to notes
raw/            the service's ${responses}
report.*        what was found, decided and noted, by whom and when
journal.jsonl   what was done with the case in this console
manifest.json   what is in the pack, with sizes and SHA-256, and what is missing
${hasMetadata ? '' : '\nNo files were chosen, so the list of files was not read.\n'}
${verifying(keyId)}`;
}

/** Returns how a pack is verified. */
export function verifying(keyId: string): string {
  return `To verify that nothing was changed, run these commands in this folder:

  sha256sum --check SHA256SUMS
  openssl pkeyutl -verify -pubin -inkey console-key.pem -rawin -in SHA256SUMS -sigfile SHA256SUMS.sig

The first says OK for every file, the second says "Signature Verified Successfully". Compare console-key.pem with the public key that you
received from the console's owner in another way: its key id is ${keyId}.
`;
}
