import { Flex, Text } from '@mantine/core';
import { IconTool } from '@tabler/icons-react';
import type { SignatureFinding } from '../../../preload/contract/signatures.ts';
import layout from '../../ui/layout.module.css';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { causeText } from './cause-texts.ts';
import { Difference } from './difference.tsx';
import classes from './finding.module.css';
import shared from './signatures.module.css';

const families: Record<SignatureFinding['family'], string> = {
  key: 'Key',
  body: 'Body',
  timestamp: 'Timestamp',
  message: 'Signed message',
  signature: 'Signature header',
  algorithm: 'Algorithm',
  combined: 'Two causes together',
};

/** Shows one cause: what happened, how to fix it, and folded the proof. The headline of the first stands above the verdicts. */
export function Finding({ finding, first }: { finding: SignatureFinding; first: boolean }) {
  const { code, family, sentence, remedy, rawBody, also, difference } = finding;
  return (
    <article className={classes.finding} data-code={code} data-family={family} data-first={first}>
      <Flex component="header" rowGap={4} columnGap={10} align="center" wrap="wrap">
        <StatusBadge tone="good" status="Proved" />
        <Text span fw={650}>
          {families[family]}
        </Text>
      </Flex>
      {!first && (
        <Text fw={600} className={layout.anywhere}>
          {causeText(finding)}
        </Text>
      )}
      <p className={layout.anywhere}>{sentence}</p>
      <Flex gap={6} className={layout.notice}>
        <IconTool size={15} aria-hidden />
        <span>
          <strong>To fix it: </strong>
          {remedy}
          {rawBody && ' The recipes are below.'}
        </span>
      </Flex>
      <details className={shared.more}>
        <summary>Details</summary>
        {difference && <Difference difference={difference} />}
        <ul>
          <li>
            Code <code>{code}</code>
          </li>
          {also.map((text) => (
            <li key={text}>The same bytes: {text}</li>
          ))}
        </ul>
      </details>
    </article>
  );
}
