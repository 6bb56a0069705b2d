import type { Conversation } from '../../../preload/contract/service/conversation.ts';
import { Failure } from '../../common/failure.ts';
import type { Reading, ServiceClient } from '../../service/port.ts';
import { readTarget } from '../../service/read-target.ts';
import { otherLogin } from './failures.ts';
import { failureProves, type Proof, proofOf } from './rules.ts';

/** The result of a read after a DELETE. */
export interface ReadEffect {
  proof: Proof;
  /** The conversation, if it could be read. */
  reading: Reading<Conversation> | undefined;
  /** Every member of the reply was valid. */
  isWhole: boolean;
  /** Why it could not be read, or why the result does not count as proof. */
  failure: Failure | undefined;
  /** The status read, or the code of the failure. */
  found: string;
}

/**
 * Reads a conversation once after its DELETE (interface 4.2) and evaluates the result.
 * @param sent the DELETE, and whether this login sent it
 * @throws errors that are no Failure
 */
export async function readEffect(
  client: Pick<ServiceClient, 'readConversation'>,
  sent: Parameters<typeof proofOf>[0] & { isSender(login: string | undefined): Promise<boolean> },
  options: { signal: AbortSignal; withoutRetry?: boolean; beforeSend?: () => void },
): Promise<ReadEffect> {
  let login: string | undefined;
  const beforeSend = (used: string | undefined) => {
    options.beforeSend?.();
    login = used;
  };
  try {
    const reading = await readTarget(client, sent.conversationId, { ...options, beforeSend });
    const { value, notes } = reading;
    const isWhole = [...notes.flags, ...notes.cuts, ...notes.duplicates].length === 0;
    const proof = proofOf(sent, value, isWhole);
    return { proof, reading, isWhole, failure: undefined, found: value.status ?? 'no status' };
  } catch (error) {
    if (!(error instanceof Failure)) {
      throw error;
    }
    const proves = failureProves(sent.mode, error);
    const isProof = proves === 'proved' || (proves !== 'none' && (await sent.isSender(login)));
    return {
      proof: isProof ? 'confirmed' : 'none',
      reading: undefined,
      isWhole: false,
      failure: isProof ? undefined : proves === 'none' ? error : otherLogin(),
      found: error.code,
    };
  }
}
