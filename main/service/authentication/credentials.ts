import { Failure } from '../../common/failure.ts';
import { formEncoded } from '../../common/redaction.ts';
import { credentialMessages } from '../messages/settings.ts';

export interface ApiKey {
  login: string;
  password: string;
}

/** The authentication of calls (interface 5). */
export interface Authentication {
  /**
   * Returns the value of the Authorization header.
   * @throws Failure credentials-missing, token-refused, token-unreadable, and network failures of the token request
   */
  authorization(signal?: AbortSignal): Promise<string>;
  /** Called after a 401 to this value. Returns whether another value may be available. */
  mayRetryRejection(authorization: string): boolean;
  /** Returns the login of the API key that the last value of `authorization` was made from; undefined when it is no longer known. */
  login(): string | undefined;
  /** Returns all secrets known so far, which must never be shown. */
  secrets(): string[];
}

/** @throws Failure credentials-missing */
export async function requireApiKey(apiKey: () => Promise<ApiKey | undefined>): Promise<ApiKey> {
  const key = await apiKey();
  if (key === undefined) {
    throw new Failure({ code: 'credentials-missing', ...credentialMessages.missing() });
  }
  return key;
}

export function basicHeader(login: string, password: string): string {
  return `Basic ${Buffer.from(`${login}:${password}`, 'utf8').toString('base64')}`;
}

/** Returns every form in which the secret of an API key is sent, longest first; none may be shown. The login alone is not secret. */
export function secretVariants({ login, password }: ApiKey): string[] {
  const basic = [basicHeader(login, password), basicHeader(formEncoded(login), formEncoded(password))];
  return [...basic.map((header) => header.slice('Basic '.length)), formEncoded(password), password];
}
