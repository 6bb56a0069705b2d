import { Masked } from '../../ui/masked.tsx';

/** Shows whose a conversation is, masked: the buttons of one row show the same of all rows, so that they can be compared. */
export function PersonText({
  name,
  birthDate,
}: {
  name?: string | undefined;
  birthDate?: string | undefined;
}) {
  return (
    <>
      {name !== undefined && <Masked value={name} field="name" label="name" copy={false} shape />}
      {birthDate !== undefined && (
        <Masked value={birthDate} field="birth date" label="birth date" copy={false} />
      )}
    </>
  );
}
