import type { StoreApi } from 'zustand/vanilla';
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
  view: CallbackView;
  onView(view: CallbackView): void;
}

/** Callbacks: those received, those sent to try a receiver, and the exam of a receiver. */
export function CallbacksPage({ inbox, send, exam, view, onView }: CallbacksPageProps) {
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
          content: () => <Inbox view={inbox} />,
        },
        {
          value: 'missed',
          label: 'Missed',
          content: () => (
            <MissedCallbacks
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
        { value: 'send', label: 'Send', content: () => <Send store={send} /> },
        {
          value: 'examine',
          label: 'Examine a receiver',
          content: () => <Exam store={exam} />,
        },
      ]}
    />
  );
}
