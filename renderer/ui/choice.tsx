import { Flex, Radio } from '@mantine/core';

interface ChoiceProps<T extends string> {
  label: string;
  value: T;
  choices: readonly (readonly [T, string])[];
  onChange(value: T): void;
}

/** Shows a few choices in one row, of which one is set. */
export function Choice<T extends string>({ label, value, choices, onChange }: ChoiceProps<T>) {
  return (
    <Radio.Group
      label={label}
      value={value}
      onChange={(value) => {
        const choice = choices.find(([name]) => name === value);
        if (choice) {
          onChange(choice[0]);
        }
      }}
    >
      <Flex wrap="wrap" align="center" columnGap={20} rowGap={8} mih={30}>
        {choices.map(([name, text]) => (
          <Radio key={name} value={name} label={text} />
        ))}
      </Flex>
    </Radio.Group>
  );
}
