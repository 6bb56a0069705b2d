import { createHash } from 'node:crypto';
import type { ConsoleSigner } from '../console-key/console-key.ts';
import { type StoredReceipt, sha256 } from './receipt.ts';

export const receiptFileFormat = 'assay-receipts-1';
/** The format of a report's summary. */
export const reportFormat = 'assay-report-1';
/** The format of the register's summary. */
export const registerFormat = 'assay-register-1';
/** The format of the summary of a request for erasure. */
export const requestFormat = 'assay-request-1';
/** The name of the JSON report in a PDF. */
export const attachedReport = 'report.json';

/** Returns where the receipts of a printed report are. */
export function attachedText(receipts: number, isTooLarge: boolean): string {
  const count = receipts.toLocaleString('en');
  return isTooLarge
    ? `${count}, in the JSON report: too many to be attached here.`
    : `${count}, signed, in the attached file ${attachedReport}. The printed pages are not signed. Check the attachment with “assay verify-receipt FILE.pdf”, or save it and follow the instructions in it, which need OpenSSL only.`;
}

/**
 * Instructions in the file for checking it without Assay. The commands contain no quotation marks or backslashes, so that JSON does not
 * change them.
 */
export const howToVerify: readonly string[] = [
  'With Assay: assay verify-receipt FILE --keys PEM, where PEM holds the public keys exported from the console that made it.',
  'With OpenSSL 3 alone, the first receipt (for the second write 2p instead of 1p; the summary of a report follows its last receipt):',
  "awk '/^.content.:/ { print substr($2, 2, length($2) - 3) }' FILE | sed -n 1p | openssl base64 -d -A > content",
  "awk '/^.signature.:/ { print substr($2, 2, length($2) - 3) }' FILE | sed -n 1p | openssl base64 -d -A > signature",
  "awk '/^.publicKey.:/ { print substr($2, 2, length($2) - 3) }' FILE | sed -n 1p | openssl base64 -d -A > key",
  'openssl pkeyutl -verify -pubin -keyform DER -inkey key -rawin -in content -sigfile signature',
  'cat content shows what was signed. openssl dgst -sha256 key shows the id of the key, which must be that of the console.',
];

/** The sums of a file with which removed, added and changed parts are found. */
interface FileSums {
  items: number;
  /** SHA-256 of the lines of `items`, each followed by a newline. */
  itemsDigest: string;
  /** The marks of the items (`itemMark`), one after the other, to find the one that was changed. */
  itemMarks: string;
  receipts: number;
  /** SHA-256 of the digests of the receipts in hexadecimal, each followed by a newline. */
  receiptsDigest: string;
}

/** Returns the first 8 hexadecimal digits of the SHA-256 of an item's line. */
export function itemMark(line: string): string {
  return sha256(line).slice(0, 8);
}

/** Returns one receipt as a separate file. */
export function receiptFile(receipt: StoredReceipt): string {
  return wholeFile([receipt], undefined);
}

interface ReportContent {
  /** One item as JSON on one line. */
  items: AsyncIterable<string> | readonly string[];
  receipts: AsyncIterable<StoredReceipt> | readonly StoredReceipt[];
  signer: ConsoleSigner;
  /** Returns the members of the summary before the sums and the key; called when items and receipts were read. */
  summary(): { format: string; [member: string]: unknown };
}

/** Returns a report with a signed summary, such as that of a run or the register, streamed while its receipts are read. */
export async function* reportFile(report: ReportContent): AsyncGenerator<string> {
  const { items, receipts, signer, summary } = report;
  const itemSum = createHash('sha256');
  const receiptSum = createHash('sha256');
  const marks: string[] = [];
  let itemCount = 0;
  let receiptCount = 0;
  yield `${head()}"items": [`;
  for await (const item of items) {
    itemSum.update(`${item}\n`);
    marks.push(itemMark(item));
    yield `${itemCount === 0 ? '' : ','}\n${item}`;
    itemCount += 1;
  }
  yield '\n],\n"receipts": [';
  for await (const receipt of receipts) {
    receiptSum.update(`${receipt.digest}\n`);
    yield `${receiptCount === 0 ? '' : ','}\n${receiptText(receipt)}`;
    receiptCount += 1;
  }
  const sums: FileSums = {
    items: itemCount,
    itemsDigest: itemSum.digest('hex'),
    itemMarks: marks.join(''),
    receipts: receiptCount,
    receiptsDigest: receiptSum.digest('hex'),
  };
  const content = JSON.stringify({ ...summary(), ...sums, key: { id: signer.keyId, kept: signer.kept } });
  yield `\n],\n"summary": ${signedText('report', content, signer.sign(Buffer.from(content)))}\n}\n`;
}

/** A part of a file as it was signed. `signature` and `publicKey` are base64. */
interface SignedPart {
  content: string;
  signature: { signature: string; publicKey: string; keyId: string };
}

/** Returns the whole text of a file with these parts, to compare a file with. If items and summary are absent, it is a file of receipts. */
export function wholeFile(
  receipts: readonly SignedPart[],
  report: { items: readonly string[]; summary: SignedPart } | undefined,
): string {
  const parts = receipts.map(({ content, signature }) => signedText('receipt', content, signature));
  if (report === undefined) {
    return `${head()}"receipts": [\n${parts.join(',\n')}\n]\n}\n`;
  }
  const { items, summary } = report;
  const listOf = (lines: readonly string[]) =>
    lines.map((line, at) => `${at === 0 ? '' : ','}\n${line}`).join('');
  const summaryText = signedText('report', summary.content, summary.signature);
  return `${head()}"items": [${listOf(items)}\n],\n"receipts": [${listOf(parts)}\n],\n"summary": ${summaryText}\n}\n`;
}

function head(): string {
  return `{\n"format": "${receiptFileFormat}",\n"howToVerify": ${JSON.stringify(howToVerify, undefined, 2)},\n`;
}

function receiptText({ content, signature }: StoredReceipt): string {
  return signedText('receipt', content, signature);
}

/** `content` is base64 of the signed bytes; `name` contains the same as readable JSON. One member per line, for the commands above. */
function signedText(name: string, content: string, signature: SignedPart['signature']): string {
  return [
    '{',
    `"${name}": ${content},`,
    `"content": "${Buffer.from(content).toString('base64')}",`,
    `"signature": "${signature.signature}",`,
    `"publicKey": "${signature.publicKey}",`,
    `"keyId": "${signature.keyId}"`,
    '}',
  ].join('\n');
}
