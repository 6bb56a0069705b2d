import { attachedFile } from '../../../preload/contract/cases.ts';
import type { EntryDetails } from '../../../preload/contract/new-entry.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import { withAttachment } from '../../../preload/wording/attachments.ts';
import { Failure } from '../../common/failure.ts';
import type { KeptTeam } from '../records/journal/team-marks.ts';
import type { UnsentEntry } from '../records/journal/team-unsent.ts';
import {
  aboutNone,
  type CaseContent,
  type EntryContent,
  type EntryHead,
  headBytes,
  noPrevious,
  sha256,
  TeamKey,
} from './entries.ts';

/** An entry as it is sent. */
export interface SignedEntry {
  author: string;
  authorSeq: number;
  /** base64, as are the others. */
  head: string;
  signature: string;
  sealed: string;
}

type Sign = (bytes: Uint8Array) => Uint8Array;

/** Seals and signs contents as the next entries of this console. @throws Failure team-unreachable without the key in use */
export function signEntries(
  { me, keys, log }: Pick<KeptTeam, 'me' | 'keys' | 'log'>,
  contents: readonly EntryContent[],
  sign: Sign,
): SignedEntry[] {
  const secret = keys[log.key];
  if (secret === undefined) {
    throw new Failure({
      code: 'team-unreachable',
      message: 'This console does not have the team’s new key yet. Nothing is sent until it has.',
      retryable: true,
    });
  }
  const key = new TeamKey(log.key, Buffer.from(secret, 'base64'));
  let { seq, digest } = log.authors[me] ?? { seq: 0, digest: noPrevious };
  return contents.map((content) => {
    const about = content.kind === 'case' ? key.about(content.environment, content.conversation) : aboutNone;
    const place = {
      team: log.team,
      author: me,
      authorSeq: seq + 1,
      previous: digest,
      key: key.number,
      about,
      seen: log.seq,
      seenDigest: log.digest,
    };
    const sealed = key.seal(content, place);
    const head: EntryHead = { ...place, content: sha256(sealed) };
    const bytes = headBytes(head);
    seq += 1;
    digest = sha256(bytes);
    return {
      author: me,
      authorSeq: seq,
      head: bytes.toString('base64'),
      sealed: sealed.toString('base64'),
      signature: Buffer.from(sign(bytes)).toString('base64'),
    };
  });
}

/**
 * Returns entries of the journal as the team gets them.
 * @param nameOf the name of an environment for all consoles; undefined for one that was deleted
 * @param sent the own numbers of entries that were sent and have no place yet, by their numbers in the journal
 */
export function caseContents(
  { me, log }: Pick<KeptTeam, 'me' | 'log'>,
  unsent: readonly UnsentEntry[],
  nameOf: (environmentId: string) => string | undefined,
  sent: ReadonlyMap<number, number> = new Map(),
): CaseContent[] {
  const numbers = new Map(sent);
  let last = log.authors[me]?.seq ?? 0;
  return unsent.flatMap(
    ({ seq, kind, at, environmentId, conversationId, details, known, note }): CaseContent[] => {
      const environment = nameOf(environmentId);
      const authorSeq = note !== undefined && 'local' in note ? numbers.get(note.local) : undefined;
      const withdrawn = authorSeq === undefined ? note : { author: me, authorSeq };
      if (environment === undefined || (withdrawn !== undefined && 'local' in withdrawn)) {
        return [];
      }
      last += 1;
      numbers.set(seq, last);
      return [
        {
          kind: 'case',
          entry: kind,
          at,
          environment,
          conversation: conversationId,
          local: seq,
          details: sharedDetails(details),
          ...omitUndefined({ known, note: withdrawn }),
        },
      ];
    },
  );
}

/** Returns the details of an entry as the team gets them; of one that came from the team the same as it came. */
export function sharedDetails(details: EntryDetails): EntryDetails {
  const file = attachedFile.safeParse(details).data;
  const {
    member: _member,
    name: _name,
    bytes: _bytes,
    sha256: _sha256,
    note: _note,
    // The register of each console has numbers of its own.
    number: _number,
    digest: receipt,
    ...shared
  } = details;
  // The file itself stays on this computer.
  return file === undefined
    ? { ...shared, ...omitUndefined({ receipt }) }
    : { ...shared, text: withAttachment(String(details.text ?? ''), file) };
}
