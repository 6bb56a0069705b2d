import { Failure } from '../../common/failure.ts';
import type { ApiKey } from './secret-encoding.ts';

/** The secrets of one environment, to compare a new one with. */
export interface KnownSecrets {
  environmentName: string;
  apiKey: ApiKey | undefined;
  signingKeys: readonly { label: string; key: string }[];
}

/**
 * Decides whether a new signing key may be saved (interface 5.5: the API key must not be used as signing key).
 *
 * Refused: a text that is or looks like an API key of any environment. Allowed with a warning: the signing key of
 * another environment, since keys belong to one environment (5.2) but two addresses may lead to the same account.
 * Returns the warnings.
 *
 * @throws Failure credentials-confused
 */
export function checkSigningKey(
  key: string,
  own: KnownSecrets,
  others: readonly KnownSecrets[],
): readonly string[] {
  if (/^basic\s/i.test(key) || /^[^:\s]+:[^:\s]+$/.test(key)) {
    throw mixupFailure(
      'This looks like a login and a password (an API key), not like a signing key.',
      'Paste the signing key that the service provides for callbacks. The API key has its own field.',
    );
  }
  for (const secrets of [own, ...others]) {
    const of = secrets === own ? 'this environment' : `“${secrets.environmentName}”`;
    if (secrets.apiKey && isPartOf(key, secrets.apiKey)) {
      throw mixupFailure(
        `This is the API key of ${of}. Callbacks are signed with a separate signing key, and a check with this one would never match.`,
        'Find the signing key for callbacks in the administration panel of the service.',
      );
    }
  }
  const match = own.signingKeys.find((signingKey) => signingKey.key === key);
  if (match) {
    throw mixupFailure(
      `This signing key is already stored here as “${match.label}”.`,
      'Nothing needs to be saved; to give it another label, remove that one first.',
    );
  }
  return others
    .filter((secrets) => secrets.signingKeys.some((signingKey) => signingKey.key === key))
    .map(
      (secrets) =>
        `The same signing key is stored for “${secrets.environmentName}”. Each key belongs to one environment: check which one.`,
    );
}

/**
 * Decides whether a new API key may be saved, with the same comparisons as {@link checkSigningKey}.
 * @throws Failure credentials-confused
 */
export function checkApiKey(
  apiKey: ApiKey,
  own: KnownSecrets,
  others: readonly KnownSecrets[],
): readonly string[] {
  if (apiKey.login.includes(':') || apiKey.password.startsWith(`${apiKey.login}:`)) {
    throw mixupFailure(
      'The login and the password seem to be pasted together in one field.',
      'Enter the part before the colon as the login and the part after it as the password.',
    );
  }
  for (const secrets of [own, ...others]) {
    const of = secrets === own ? 'this environment' : `“${secrets.environmentName}”`;
    const match = secrets.signingKeys.find(({ key }) => isPartOf(key, apiKey));
    if (match) {
      throw mixupFailure(
        `The signing key “${match.label}” of ${of} is the same text. A signing key and an API key are never the same.`,
        'Check in the administration panel which of the two this is; if the signing key is the wrong one, remove it first.',
      );
    }
  }
  return others
    .filter(
      (secrets) => secrets.apiKey?.login === apiKey.login && secrets.apiKey.password === apiKey.password,
    )
    .map(
      (secrets) =>
        `The same API key is stored for “${secrets.environmentName}”. Each key belongs to one environment: check which one.`,
    );
}

/** Returns whether the text is the login, the password, or both in a common combined form. */
function isPartOf(key: string, { login, password }: ApiKey): boolean {
  const text = key.trim();
  const pair = `${login}:${password}`;
  return [login, password, pair, Buffer.from(pair).toString('base64')].includes(text);
}

function mixupFailure(message: string, hint: string): Failure {
  return new Failure({ code: 'credentials-confused', message, hint });
}
