import type { BusArgument, BusValue } from './dbus-codec.ts';
import type { KeychainBackend } from './keychain-interface.ts';
import { completed, defaultCollection, withSessionBus } from './secret-service.ts';
import { openSecretSession, type SecretSession } from './secret-session.ts';
import type { SessionBus } from './session-bus.ts';

const secrets = { destination: 'org.freedesktop.secrets', path: '/org/freedesktop/secrets' };
const names = {
  service: 'org.freedesktop.Secret.Service',
  collection: 'org.freedesktop.Secret.Collection',
  item: 'org.freedesktop.Secret.Item',
};
/** keytar's schema, so that both find the same secrets. */
const schema = 'org.freedesktop.Secret.Generic';
const dictionary = 'a{ss}';

/**
 * The secret service of a Linux desktop over D-Bus, with a new connection for each call. keytar (libsecret) caches the
 * service's address and does not find a restarted service; its calls cannot be aborted either.
 */
export class SecretServiceBackend implements KeychainBackend {
  readonly #variables: Readonly<Record<string, string | undefined>>;
  readonly #withinMs: number;

  /** @param withinMs how long the user may take to answer a password window */
  constructor(variables: Readonly<Record<string, string | undefined>>, withinMs: number) {
    this.#variables = variables;
    this.#withinMs = withinMs;
  }

  getPassword(service: string, account: string): Promise<string | null> {
    return this.#use(async (bus) => {
      const { unlocked } = await itemsOf(bus, service, account);
      const [item] = unlocked;
      // The service ends a session with its connection.
      return item === undefined ? null : secretOf(bus, await openSecretSession(bus), item);
    });
  }

  /** @throws PromptDismissed; Error when reading back gives another secret */
  setPassword(service: string, account: string, password: string): Promise<void> {
    return this.#use(async (bus) => {
      const collection = (await defaultCollection(bus)) ?? (await this.#makeCollection(bus));
      const session = await openSecretSession(bus);
      const attributes = [...attributesOf(service, account), ['xdg:schema', schema]];
      const properties: BusArgument = [
        [`${names.item}.Label`, { signature: 's', value: `${service}/${account}` }],
        [`${names.item}.Attributes`, { signature: dictionary, value: attributes }],
      ];
      const [, prompt] = await bus.call({
        destination: secrets.destination,
        path: collection,
        interface: names.collection,
        member: 'CreateItem',
        signature: 'a{sv}(oayays)b',
        args: [properties, session.seal(password), true],
      });
      await completed(bus, prompt);
      const [item] = (await itemsOf(bus, service, account)).unlocked;
      if (item === undefined || (await secretOf(bus, session, item)) !== password) {
        throw new Error('What was saved could not be read back');
      }
    });
  }

  /** @throws PromptDismissed; Error when it is still there afterwards */
  deletePassword(service: string, account: string): Promise<boolean> {
    return this.#use(async (bus) => {
      const { unlocked: items } = await itemsOf(bus, service, account);
      for (const path of items) {
        const [prompt] = await bus.call({
          destination: secrets.destination,
          path,
          interface: names.item,
          member: 'Delete',
        });
        await completed(bus, prompt);
      }
      const after = await itemsOf(bus, service, account);
      if (items.some((path) => after.unlocked.includes(path) || after.locked.includes(path))) {
        throw new Error('Deleted data is still there');
      }
      return items.length > 0;
    });
  }

  #use<T>(act: (bus: SessionBus) => Promise<T>): Promise<T> {
    return withSessionBus(this.#variables, AbortSignal.timeout(this.#withinMs), act);
  }

  async #makeCollection(bus: SessionBus): Promise<string> {
    const label: BusArgument = [[`${names.collection}.Label`, { signature: 's', value: 'Login' }]];
    const [made, prompt] = await bus.call({
      ...secrets,
      interface: names.service,
      member: 'CreateCollection',
      signature: 'a{sv}s',
      args: [label, 'default'],
    });
    await completed(bus, prompt);
    const collection = await defaultCollection(bus);
    if (collection !== undefined) {
      return collection;
    }
    if (typeof made === 'string' && made !== '/') {
      return made;
    }
    throw new Error('No keyring was made');
  }
}

async function secretOf(bus: SessionBus, session: SecretSession, item: string): Promise<string> {
  const [secret] = await bus.call({
    destination: secrets.destination,
    path: item,
    interface: names.item,
    member: 'GetSecret',
    signature: 'o',
    args: [session.path],
  });
  return session.open(secret);
}

/** The paths of matching items. */
async function itemsOf(
  bus: SessionBus,
  service: string,
  account: string,
): Promise<{ unlocked: string[]; locked: string[] }> {
  const [unlocked, locked] = await bus.call({
    ...secrets,
    interface: names.service,
    member: 'SearchItems',
    signature: dictionary,
    args: [attributesOf(service, account)],
  });
  return { unlocked: pathsIn(unlocked), locked: pathsIn(locked) };
}

function pathsIn(value: BusValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((path) => typeof path === 'string') : [];
}

function attributesOf(service: string, account: string): string[][] {
  return [
    ['service', service],
    ['account', account],
  ];
}
