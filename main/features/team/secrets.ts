import { z } from 'zod';
import { Failure } from '../../common/failure.ts';
import type { Keychain } from '../../keychain/keychain.ts';

const shape = z.strictObject({ password: z.string(), identity: z.string() });
/** The password at the database, and the X25519 key that team keys are sealed for, as age writes it. */
export type TeamSecrets = z.infer<typeof shape>;

/** Keeps the secrets of this console's member: in the keychain, or in memory where it cannot be used. */
export class MemberSecrets {
  readonly #keychain: Keychain;
  readonly #isSessionOnly: () => boolean;
  readonly #session = new Map<string, TeamSecrets>();

  constructor(keychain: Keychain, isSessionOnly: () => boolean) {
    this.#keychain = keychain;
    this.#isSessionOnly = isSessionOnly;
  }

  /** @throws Failure as the keychain; keychain-absent if it has none of this team */
  async read(team: string): Promise<TeamSecrets> {
    const text = this.#session.get(team) ?? (await this.#keychain.get(account(team)));
    if (text === undefined) {
      throw new Failure({
        code: 'keychain-absent',
        message: 'The keychain has no password for the team’s database any more.',
        hint: 'Leave the team in Settings and join it again.',
      });
    }
    return typeof text === 'string' ? shape.parse(JSON.parse(text)) : text;
  }

  async save(team: string, secrets: TeamSecrets): Promise<void> {
    if (this.#isSessionOnly() || (await this.#keychain.state()).state !== 'available') {
      this.#session.set(team, secrets);
    } else {
      await this.#keychain.set(account(team), JSON.stringify(secrets));
    }
  }

  async forget(team: string): Promise<void> {
    if (!this.#session.delete(team)) {
      await this.#keychain.delete(account(team));
    }
  }
}

function account(team: string): string {
  return `team/${team}`;
}
