import { Group, Stack, Title } from '@mantine/core';
import { useState } from 'react';
import type { ExamExchange, ExaminedRule, ExamRule } from '../../../../preload/contract/examine.ts';
import { CopyButton } from '../../../ui/copyable.tsx';
import { formatBytes } from '../../../ui/format-bytes.ts';
import { InterfaceLink } from '../../../ui/interface-link.tsx';
import layout from '../../../ui/layout.module.css';
import { OutsideText } from '../../../ui/outside-text.tsx';

/** Shows the demand of a rule, the findings, how to fix them, and each message. */
export function RuleDetails({ rule }: { rule: ExamRule | ExaminedRule }) {
  const examined = 'verdict' in rule ? rule : undefined;
  const section = /^\d+(\.\d+)?/.exec(rule.section)?.[0];
  return (
    <Stack gap={8} pb={10} pl={28} pr={10}>
      <dl className={layout.facts}>
        <dt>Sent</dt>
        <dd>{rule.sends}</dd>
        <dt>Expected</dt>
        <dd>{rule.expects}</dd>
        {examined && (
          <>
            <dt>Found</dt>
            <dd>
              <OutsideText text={examined.reason} max={500} />
            </dd>
          </>
        )}
        {examined?.fix !== undefined && (
          <>
            <dt>How to fix</dt>
            <dd>{examined.fix}</dd>
          </>
        )}
        <dt>Rule</dt>
        <dd>
          <code>{rule.id}</code>, {rule.section}
          {section !== undefined && (
            <>
              {' '}
              (<InterfaceLink section={section} />)
            </>
          )}
        </dd>
      </dl>
      {examined?.exchanges.map((exchange, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and labels repeat
        <ExchangeView key={index} exchange={exchange} />
      ))}
    </Stack>
  );
}

function ExchangeView({ exchange: { label, request, answer } }: { exchange: ExamExchange }) {
  const [opened, setOpened] = useState(false);
  const head = request.headers.map(([name, value]) => `${name}: ${value}`);
  const answered = [...answer.headers.map(([name, value]) => `${name}: ${value}`), answer.body].filter(
    (line) => line !== '',
  );
  return (
    <details onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary className={layout.anywhere}>
        {label}: <OutsideText text={answer.summary} max={200} />{' '}
        <span className={layout.quietParagraph}>{answer.ms.toFixed(1)} ms</span>
      </summary>
      {opened && (
        <Stack gap={6} py={6}>
          <Group wrap="nowrap">
            <Title order={3}>
              {request.method}, {formatBytes(request.bodyBytes)}
            </Title>
            {request.curl !== undefined && (
              <CopyButton value={request.curl} label="the curl command; it works for 5 minutes" />
            )}
          </Group>
          <Lines lines={[request.url, ...head, request.body]} />
          <Title order={3}>Answer</Title>
          {answered.length === 0 ? (
            <p className={layout.quietParagraph}>No headers and no body</p>
          ) : (
            <Lines lines={answered} />
          )}
        </Stack>
      )}
    </details>
  );
}

/** Headers, then the body; line ends within one of them are shown as such. */
function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <pre className={layout.exactText}>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and lines repeat
        <div key={index}>
          <OutsideText text={line} max={4000} dir="ltr" />
        </div>
      ))}
    </pre>
  );
}
