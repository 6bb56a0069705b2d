import { Stack } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { ExamExchange, ExaminedRule, ExamRule } from '../../../../preload/contract/examine.ts';
import { InterfaceLink } from '../../../ui/interface-link.tsx';
import layout from '../../../ui/layout.module.css';
import { OutsideText } from '../../../ui/outside-text.tsx';
import { MessagePanel } from '../../signatures/message-panel.tsx';
import { Response } from '../send-result.tsx';

interface RuleDetailsProps {
  rule: ExamRule | ExaminedRule;
}

interface ExchangeViewProps extends Omit<RuleDetailsProps, 'rule'> {
  exchange: ExamExchange;
  number: number;
}

/** Shows the demand of a rule, the findings, how to fix them, and each message. */
export function RuleDetails({ rule }: RuleDetailsProps) {
  const result = 'verdict' in rule ? rule : undefined;
  const section = /^\d+(\.\d+)?/.exec(rule.section)?.[0];
  return (
    <Stack gap={8} pb={10} pl={28} pr={10}>
      <dl className={layout.facts}>
        <dt>Sent</dt>
        <dd>{rule.sends}</dd>
        <dt>Expected</dt>
        <dd>{rule.expects}</dd>
        {result && (
          <>
            <dt>Found</dt>
            <dd>
              <OutsideText text={result.reason} max={500} />
            </dd>
          </>
        )}
        {result?.fix !== undefined && (
          <>
            <dt>How to fix</dt>
            <dd>{result.fix}</dd>
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
      {result?.exchanges.map((exchange, index) => (
        <ExchangeView
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and labels repeat
          key={index}
          exchange={exchange}
          number={index}
        />
      ))}
    </Stack>
  );
}

function ExchangeView({ exchange: { label, request, answer }, number }: ExchangeViewProps) {
  const [opened, setOpened] = useState(false);
  const message = useMemo(() => {
    const body = new TextEncoder().encode(request.body);
    return {
      name: `exchange ${number} ${label}`,
      title: label,
      method: request.method,
      url: request.url,
      headers: request.headers,
      // Only its beginning is kept of a long one.
      body: body.length === request.bodyBytes ? body : undefined,
    };
  }, [label, request, number]);
  return (
    <details onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary className={layout.anywhere}>
        {label}: <OutsideText text={answer.summary} max={200} />{' '}
        <span className={layout.quietParagraph}>{answer.ms.toFixed(1)} ms</span>
      </summary>
      {opened && (
        <MessagePanel
          message={message}
          parts={[
            { name: 'Response', content: <Response headers={answer.headers} body={answer.body} isWhole /> },
          ]}
        />
      )}
    </details>
  );
}
