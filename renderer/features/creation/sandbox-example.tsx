import { Button, Group, Select } from '@mantine/core';
import { useState } from 'react';
import type { CreateConversation } from '../../../preload/contract/service/create.ts';
import { Section } from '../../ui/section.tsx';

/** Strategies of the sandbox, by what they show. */
const strategies = [
  ['sandbox:default', 'A person enters email, code and personal data'],
  ['sandbox:headless-documents', 'A person chooses a document and adds photos'],
  ['sandbox:headless-unknown', 'An undocumented step'],
  ['sandbox:forbidden', 'Refused: no permission for the strategy (403)'],
  ['sandbox:exhausted', 'Refused: the plan is used up (402)'],
  ['sandbox:broken', 'Server error (500)'],
] as const;

interface SandboxExampleProps {
  /** The sandbox's address, without a slash at its end. */
  baseUrl: string;
  onFill(request: CreateConversation): void;
}

/** Shows a request that the sandbox accepts unchanged, for a first try. */
export function SandboxExample({ baseUrl, onFill }: SandboxExampleProps) {
  const [strategy, setStrategy] = useState<string>(strategies[0][0]);
  return (
    <Section title="Example for the sandbox" collapsible>
      <Group align="flex-end">
        <Select
          flex="1 1 16rem"
          label="What the example shows"
          description="All people in the sandbox are invented, and nothing is billed."
          data={strategies.map(([value, label]) => ({ value, label }))}
          value={strategy}
          onChange={(value) => setStrategy(value ?? strategies[0][0])}
        />
        <Button
          onClick={() =>
            onFill({
              userKey: 'example-1',
              strategy,
              returnUrl: `${baseUrl}/returned/{conversationId}`,
              query: { identity: {} },
            })
          }
        >
          Fill in the example
        </Button>
      </Group>
    </Section>
  );
}
