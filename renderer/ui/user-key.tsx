import { Copyable } from './copyable.tsx';
import { Masked } from './masked.tsx';

/** Shows the key by which the client system knows the user. One that looks like a mail address or a name is personal data and masked. */
export function UserKey({ userKey }: { userKey: string }) {
  if (isPersonal(userKey)) {
    return <Masked value={userKey} label="user key" shape />;
  }
  return <Copyable value={userKey} label="user key" />;
}

export function isPersonal(userKey: string): boolean {
  return /[@\s]/.test(userKey);
}
