import { Flex } from '@mantine/core';
import { Masked } from '../../ui/masked.tsx';
import { UserKey } from '../../ui/user-key.tsx';

interface Person {
  name?: string | undefined;
  birthDate?: string | undefined;
}

/** Shows whose a conversation is. */
export function PersonText({ name, birthDate }: Person) {
  return (
    <Flex columnGap={8} wrap="wrap">
      {name !== undefined && <Masked value={name} label="name" copy={false} shape />}
      {birthDate !== undefined && <Masked value={birthDate} label="birth date" copy={false} />}
    </Flex>
  );
}

/** Shows the same with the user key below. */
export function PersonWithKey({ userKey, name, birthDate }: Person & { userKey?: string | undefined }) {
  return (
    <>
      <PersonText name={name} birthDate={birthDate} />
      {userKey !== undefined && <UserKey userKey={userKey} />}
    </>
  );
}
