import { Flex, Text } from '@mantine/core';
import type { EnvironmentView } from '../../../preload/contract/environments.ts';
import type { HeadlessView } from '../../../preload/contract/headless.ts';
import { CopyButton } from '../../ui/copyable.tsx';
import layout from '../../ui/layout.module.css';
import { OutsideText } from '../../ui/outside-text.tsx';
import { Section } from '../../ui/section.tsx';
import { exchangeText, transcriptText } from './transcript-text.ts';

/** The most lines of one exchange that are shown; the copy has all of them. */
const maxLines = 60;

/** Shows every request of the flow in this session with its reply; it has no value of the applicant. */
export function TranscriptPart({ view, environment }: { view: HeadlessView; environment: EnvironmentView }) {
  if (view.exchanges.length === 0) {
    return null;
  }
  const { exchanges } = view;
  return (
    <Section
      title="Transcript"
      collapsible
      closed
      actions={<CopyButton value={transcriptText(view, environment.settings)} label="transcript" />}
    >
      <Text mb={8} c="dimmed">
        {exchanges.length === 1 ? '1 request' : `${exchanges.length} requests`} of this session. It contains
        none of the person’s values, no file names and no page ids, so you can share it.
      </Text>
      <Flex component="ol" direction="column" gap={8}>
        {exchanges.map((exchange, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: exchanges are only added at the end
          <li key={index}>
            <pre className={layout.exactText}>
              {exchangeText(exchange)
                .split('\n')
                .slice(0, maxLines)
                .map((line, number) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an exchange never change
                  <div key={number}>
                    <OutsideText text={line} max={1000} dir="ltr" />
                  </div>
                ))}
            </pre>
          </li>
        ))}
      </Flex>
    </Section>
  );
}
