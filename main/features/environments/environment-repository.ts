import pLimit from 'p-limit';
import type { EnvironmentSettings } from '../../../preload/contract/environments.ts';
import type { PolicyInForce } from '../../../preload/contract/policy.ts';
import { assertFailure, Failure } from '../../common/failure.ts';
import {
  builtInId,
  emptyDocument,
  type LoadedSettings,
  readSettingsFile,
  type SettingsDocument,
  type StoredEnvironment,
  writeSettingsFile,
} from './settings-file.ts';
import { type UsedEnvironment, underPolicy, withPolicy } from './under-policy.ts';

/** One environment: its settings and the public facts about its secrets. */
export type EnvironmentRecord = UsedEnvironment & { builtIn: boolean };

/** The environments of this machine, including the embedded sandbox, and the selected one. */
export type EnvironmentRepository = Awaited<ReturnType<typeof openEnvironmentRepository>>;

/** Opens the settings file. An unusable file does not throw here: see {@link EnvironmentRepository.problem}. */
export async function openEnvironmentRepository(
  file: string,
  sandbox: EnvironmentSettings,
  policy: () => PolicyInForce | undefined = () => undefined,
) {
  const builtIn: EnvironmentRecord = { id: builtInId, settings: sandbox, signingKeys: [], builtIn: true };
  let settings: LoadedSettings;
  let all: readonly EnvironmentRecord[];
  let problem: Failure | undefined;
  const oneAtATime = pLimit(1);

  async function read(): Promise<void> {
    try {
      const now = await readSettingsFile(file);
      if (now.text !== settings.text || problem) {
        use({ text: now.text, document: withPolicy(now.document, policy()) });
      }
      problem = undefined;
    } catch (error) {
      assertFailure(error);
      problem = error;
      use({ text: undefined, document: withPolicy(emptyDocument, policy()) });
    }
  }

  /** Each request to the service asks several times for its environment. */
  function use(next: LoadedSettings): void {
    const others = underPolicy(next.document, policy());
    settings = next;
    all = [builtIn, ...others.map((environment) => ({ ...environment, builtIn: false }))];
  }

  use({ text: undefined, document: withPolicy(emptyDocument, policy()) });
  await read();
  return {
    /** The sandbox first, then in the order they were added. */
    all: () => all,
    knownIds: (): string[] => [builtInId, ...settings.document.environments.map(({ id }) => id)],
    /** The sandbox where the policy does not permit the one that was selected. */
    selectedId(): string {
      const { selectedId } = settings.document;
      return all.some(({ id }) => id === selectedId) ? selectedId : builtInId;
    },
    /** Why the file cannot be used; until it can, the sandbox is the only environment and nothing is written. */
    problem: (): Failure | undefined => problem,
    /** @throws Failure environment-not-found */
    find(environmentId: string): EnvironmentRecord {
      const profile = all.find(({ id }) => id === environmentId);
      if (profile) {
        return profile;
      }
      throw notFound();
    },
    /**
     * Changes the file, one change at a time, each based on the file's current content. `edit` receives the document and
     * returns the new one; when it throws, nothing changes.
     * @throws Failure settings-unreadable, settings-newer (the file is unchanged), file-not-written
     */
    change(edit: (document: SettingsDocument) => SettingsDocument): Promise<void> {
      return oneAtATime(async () => {
        // The file may have been changed by another program; it is read before every write.
        await read();
        if (problem) {
          throw problem;
        }
        const document = edit(settings.document);
        if (document === settings.document) {
          return;
        }
        use({ text: await writeSettingsFile(file, document), document });
      });
    },
    policyChanged(): void {
      use({ ...settings, document: withPolicy(settings.document, policy()) });
    },
    /** Reads an unusable file again; returns whether anything changed. */
    async recheck(): Promise<boolean> {
      if (!problem) {
        return false;
      }
      const before = problem.message;
      await oneAtATime(read);
      return problem?.message !== before;
    },
  };
}

/**
 * Returns the document with one environment replaced by what `edit` makes of it.
 * @throws Failure environment-not-found
 */
export function withEnvironment(
  document: SettingsDocument,
  environmentId: string,
  edit: (environment: StoredEnvironment) => StoredEnvironment,
): SettingsDocument {
  if (!document.environments.some(({ id }) => id === environmentId)) {
    throw notFound();
  }
  return {
    ...document,
    environments: document.environments.map((environment) =>
      environment.id === environmentId ? edit(environment) : environment,
    ),
  };
}

function notFound(): Failure {
  return new Failure({
    code: 'environment-not-found',
    message: 'This environment no longer exists.',
    hint: 'Choose one in the environment switch.',
  });
}
