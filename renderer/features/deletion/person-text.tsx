import { Masked } from '../../ui/masked.tsx';

/** Shows whose a conversation is. */
export function PersonText({
  name,
  birthDate,
}: {
  name?: string | undefined;
  birthDate?: string | undefined;
}) {
  return (
    <>
      {name !== undefined && <Masked value={name} label="name" copy={false} shape />}
      {birthDate !== undefined && <Masked value={birthDate} label="birth date" copy={false} />}
    </>
  );
}
