import { z } from 'zod';
import { bytes } from './operation.ts';

/** Returns whether a text has no characters that copying adds by accident; others are permitted in a password, as in a header. */
const visible = (text: string) => text === text.trim() && !/\p{Cc}/u.test(text);
const secretText = (what: string, longest: number) =>
  z
    .string()
    .min(1, `Enter the ${what}`)
    .max(longest, `The ${what} is too long`)
    .refine(
      visible,
      `The ${what} begins or ends with white space, or contains a line break: copy it again without it`,
    );

export const apiKeyInput = z.object({
  login: secretText('login', 1024),
  password: secretText('password', 4096),
});
export const signingKeyInput = z.object({
  label: z.string().trim().min(1, 'Enter a label').max(80),
  key: secretText('signing key', 4096),
});

/** RFC 7617: a login for Basic has no colon. */
export const proxyLoginInput = z.object({
  login: secretText('login', 1024).refine(
    (login) => !login.includes(':'),
    'The login must not contain a colon',
  ),
  password: secretText('password', 4096),
});
/** The largest file of a certificate or key, in bytes. */
const maxCertificateFile = 128 * 1024;
export const clientCertificateInput = z.object({
  /** One PKCS #12 file, or PEM files that together contain a certificate and its key. */
  files: z
    .array(
      bytes.refine(
        (file) => file.byteLength <= maxCertificateFile,
        'A certificate file must not be larger than 128 KiB',
      ),
    )
    .min(1, 'Choose a file')
    .max(4, 'Choose at most four files'),
  /** Empty when the file has none. */
  passphrase: z.string().max(1024),
});

/** A secret of an environment, as it is entered. */
export const secretInput = z.discriminatedUnion('kind', [
  apiKeyInput.extend({ kind: z.literal('api-key') }),
  signingKeyInput.extend({ kind: z.literal('signing-key') }),
  proxyLoginInput.extend({ kind: z.literal('proxy-login') }),
  clientCertificateInput.extend({ kind: z.literal('client-certificate') }),
]);
export type SecretInput = z.output<typeof secretInput>;

export const secretKind = z.enum(['api-key', 'signing-key', 'proxy-login', 'client-certificate']);
export type SecretKind = z.infer<typeof secretKind>;
