import type { Message } from './message.ts';

export const authorityFileMessages = {
  unreadable: (path: string): Message => ({
    message: `The file with the extra certificate authorities, ${path}, cannot be read. Nothing was sent.`,
    hint: 'Put the file back, or choose another (or none) in the environment.',
  }),
  unfit: (path: string, problem: string): Message => ({
    message: `The file with the extra certificate authorities, ${path}, cannot be used: ${problem}. Nothing was sent.`,
    hint: 'Choose the PEM file itself (or none) in the environment.',
  }),
  empty: (path: string): Message => ({
    message: `The file with the extra certificate authorities, ${path}, contains no certificate in PEM form. Nothing was sent.`,
    hint: 'A PEM file has lines that say “BEGIN CERTIFICATE”. Ask your network administrator for it in that form.',
  }),
  broken: (path: string): Message => ({
    message: `The file with the extra certificate authorities, ${path}, contains a certificate that cannot be read. Nothing was sent.`,
    hint: 'Get the file again from your network administrator; it may be incomplete or changed.',
  }),
};

export const preparationMessages = {
  late: (limitMs: number): Message => ({
    message: `The keychain or the system’s proxy settings did not answer within ${(limitMs / 1000).toLocaleString('en')} seconds. Nothing was sent.`,
    hint: 'Check whether a keychain window is waiting for an answer, then try again.',
  }),
};

export const credentialMessages = {
  missing: (): Message => ({
    message: 'This environment has no API key, so nothing was sent.',
    hint: 'Enter the login and password of its API key under Settings. Create them in the administration panel, one pair for each environment.',
  }),
  badCertificate: (): Message => ({
    message: 'The client certificate of this environment can no longer be used. Nothing was sent.',
    hint: 'Choose its file again under Settings, or remove it there.',
  }),
  rejected: (scheme: 'basic' | 'oauth'): Message => ({
    message:
      scheme === 'basic'
        ? 'The service does not accept this API key (401).'
        : 'The service does not accept the token it issued for this API key (401), not even a new one.',
    hint: 'Keys belong to one environment: check that this one was created for it, and that login and password are complete. Then save it again.',
  }),
};

export const idMessages = {
  empty: (what: string): Message => ({
    message: `The ${what} is empty, so nothing was sent.`,
    hint: 'Enter one.',
  }),
  control: (what: string): Message => ({
    message: `The ${what} contains control characters (such as a line break), so nothing was sent.`,
    hint: 'It was probably copied with other text. Copy only the value.',
  }),
  dots: (what: string): Message => ({
    message: `"." and ".." cannot be a ${what}: they would change the address. Nothing was sent.`,
    hint: 'Enter the id itself.',
  }),
  broken: (what: string): Message => ({
    message: `The ${what} contains an incomplete character, so it cannot be sent.`,
    hint: 'It was probably cut off when copied. Copy all of it.',
  }),
  tooLong: (what: string): Message => ({
    message: `The ${what} is longer than 512 characters, so nothing was sent.`,
    hint: 'Enter only the id, without the text around it.',
  }),
};

export const inputMessages = {
  userIp: (): Message => ({
    message: 'The user address (X-User-IP) is not an IP address, so nothing was sent.',
    hint: 'Enter the end user’s address, such as 203.0.113.7.',
  }),
  secretAsId: (): Message => ({
    message: 'This is one of your keys, not a conversation id. Nothing was sent.',
    hint: 'Copy the id of the conversation and paste it again.',
  }),
  range: (): Message => ({
    message: 'The requested part of the file is not a valid byte range.',
    hint: 'Ask for the whole file.',
  }),
};

export const readOnlyMessage: Message = {
  message: 'This environment is read-only in this console. Nothing was sent.',
  hint: 'To expire, delete or create here, turn off “Read-only” in the settings of the environment.',
};
