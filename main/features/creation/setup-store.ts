import { randomUUID } from 'node:crypto';
import { rename } from 'node:fs/promises';
import pLimit from 'p-limit';
import { z } from 'zod';
import {
  type AccountDefaults,
  type CreationSetup,
  creationSetup,
  maxTemplates,
} from '../../../preload/contract/creation.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import type { CreateConversation } from '../../../preload/contract/service/create.ts';
import { Failure } from '../../common/failure.ts';
import { readBoundedFile } from '../../common/read-bounded-file.ts';
import { removeDamagedWith } from '../../store/damaged-files.ts';
import { writePrivately } from '../../store/private-file.ts';

/** Bytes. */
const maxFile = 32 * 1024 * 1024;

const fileContent = z.object({ version: z.literal(1), environments: z.record(z.string(), creationSetup) });

interface SetupStoreDeps {
  file: string;
  /** The text never has a path or content of the file. */
  log: (message: string) => void;
}

/**
 * Templates and noted account defaults of every environment, in one JSON file. Templates are kept without personal data, so the file
 * is not sealed. A file that cannot be read is set aside and reported.
 */
export class CreationSetups {
  readonly #deps: SetupStoreDeps;
  // One at a time, so that two windows cannot overwrite each other's change.
  readonly #queue = pLimit(1);
  #environments: Record<string, CreationSetup> | undefined;

  constructor(deps: SetupStoreDeps) {
    this.#deps = deps;
  }

  of(environmentId: string): Promise<CreationSetup> {
    return this.#queue(async () => setupIn(await this.#read(), environmentId));
  }

  /** Keeps the request under the name, without personal data, in place of the template of that name. @throws Failure limit-exceeded, file-not-written */
  saveTemplate(environmentId: string, name: string, request: CreateConversation): Promise<CreationSetup> {
    return this.#change(environmentId, (setup) => {
      const others = setup.templates.filter((template) => template.name !== name);
      if (others.length >= maxTemplates) {
        throw new Failure({
          code: 'limit-exceeded',
          message: `An environment has at most ${maxTemplates} templates.`,
          hint: 'Remove a template first.',
        });
      }
      const id = setup.templates.find((template) => template.name === name)?.id ?? randomUUID();
      const template = { id, name, request: withoutPersonalData(request) };
      const templates = [...others, template].sort((left, right) => left.name.localeCompare(right.name));
      return { ...setup, templates };
    });
  }

  removeTemplate(environmentId: string, templateId: string): Promise<CreationSetup> {
    return this.#change(environmentId, (setup) => ({
      ...setup,
      templates: setup.templates.filter(({ id }) => id !== templateId),
    }));
  }

  saveDefaults(environmentId: string, defaults: AccountDefaults): Promise<CreationSetup> {
    return this.#change(environmentId, (setup) => ({ ...setup, defaults }));
  }

  /** Saves the mail text; an empty one removes it. */
  saveMailText(environmentId: string, mailText: string): Promise<CreationSetup> {
    return this.#change(environmentId, ({ mailText: _, ...setup }) =>
      mailText === '' ? setup : { ...setup, mailText },
    );
  }

  /** Removes the data of a deleted environment. A damaged file that names it goes too: nothing can be removed from it. */
  async forget(environmentId: string): Promise<void> {
    await this.#queue(async () => {
      await removeDamagedWith(this.#deps.file, [environmentId]);
      const { [environmentId]: removal, ...environments } = await this.#read();
      if (removal) {
        await this.#write(environments);
      }
    });
  }

  #change(environmentId: string, change: (setup: CreationSetup) => CreationSetup): Promise<CreationSetup> {
    return this.#queue(async () => {
      const environments = await this.#read();
      const setup = change(setupIn(environments, environmentId));
      await this.#write({ ...environments, [environmentId]: setup });
      return setup;
    });
  }

  async #read(): Promise<Record<string, CreationSetup>> {
    this.#environments ??= await this.#readFile();
    return this.#environments;
  }

  async #readFile(): Promise<Record<string, CreationSetup>> {
    const { file, log } = this.#deps;
    let bytes: Uint8Array;
    try {
      bytes = await readBoundedFile(file, maxFile);
    } catch (error) {
      if (isMissing(error)) {
        return {};
      }
      throw new Failure({
        code: 'file-unreadable',
        message: 'The file with the templates could not be read. It was left unchanged.',
        hint: 'Check the permissions of the data directory, then try again.',
        retryable: true,
      });
    }
    try {
      return fileContent.parse(JSON.parse(new TextDecoder().decode(bytes))).environments;
    } catch {
      await rename(file, `${file}.damaged`).catch(() => undefined);
      log('The file with the templates is damaged. It was set aside, so there are no templates now.');
      return {};
    }
  }

  async #write(environments: Record<string, CreationSetup>): Promise<void> {
    const { file } = this.#deps;
    try {
      await writePrivately(file, `${JSON.stringify({ version: 1, environments }, null, 2)}\n`);
    } catch {
      throw new Failure({
        code: 'file-not-written',
        message: 'The change could not be saved.',
        hint: 'Check the free space on the disk, then save again.',
        retryable: true,
      });
    }
    this.#environments = environments;
  }
}

const setupIn = (environments: Record<string, CreationSetup>, environmentId: string): CreationSetup =>
  (Object.hasOwn(environments, environmentId) ? environments[environmentId] : undefined) ?? {
    templates: [],
    defaults: {},
  };

const isMissing = (error: unknown) =>
  error instanceof Error && (error as NodeJS.ErrnoException).code === 'ENOENT';

/**
 * Returns a request as a template keeps it: only members that the interface documents and that describe no person (interface 2.1). The user
 * key, `verify.user`, `affordability.user` and every member the interface does not name are left out; of the addresses, a user name and password,
 * and everything after `?` or `#`, where people write ids.
 */
function withoutPersonalData({
  strategy,
  returnUrl,
  callbackUrl,
  query,
}: CreateConversation): CreateConversation {
  const { identity, aml, auth, bankTransactions, verify, affordability, databaseVerification } = query;
  return omitUndefined({
    strategy,
    returnUrl: returnUrl && withoutQuery(withoutLogin(returnUrl)),
    callbackUrl: callbackUrl && withoutQuery(withoutLogin(callbackUrl)),
    query: omitUndefined({
      identity:
        identity &&
        omitUndefined({
          requireOneOf: identity.requireOneOf,
          optional: identity.optional?.map(({ list }) => ({ list })),
        }),
      aml: aml && omitUndefined({ checks: aml.checks, subscription: aml.subscription && {} }),
      auth: auth && {},
      bankTransactions: bankTransactions && omitUndefined({ type: bankTransactions.type }),
      verify: verify && {},
      affordability: affordability && {},
      databaseVerification: databaseVerification && {},
    }),
  });
}

/** Parameters that hold nothing but placeholders stay: they are the same for everyone. */
function withoutQuery(address: string): string {
  const [, base = address, rest = ''] = /^([^?#]*)(.*)$/s.exec(address) ?? [];
  return /^\?([\w.-]+=\{(conversationId|target|event)\}&?)*$/.test(rest) ? address : base;
}

function withoutLogin(address: string): string {
  return address.replace(/^([a-z][a-z0-9+.-]*:[/\\]{2})[^/\\?#]*@/i, '$1');
}
