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
    <>
      {name !== undefined && <Masked value={name} label="name" copy={false} shape />}
      {birthDate !== undefined && <Masked value={birthDate} label="birth date" copy={false} />}
    </>
  );
}

/** Shows the same with the user key below. */
export function PersonWithKey({ userKey, name, birthDate }: Person & { userKey?: string | undefined }) {
  return (
    <>
      <Flex columnGap={8} wrap="wrap">
        <PersonText name={name} birthDate={birthDate} />
      </Flex>
      {userKey !== undefined && <UserKey userKey={userKey} />}
    </>
  );
}
