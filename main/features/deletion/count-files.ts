import { Failure } from '../../common/failure.ts';
import type { ServiceClient } from '../../service/port.ts';

/** A preview does not wait longer for the number of files, in milliseconds. */
const maxWaitMs = 5000;

/**
 * Returns how many files a conversation has (interface 4.4); undefined where that cannot be read, which does not prevent a deletion.
 * @throws Failure cancelled
 */
export async function countFiles(
  client: Pick<ServiceClient, 'readMetadata'>,
  conversationId: string,
  signal: AbortSignal,
): Promise<number | undefined> {
  try {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(maxWaitMs)]);
    const { value } = await client.readMetadata(conversationId, { signal: limited });
    return (value.media ?? value.list?.media)?.length;
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof Failure)) {
      throw error;
    }
    return undefined;
  }
}
