import { Box, Button, Flex, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { asConversationId } from '../../../preload/contract/service/conversation-id.ts';
import { headlessComponentTerm } from '../../../preload/wording/headless.ts';
import { useEnvironmentQuery } from '../../environments/use-environment.ts';
import { FailureNotice } from '../../ui/notices.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import { Section } from '../../ui/section.tsx';
import { useGo } from '../../ui/services.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { Time } from '../../ui/time.tsx';
import { submitted } from '../../ui/use-form-check.ts';

/** Begins or continues a flow. */
export function FlowList() {
  const go = useGo();
  const choose = (conversationId: string) => go({ page: 'headless', conversationId });
  const { data, failure, refresh } = useEnvironmentQuery('headless.flows', {});
  const flows = data?.flows ?? [];
  const [draftText, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const submit = () => {
    const id = asConversationId(draftText);
    if (id === undefined || id === '') {
      setProblem('Enter a conversation id of at most 512 characters.');
      return;
    }
    choose(id);
  };
  return (
    <Stack>
      {failure && <FailureNotice failure={failure} onRetry={refresh} />}
      <Section title="Walk through a conversation">
        <Flex onSubmit={submitted(submit)} noValidate component="form" direction="column" gap={12}>
          <Text c="dimmed">
            In a headless flow the service sends one step at a time, and your system shows it to the person.
            Here you see the steps and answer them yourself.
          </Text>
          <TextInput
            maw={512}
            label="Conversation id"
            value={draftText}
            error={problem}
            spellCheck={false}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          <div>
            <Button variant="filled" type="submit">
              Start
            </Button>
          </div>
        </Flex>
      </Section>
      {flows.length > 0 && (
        <Section title="Continue">
          <Flex component="ul" direction="column" gap={6}>
            {flows.map((flow) => {
              const last = flow.steps.at(-1);
              return (
                <Group component="li" key={flow.conversationId} gap={10}>
                  <Button size="compact-sm" onClick={() => choose(flow.conversationId)}>
                    <OutsideText text={flow.conversationId} max={60} />
                  </Button>
                  <Box component="span" flex="1 1 10rem">
                    {last === undefined
                      ? 'No answer yet'
                      : `Last answer: ${last.component === '' ? 'another component' : headlessComponentTerm(last.component).label}`}
                  </Box>
                  {flow.state === 'unsettled' && <StatusBadge status="Outcome unknown" tone="caution" />}
                  <Time at={flow.changedAt} />
                </Group>
              );
            })}
          </Flex>
        </Section>
      )}
    </Stack>
  );
}
