import { type Checkbox, Kbd, type Radio, Stack } from '@mantine/core';

interface NumberedReasonsProps {
  Control: typeof Checkbox | typeof Radio;
  reasons: readonly { code: string; label: string }[];
}

/** Shows reasons to choose from, each with the digit that chooses it. A form that opens has its focus on the first. */
export function NumberedReasons({ Control, reasons }: NumberedReasonsProps) {
  return (
    <Stack gap={8} pt={4}>
      {reasons.map(({ code, label }, index) => (
        <Control
          key={code}
          value={code}
          {...(index === 0 ? { 'data-autofocus': true } : {})}
          label={
            <>
              {index < 9 && (
                <Kbd size="xs" mr={6} aria-hidden>
                  {index + 1}
                </Kbd>
              )}
              {label}
            </>
          }
        />
      ))}
    </Stack>
  );
}
