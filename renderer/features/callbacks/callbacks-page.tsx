import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import type { StoreApi } from 'zustand/vanilla';
import type { EnvironmentView } from '../../../preload/contract/environments.ts';
import { type CallbackView, callbackViews } from '../../navigation.ts';
import layout from '../../ui/layout.module.css';
import { Page } from '../../ui/page.tsx';
import type { MessageActs } from '../signatures/message.ts';
import { Exam } from './examine/exam.tsx';
import type { ExamDraft } from './examine/exam-draft.ts';
import { Inbox } from './inbox.tsx';
import { MissedCallbacks } from './missed.tsx';
import { Send } from './send.tsx';
import type { SendDraft } from './send-draft.ts';
import type { InboxView } from './use-inbox.ts';

const labels: Readonly<Record<CallbackView, string>> = {
  inbox: 'Inbox',
  missed: 'Missed',
  send: 'Send',
  examine: 'Examine a receiver',
};

interface CallbacksPageProps {
  inbox: StoreApi<InboxView>;
  send: StoreApi<SendDraft>;
  exam: StoreApi<ExamDraft>;
  environment: EnvironmentView;
  view: CallbackView;
  onView(view: CallbackView): void;
  acts: MessageActs;
  onSettings(): void;
}

/** Callbacks: those received, those sent to try a receiver, and the exam of a receiver. */
export function CallbacksPage({
  inbox,
  send,
  exam,
  environment,
  view,
  onView,
  acts,
  onSettings,
}: CallbacksPageProps) {
  const content: Record<CallbackView, () => ReactNode> = {
    inbox: () => (
      <Inbox
        // Rows of another environment are not shown meanwhile.
        key={environment.id}
        view={inbox}
        environment={environment}
        acts={acts}
      />
    ),
    missed: () => (
      <MissedCallbacks
        environment={environment}
        send={send}
        onSettings={onSettings}
        onOpen={acts.open}
        onSend={({ conversationId, event }) => {
          send.setState({
            source: 'case',
            conversationId,
            event: `CONVERSATION ${event}`,
            message: undefined,
          });
          onView('send');
        }}
      />
    ),
    send: () => <Send store={send} environment={environment} acts={acts} onSettings={onSettings} />,
    examine: () => <Exam store={exam} environment={environment} acts={acts} onSettings={onSettings} />,
  };
  return (
    <Tabs
      value={view}
      onChange={(value) => onView(callbackViews.find((one) => one === value) ?? 'inbox')}
      keepMounted={false}
      h="100%"
    >
      <Page
        title="Callbacks"
        fills
        bar={
          <Tabs.List aria-label="Callbacks" className={layout.tabs ?? ''}>
            {callbackViews.map((one) => (
              <Tabs.Tab key={one} value={one}>
                {labels[one]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        }
      >
        {callbackViews.map((one) => (
          <Tabs.Panel
            key={one}
            value={one}
            {...(view === one && { flex: '1', display: 'flex', miw: 0, mih: 0 })}
          >
            {content[one]()}
          </Tabs.Panel>
        ))}
      </Page>
    </Tabs>
  );
}
