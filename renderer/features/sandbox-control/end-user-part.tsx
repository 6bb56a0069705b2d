import { Button, Flex, Group, Select, Title } from '@mantine/core';
import { useState } from 'react';
import { type SandboxState, sandboxEndings } from '../../../preload/contract/sandbox.ts';
import { causeTerm, knownCauseCodes } from '../../../preload/wording/causes.ts';
import { conversationStatusTerm } from '../../../preload/wording/statuses.ts';
import layout from '../../ui/layout.module.css';
import { endingLabels } from './sandbox-wording.ts';
import { useSandboxCommand } from './use-sandbox.ts';

interface EndUserPartProps {
  conversation: SandboxState['conversations'][number];
  onShow(): void;
}

/** Plays the end user of the conversation. */
export function EndUserPart({ conversation, onShow }: EndUserPartProps) {
  const { command, busy } = useSandboxCommand();
  const { id: conversationId, status, aml } = conversation;
  const endings = sandboxEndings.filter((ending) => ending !== 'hit' || aml);
  const [cause, setCause] = useState<string | null>('SCAN_DOCUMENT_TOO_BLURRY');
  const isActive = status === 'CREATED' || status === 'IN_PROGRESS';
  return (
    <Flex component="section" direction="column" gap={8} aria-label="End user">
      <Title order={2}>End user</Title>
      <p className={layout.quietParagraph} role="status">
        {conversationStatusTerm(status).label}
        {!isActive && '. It has ended, so nothing more can be entered.'}
      </p>
      {isActive && (
        <>
          <Select
            label="Cause, for a partial or failed result"
            searchable
            value={cause}
            onChange={setCause}
            data={knownCauseCodes.map((code) => ({ value: code, label: causeTerm(code).label }))}
          />
          <Group align="flex-end">
            {status === 'CREATED' && (
              <Button disabled={busy} onClick={() => command({ kind: 'start', conversationId })}>
                Begin
              </Button>
            )}
            {endings.map((ending) => (
              <Button
                key={ending}
                disabled={busy}
                onClick={() =>
                  command({
                    kind: 'finish',
                    conversationId,
                    ending,
                    ...(cause !== null && (ending === 'part' || ending === 'failed') ? { cause } : {}),
                  })
                }
              >
                {endingLabels[ending]}
              </Button>
            ))}
          </Group>
          {!aml && (
            <p className={layout.quietParagraph}>A PEP hit is not possible: AML checks were not requested.</p>
          )}
        </>
      )}
      <Group align="flex-end">
        <Button variant="subtle" size="compact-sm" onClick={onShow}>
          Open the case
        </Button>
      </Group>
    </Flex>
  );
}
