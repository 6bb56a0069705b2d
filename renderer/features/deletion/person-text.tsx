import { Masked } from '../../ui/masked.tsx';

/** Shows whose a conversation is, masked. The birth dates of a list are shown together, so that people of one name can be compared. */
export function PersonText({
  id,
  name,
  birthDate,
}: {
  /** Unique in the list. */
  id: string;
  name?: string | undefined;
  birthDate?: string | undefined;
}) {
  return (
    <>
      {name !== undefined && <Masked value={name} field={`name ${id}`} label="name" copy={false} shape />}
      {birthDate !== undefined && (
        <Masked value={birthDate} field="birth date" label="birth date" copy={false} />
      )}
    </>
  );
}
