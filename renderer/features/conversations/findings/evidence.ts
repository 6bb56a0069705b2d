import type { Finding } from '../../../../preload/contract/cases.ts';
import type { MediaItem } from '../../../../preload/contract/service/metadata.ts';
import { documentKinds, documents, fieldOfCause, fieldPath } from '../../../../preload/wording/record.ts';
import { filesFor, sidesOf, type WellFiles } from '../desk/pictures.ts';

/** The evidence of a finding: places in the data, the most exact first, and pictures. */
export interface FindingEvidence {
  /** Values of `data-evidence` in the page. */
  paths: string[];
  pictures: 'document' | 'face' | 'none';
  /** True if no value of the record says it, so that a person has to look at the pictures. */
  isPictureOnly?: boolean;
  /** The member of `ids` whose pictures are meant. */
  document?: string;
}

/** The place of a cause, a check, a list or a compared field in its product's own table. */
export const placeOf = {
  cause: (product: string, code: string) => `result.${product}.errors ${code}`,
  check: (product: string, code: string, field = '') => `result.${product}.checks ${code} ${field}`,
  list: (code: string) => `result.aml.found ${code}`,
  similarity: (code: string) => `result.verify.details ${code}`,
};

const identity = 'result.identity';

export function evidenceOf({ kind, product = 'identity', code, field, check }: Finding): FindingEvidence {
  const section = `result.${product}`;
  switch (kind) {
    case 'cause': {
      const read = fieldOfCause(code);
      const pictures = /^SCAN_FACE_/.test(code) ? 'face' : /^SCAN_DOCUMENT_/.test(code) ? 'document' : 'none';
      return {
        paths: withoutGaps([read && fieldPath(read), placeOf.cause(product, code), section]),
        pictures,
        isPictureOnly: pictures !== 'none' && read === undefined,
      };
    }
    case 'check':
      return {
        paths: withoutGaps([field && fieldPath(field), placeOf.check(product, code, field), section]),
        pictures: field === undefined ? 'none' : 'document',
      };
    case 'aml':
      return { paths: [placeOf.list(code), section], pictures: 'none' };
    case 'similarity':
      return {
        paths: [placeOf.similarity(code), section],
        pictures: code === 'RELIABILITY' ? 'none' : 'document',
      };
    case 'document':
      return {
        paths: withoutGaps([field && fieldPath(field), `${identity}.user.person.ids.${code}`, section]),
        pictures: 'document',
        document: code,
      };
    case 'own-check':
      return { paths: check?.fields ?? [], pictures: 'document' };
    case 'file':
    case 'seen-before':
    case 'reply':
      return { paths: [], pictures: 'none' };
    case 'product':
      return { paths: [section], pictures: 'none' };
  }
}

/** Returns the files that show a finding. A face is shown beside its document. */
export function evidenceFiles(
  { pictures, document }: FindingEvidence,
  files: readonly MediaItem[],
): WellFiles {
  if (pictures === 'none') {
    return { left: undefined, right: undefined };
  }
  if (pictures === 'face') {
    return filesFor('document-face', files);
  }
  const kind = documentKinds.find((one) => one === document);
  const subtype = kind && documents[kind].subtype;
  const { front, back } = sidesOf(files, subtype);
  return { left: front?.id ?? back?.id, right: front && back ? back.id : undefined };
}

function withoutGaps(paths: readonly (string | undefined)[]): string[] {
  return paths.filter((path) => path !== undefined && path !== '') as string[];
}
