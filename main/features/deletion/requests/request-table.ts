import { buffer } from 'node:stream/consumers';
import type { ErasureRequest } from '../../../../preload/contract/erasure.ts';
import { localDay } from '../../../../preload/shared/calendar.ts';
import { deadlineText, erasedText, letterOf, reachTexts } from '../../../../preload/wording/erasure.ts';
import { isoTime } from '../../../common/iso-time.ts';
import type { ConsoleSigner } from '../../records/console-key/console-key.ts';
import type { PrintedTable } from '../../records/print/table-document.ts';
import { type KeptReceipt, opened } from '../../records/receipts/receipt.ts';
import { attachedText, reportFile, requestFormat } from '../../records/receipts/receipt-file.ts';

interface RequestSource {
  request: ErasureRequest;
  /** Oldest first. */
  receipts: readonly KeptReceipt[];
  environmentName: string;
  signer: ConsoleSigner;
  /** The system user. */
  actor: string;
  /** Milliseconds since the epoch. */
  now: number;
}

/** Returns the letter and the record of a request for printing, with the receipts attached. */
export async function requestTable(source: RequestSource): Promise<PrintedTable> {
  const { request, receipts, environmentName, actor, now } = source;
  const { person, contact, ticket, receivedOn, proofAskedOn, proof, extension, deadline, items } = request;
  const facts: [string, string | undefined][] = [
    ['Asked by', person],
    ['Address', contact],
    ['Received', receivedOn],
    ['Ticket', ticket],
    ['Proof of identity asked for', proofAskedOn],
    ['Identity proved', proof && `${proof.on}: ${proof.how}`],
    ['Paused', deadline.pausedDays === 0 ? undefined : `${deadline.pausedDays} days`],
    ['Extended', extension && `${extension.on}: ${extension.reason}`],
    ['Period', deadlineText(request)],
    ['Environment', environmentName],
    ...reachTexts(items, environmentName).map((text): [string, string] => ['Reach', text]),
    ['Record made', `${isoTime(now)} by ${actor}`],
    ['Receipts', attachedText(receipts.length, false)],
  ];
  return {
    title: 'Request for erasure',
    subject: `Request ${request.requestId}`,
    letter: letterOf(request, localDay(now)),
    facts: facts.filter((fact): fact is [string, string] => fact[1] !== undefined && fact[1] !== ''),
    columns: [
      { title: 'Conversation', width: 205 },
      { title: 'State', width: 300 },
    ],
    rows: items.map((item) => [item.conversationId, erasedText(item)]),
    attachment: await buffer(requestFile(source)),
    madeAt: now,
  };
}

/** The record as JSON, signed, with its receipts; the person is not named in it. */
function requestFile({ request, receipts, signer, actor, now }: RequestSource): AsyncGenerator<string> {
  const { requestId, environmentId, receivedOn, proof, extension, answeredOn, items } = request;
  return reportFile({
    items: items.map(({ isStored: _, copies: __, ...item }) => JSON.stringify(item)),
    receipts: receipts.map(opened),
    signer,
    summary: () => ({
      format: requestFormat,
      requestId,
      environmentId,
      receivedOn,
      provedOn: proof?.on ?? null,
      extendedOn: extension?.on ?? null,
      answeredOn: answeredOn ?? null,
      user: actor,
      madeAt: isoTime(now),
    }),
  });
}
