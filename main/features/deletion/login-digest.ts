import { randomBytes, scrypt } from 'node:crypto';

/** Returns a salted, slow digest that recognises a login without storing it. At most 100 characters. */
export async function loginDigest(login: string, salt: Buffer = randomBytes(16)): Promise<string> {
  const digest = await new Promise<Buffer>((resolve, reject) => {
    scrypt(login, salt, 32, (error, key) => (error ? reject(error) : resolve(key)));
  });
  return `${salt.toString('base64url')}.${digest.toString('base64url')}`;
}

/** Returns whether a digest belongs to this login. */
export async function isDigestOf(digest: string, login: string): Promise<boolean> {
  const [salt = ''] = digest.split('.');
  return (await loginDigest(login, Buffer.from(salt, 'base64url'))) === digest;
}
