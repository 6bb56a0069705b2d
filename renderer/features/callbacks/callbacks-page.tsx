import type { StoreApi } from 'zustand/vanilla';
import type { EnvironmentView } from '../../../preload/contract/environments.ts';
import type { CallbackView } from '../../navigation.ts';
import { TabbedPage } from '../../ui/tabbed-page.tsx';
import { Exam } from './examine/exam.tsx';
import type { ExamDraft } from './examine/exam-draft.ts';
import { Inbox } from './inbox.tsx';
import { MissedCallbacks } from './missed.tsx';
import { Send } from './send.tsx';
import type { SendDraft } from './send-draft.ts';
import type { InboxView } from './use-inbox.ts';

interface CallbacksPageProps {
  inbox: StoreApi<InboxView>;
  send: StoreApi<SendDraft>;
  exam: StoreApi<ExamDraft>;
  environment: EnvironmentView;
  view: CallbackView;
  onView(view: CallbackView): void;
}

/** Callbacks: those received, those sent to try a receiver, and the exam of a receiver. */
export function CallbacksPage({ inbox, send, exam, environment, view, onView }: CallbacksPageProps) {
  return (
    <TabbedPage<CallbackView>
      title="Callbacks"
      fills
      view={view}
      onView={onView}
      views={[
        {
          value: 'inbox',
          label: 'Inbox',
          // Rows of another environment are not shown meanwhile.
          content: () => <Inbox key={environment.id} view={inbox} environment={environment} />,
        },
        {
          value: 'missed',
          label: 'Missed',
          content: () => (
            <MissedCallbacks
              environment={environment}
              send={send}
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
        },
        { value: 'send', label: 'Send', content: () => <Send store={send} environment={environment} /> },
        {
          value: 'examine',
          label: 'Examine a receiver',
          content: () => <Exam store={exam} environment={environment} />,
        },
      ]}
    />
  );
}
