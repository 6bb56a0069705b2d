import type { Readable } from 'node:stream';
import type { CaseDetails } from '../../../../preload/contract/cases.ts';
import type { AuditDraw, CaseReport, UnreadCase } from '../../../../preload/contract/evidence.ts';
import { isoTime } from '../../../common/iso-time.ts';
import type { ConsoleSigner } from '../console-key/console-key.ts';
import type { FilesProgress } from './files-progress.ts';
import { addCase, type PackedCase, signPack, verifying } from './pack.ts';
import { zipStream } from './zip-writer.ts';

export interface AuditPackInput {
  conversationIds: readonly string[];
  /** Present where the cases were drawn. */
  draw: (AuditDraw & { population: readonly string[] }) | undefined;
  /** Reads a case. @throws Failure where it cannot be read */
  gather(conversationId: string): Promise<PackedCase>;
  /** Returns what this console keeps about a case that cannot be read. */
  details(conversationId: string): Promise<CaseDetails | undefined>;
  /** Returns why a case cannot be read after a failure; rethrows one that ends everything. */
  reasonOf(error: unknown): string;
  /** Counts cases, and receives the files that are missing. */
  progress: FilesProgress;
  unread: UnreadCase[];
  about: Pick<CaseReport, 'createdBy' | 'program' | 'environment' | 'isMasked'>;
  signer: Pick<ConsoleSigner, 'sign' | 'keyId'>;
  /** Milliseconds since the epoch. */
  now: number;
}

/**
 * Returns a pack of many cases for an auditor as a ZIP, with a folder for each, one manifest and one signature. Cases are read one after the
 * other; one that cannot be read is named, with what this console keeps about it.
 */
export function auditPack(input: AuditPackInput): Readable {
  const { conversationIds, draw, progress, unread, about, signer, now } = input;
  return zipStream(new Date(now), async (zip) => {
    const cases: object[] = [];
    for (const [index, conversationId] of conversationIds.entries()) {
      const folder = `cases/${String(index + 1).padStart(String(conversationIds.length).length, '0')}/`;
      const packedCase = await input.gather(conversationId).catch(input.reasonOf);
      if (typeof packedCase === 'string') {
        const { history = [], ...decided } = contentOf(await input.details(conversationId));
        zip.addText(`${folder}journal.jsonl`, history.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
        unread.push({ conversationId, reason: packedCase });
        cases.push({ conversationId, folder, notRead: packedCase, ...decided });
      } else {
        await addCase(zip, folder, packedCase);
        const { missing } = packedCase.files.progress;
        for (const file of missing) {
          progress.leftOut(file);
        }
        cases.push({ conversationId, folder, missing });
      }
      progress.saved();
    }
    if (draw !== undefined) {
      zip.addText('population.txt', draw.population.map((id) => `${id}\n`).join(''));
    }
    const manifest = {
      format: 'assay-audit-pack',
      version: 1,
      createdAt: isoTime(now),
      ...about,
      keyId: signer.keyId,
      draw: draw && { seed: draw.seed, count: draw.count, of: draw.population.length },
      cases,
      files: [...zip.entries],
    };
    zip.addText('manifest.json', `${JSON.stringify(manifest, undefined, 2)}\n`);
    zip.addText('README.txt', readme(input));
    signPack(zip, signer);
  });
}

/** Returns the decision and the history of a case, of which there is no reading. */
function contentOf(details: CaseDetails | undefined) {
  return {
    decision: details?.row.decision?.kind,
    decidedBy: details?.row.reviewer,
    history: details?.history.map(({ at, actor, kind, details: entryDetails }) => ({
      at: isoTime(at),
      actor,
      kind,
      ...entryDetails,
    })),
  };
}

function readme({ conversationIds, draw, unread, about, signer, now }: AuditPackInput): string {
  const sample = draw
    ? `drawn from the ${draw.population.length} cases in population.txt with the seed ${draw.seed}: those with the lowest SHA-256 of
the seed, a space and the id. To draw them again:

  while read -r id; do printf '%s  %s\\n' "$(printf '%s %s' '${draw.seed}' "$id" | sha256sum | cut -c1-64)" "$id"; done < population.txt | sort | head -${draw.count}
`
    : 'chosen by hand.\n';
  return `Pack for an auditor: ${conversationIds.length} cases, ${sample}
Made by ${about.createdBy} at ${isoTime(now)}. Personal data in the reports is ${about.isMasked ? 'masked' : 'shown'}; files and raw responses are complete.
${unread.length === 0 ? '' : `\n${unread.length} of the cases could not be read from the service; manifest.json says why.\n`}
cases/NN/         one case: its files and those of its notes, raw responses, report and journal
manifest.json     the cases, and every file with its size and SHA-256

${verifying(signer.keyId)}`;
}
