import type { EnvironmentSettings } from '../../../../preload/contract/environments.ts';
import { Failure } from '../../../common/failure.ts';
import type { CaseStore } from '../case-store.ts';
import type { RecognisedText } from './look-up-list.ts';

interface RecogniserDeps {
  cases: Pick<CaseStore, 'request'>;
  environments: { ids(): string[]; settings(environmentId: string): EnvironmentSettings };
}

/**
 * Returns the entries of the list of cases for texts that are not conversations of an environment. Environments at the same address have
 * the same conversations, so those of one are not foreign in the other.
 */
export async function recogniseTexts(
  { cases, environments }: RecogniserDeps,
  environmentId: string,
  texts: readonly string[],
): Promise<RecognisedText[]> {
  const { baseUrl } = environments.settings(environmentId);
  const others = environments.ids().filter((id) => environments.settings(id).baseUrl !== baseUrl);
  try {
    const recognitions = await cases.request('recognise', { environmentId, texts, others });
    return recognitions.map(({ text, conversationIds, environmentId: other }) => ({
      text,
      conversationIds,
      environmentName: other === undefined ? undefined : environments.settings(other).name,
    }));
  } catch (error) {
    if (error instanceof Failure) {
      // The list of cases cannot be opened. Ids and addresses can be used without it.
      return [];
    }
    throw error;
  }
}
