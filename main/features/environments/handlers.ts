import type { EnvironmentSettings, EnvironmentView } from '../../../preload/contract/environments.ts';
import { newRecipients, recipientsOf } from '../../../preload/contract/recipients.ts';
import type { Emit } from '../../bridge/event-bus.ts';
import type { HandlersOf } from '../../bridge/handlers.ts';
import type { Host } from '../../bridge/host.ts';
import { saveContent } from '../../bridge/save-content.ts';
import { assertFailure, Failure } from '../../common/failure.ts';
import { readCertificateFiles } from './client-certificate.ts';
import { withEnvironment } from './environment-repository.ts';
import type { EnvironmentService } from './environments.ts';
import { comparable, freeName, readImport, writeExport } from './export-import.ts';
import { builtInId, type SettingsDocument, type StoredEnvironment } from './settings-file.ts';
import { settingsToSave } from './under-policy.ts';

/** Returns the operations `environments.*` and `keychain.*`. Every change is published to all windows, even one that failed half-way. */
export function environmentHandlers(deps: {
  environments: EnvironmentService;
  host: Pick<Host, 'saveFile' | 'confirm'>;
  publish: Emit;
  newId(): string;
  /** @throws Failure file-unreadable for a file without certificates */
  checkAuthorities(path: string): Promise<void>;
}): HandlersOf<'environments' | 'credentials' | 'keychain'> {
  const { environments, host, publish, newId } = deps;
  const { repository, saving } = environments;

  async function changing<T>(environmentIds: readonly string[], act: () => Promise<T>): Promise<T> {
    try {
      return await act();
    } finally {
      for (const id of environmentIds) {
        environments.emitChange(id);
      }
      publish('environments.changed', environments.views());
    }
  }

  function change(environmentIds: readonly string[], edit: (document: SettingsDocument) => SettingsDocument) {
    return changing(environmentIds, () => repository.change(edit));
  }

  function nameTaken(document: SettingsDocument, name: string, exceptId?: string): boolean {
    const others = document.environments
      .filter(({ id }) => id !== exceptId)
      .map(({ settings }) => settings.name);
    return [environments.settings(builtInId).name, ...others].some(
      (other) => comparable(other) === comparable(name),
    );
  }

  function refuseTakenName(document: SettingsDocument, name: string, exceptId?: string): void {
    if (!nameTaken(document, name, exceptId)) {
      return;
    }
    const message = 'Another environment has this name';
    throw new Failure({
      code: 'invalid-input',
      message: `${message}: “${name}”.`,
      hint: 'Choose another name. Each environment needs its own.',
      details: { violations: [{ field: 'settings.name', message }] },
    });
  }

  /** Refuses a new file that cannot be read. One that was saved before is not checked again: the other settings must stay changeable without it. */
  async function refuseUnreadableFile(path: string, former: string): Promise<void> {
    if (path === '' || path === former) {
      return;
    }
    try {
      await deps.checkAuthorities(path);
    } catch (error) {
      assertFailure(error);
      const message = error.message.replace(' Nothing was sent.', '');
      throw new Failure({
        code: 'invalid-input',
        message,
        hint: error.hint,
        details: { violations: [{ field: 'settings.extraCaFile', message }] },
      });
    }
  }

  /**
   * Asks whether the stored API key may be sent to servers that a newly chosen file of authorities vouches for. A save of a user and one of
   * a hostile page look alike, so only a dialog that no page can answer counts; without one, or when it is cancelled, the key is
   * held back until it is entered again. Never about an address.
   */
  async function askToTrust({ id, settings: former, apiKey }: EnvironmentView): Promise<void> {
    const { settings, apiKey: now } = environments.view(id);
    const { origins, proxies, authorities } = newRecipients(recipientsOf(settings), recipientsOf(former));
    const isOnlyAuthority = origins.length + proxies.length === 0 && authorities.length > 0;
    if (host.confirm === undefined || !isOnlyAuthority || apiKey?.heldBack !== false || now === undefined) {
      return;
    }
    const isTrusted = await host.confirm({
      message: `Use the stored API key of “${settings.name}” with this certificate authority?`,
      detail: `Servers at ${recipientsOf(settings).origins.join(' and ')} that are certified by an authority in ${authorities.join(', ')} then receive the key. Agree only if you chose this file yourself. Otherwise the key is not sent until you enter it again.`,
      accept: 'Use the stored key',
    });
    if (isTrusted) {
      await changing([id], () => saving.trustAuthorities(id, authorities));
    }
  }

  function refuseBuiltIn(environmentId: string): void {
    if (!repository.find(environmentId).builtIn) {
      return;
    }
    throw new Failure({
      code: 'invalid-input',
      message: 'The embedded sandbox belongs to the console and cannot be changed or deleted.',
      hint: 'Duplicate it to get an environment with the same settings that you can change.',
    });
  }

  function adding(settings: EnvironmentSettings, id = newId()): StoredEnvironment {
    return { id, settings, signingKeys: [] };
  }

  return {
    async 'environments.list'() {
      if (await repository.recheck()) {
        publish('environments.changed', environments.views());
      }
      return environments.views();
    },
    async 'environments.select'({ environmentId }) {
      repository.find(environmentId);
      if (environmentId !== environments.selectedId()) {
        await change([], (document) => ({ ...document, selectedId: environmentId }));
      }
      return environments.views();
    },
    async 'environments.save'({ environmentId, settings }) {
      const former = environmentId === undefined ? '' : repository.find(environmentId).settings.extraCaFile;
      await refuseUnreadableFile(settings.extraCaFile, former);
      if (environmentId === undefined) {
        const environment = adding(settings);
        await change([environment.id], (document) => {
          refuseTakenName(document, settings.name);
          return { ...document, environments: [...document.environments, environment] };
        });
        return environments.view(environment.id);
      }
      refuseBuiltIn(environmentId);
      const before = environments.view(environmentId);
      await change([environmentId], (document) => {
        refuseTakenName(document, settings.name, environmentId);
        return withEnvironment(document, environmentId, (environment) => ({
          ...environment,
          settings: settingsToSave(environments.policy(), settings, environment.settings),
        }));
      });
      await askToTrust(before);
      return environments.view(environmentId);
    },
    async 'environments.duplicate'({ environmentId }) {
      repository.find(environmentId);
      const id = newId();
      await change([id], (document) => {
        const { settings = environments.settings(environmentId) } =
          document.environments.find((one) => one.id === environmentId) ?? {};
        const name = freeName(settings.name, (candidate) => nameTaken(document, candidate));
        return { ...document, environments: [...document.environments, adding({ ...settings, name }, id)] };
      });
      return environments.view(id);
    },
    async 'environments.delete'({ environmentId, leaveSecrets }) {
      refuseBuiltIn(environmentId);
      await changing([environmentId], async () => {
        await saving.removeAll(environmentId, { leaveSecrets });
        await repository.change((document) => ({
          ...document,
          selectedId: document.selectedId === environmentId ? builtInId : document.selectedId,
          environments: document.environments.filter(({ id }) => id !== environmentId),
        }));
      });
      return environments.views();
    },
    'environments.export'({ environmentIds }, { signal }) {
      const settings = [...new Set(environmentIds)].map((id) => repository.find(id).settings);
      const only = settings.length === 1 ? settings[0]?.name.replace(/[^\p{L}\p{N}]+/gu, '-') : undefined;
      const bytes = Buffer.from(writeExport(settings));
      const fileName = `assay-${only || 'environments'}.json`;
      return saveContent(host, { fileName, contentType: 'application/json', content: () => bytes }, signal);
    },
    async 'environments.import'({ text }) {
      const ids: string[] = [];
      let refused: { name: string; reason: string }[] = [];
      await changing(ids, () =>
        repository.change((document) => {
          const names = [
            environments.settings(builtInId),
            ...document.environments.map((environment) => environment.settings),
          ];
          const transfer = readImport(
            text,
            names.map(({ name }) => name),
          );
          refused = transfer.refused;
          const records = transfer.accepted.map((settings) => adding(settings));
          ids.push(...records.map(({ id }) => id));
          if (records.length === 0) {
            return document;
          }
          return { ...document, environments: [...document.environments, ...records] };
        }),
      );
      return { added: ids.map((id) => environments.view(id)), refused };
    },
    async 'credentials.save'({ environmentId, ...input }) {
      const { kind } = input;
      const secret =
        kind === 'client-certificate'
          ? { kind, ...readCertificateFiles(input.files, input.passphrase) }
          : input;
      const warnings = await changing([environmentId], () => saving.save(environmentId, secret));
      return { ...environments.view(environmentId), warnings: [...warnings] };
    },
    async 'credentials.remove'({ environmentId, ...secret }) {
      await changing([environmentId], () => saving.remove(environmentId, secret));
      return environments.view(environmentId);
    },
    'keychain.state': () => environments.keychainState(),
    'keychain.check': () => environments.recheckKeychain(),
    'keychain.cancel'() {
      environments.cancelKeychain();
      return {};
    },
    'keychain.sessionOnly': ({ sessionOnly }) => environments.setSessionOnly(sessionOnly),
  };
}
