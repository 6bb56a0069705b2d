import { Box, Button, Flex, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { FailureView } from '../../../preload/contract/envelope.ts';
import type { HeadlessFlow } from '../../../preload/contract/headless.ts';
import { asConversationId } from '../../../preload/contract/service/conversation-id.ts';
import { headlessComponentTerm } from '../../../preload/wording/headless.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import { Section } from '../../ui/section.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { Time } from '../../ui/time.tsx';
import classes from './headless-page.module.css';

interface FlowListProps {
  flows: readonly HeadlessFlow[];
  failure: FailureView | undefined;
  onChoose(conversationId: string): void;
}

/** Begins or continues a flow. */
export function FlowList({ flows, failure, onChoose }: FlowListProps) {
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const id = asConversationId(typed);
    if (id === undefined || id === '') {
      setProblem('Enter a conversation id of at most 512 characters.');
      return;
    }
    onChoose(id);
  };
  return (
    <Stack>
      {failure && <FailureNotice failure={failure} />}
      <Section title="Walk through a conversation">
        <Flex onSubmit={submit} noValidate component="form" direction="column" gap={12}>
          <p className={classes.quiet}>
            In a headless flow the service sends one step at a time, and your system shows it to the person.
            Here you see the steps and answer them yourself.
          </p>
          <TextInput
            maw={512}
            label="Conversation id"
            value={typed}
            error={problem}
            spellCheck={false}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          <div className={classes.row}>
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
                <li key={flow.conversationId} className={classes.row}>
                  <Button size="compact-sm" onClick={() => onChoose(flow.conversationId)}>
                    <OutsideText text={flow.conversationId} max={60} />
                  </Button>
                  <Box component="span" flex="1 1 10rem">
                    {last === undefined
                      ? 'No answer yet'
                      : `Last answer: ${last.component === '' ? 'another component' : headlessComponentTerm(last.component).label}`}
                  </Box>
                  {flow.state === 'unsettled' && <StatusBadge status="Outcome unknown" tone="caution" />}
                  <Time at={flow.changedAt} />
                </li>
              );
            })}
          </Flex>
        </Section>
      )}
    </Stack>
  );
}
