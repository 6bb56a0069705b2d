import { Button, Flex, Stack, Text } from '@mantine/core';
import { IconSearch, IconTool } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { SignatureExplanation, SignatureFinding } from '../../../preload/contract/signatures.ts';
import layout from '../../ui/layout.module.css';
import { FailureNotice } from '../../ui/notices.tsx';
import { Section } from '../../ui/section.tsx';
import { useAnnounce } from '../../ui/services.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { Progress } from '../../ui/waiting.tsx';
import type { CauseSearch, useCauseSearch } from './cause-search.ts';
import { causeText, nothingFoundText } from './cause-texts.ts';
import { Difference } from './difference.tsx';
import classes from './finding.module.css';
import { Recipes } from './recipes.tsx';
import shared from './signatures.module.css';

/** About when pairs are given up: main counts processor time. */
const maxPairsMs = 20_000;

/** Shows why the signature does not match: every cause that was proved, or what was ruled out. */
export function Explanation({ search }: { search: ReturnType<typeof useCauseSearch> }) {
  const announce = useAnnounce();
  // A search of before is not announced when the page is opened again.
  const lastExplanation = useRef(search.explanation);
  useEffect(() => {
    if (search.explanation && search.explanation !== lastExplanation.current) {
      announce(headline(search));
    }
    lastExplanation.current = search.explanation;
  }, [announce, search]);
  if (!search.isWanted) {
    return null;
  }
  const { busy, progress, findings, explanation, failure, stop, explain } = search;
  return (
    <>
      <Section
        title="Why"
        aside={<Aside search={search} />}
        actions={
          !busy && (
            <Button leftSection={<IconSearch size={14} />} onClick={explain}>
              Search again
            </Button>
          )
        }
      >
        <Stack gap={12}>
          {busy && (
            // Each stage begins anew: the time of single changes does not predict that of pairs.
            <Progress
              key={progress?.stage ?? 'single'}
              label={
                progress?.stage === 'pairs'
                  ? 'No single change fits; trying two at once'
                  : 'Trying single changes'
              }
              done={progress?.tried ?? 0}
              {...(progress ? { total: progress.total } : {})}
              format={(count) => count.toLocaleString('en')}
              {...(progress?.stage === 'pairs' ? { maxMs: maxPairsMs } : {})}
              onStop={stop}
            />
          )}
          {findings.map((finding, index) => (
            <Finding key={`${finding.code} ${finding.sentence}`} finding={finding} first={index === 0} />
          ))}
          {failure && failure.code !== 'cancelled' && <FailureNotice failure={failure} />}
          {explanation && findings.length === 0 && <NothingFound explanation={explanation} />}
          {explanation && (
            <Text c="var(--text-quiet)">
              {explanation.tried.toLocaleString('en')} combinations tried.
              {findings.length > 0 && explanation.complete && ' Every cause found is shown.'}
              {explanation.unreadKeys.length > 0 && ` Not available: ${explanation.unreadKeys.join(' ')}`}
            </Text>
          )}
        </Stack>
      </Section>
      {findings.some(({ rawBody }) => rawBody) && <Recipes />}
    </>
  );
}

/** Shows the outcome of a search in short; the text below says when it proved no cause. */
function Aside({ search: { findings, busy } }: { search: CauseSearch }) {
  if (findings.length > 0) {
    return (
      <StatusBadge
        tone="good"
        status={findings.length === 1 ? 'Cause proved' : `${findings.length} causes proved`}
        explain="The signature was computed again with exactly this change, and it matches the one that was sent."
      />
    );
  }
  return busy ? <StatusBadge tone="active" status="Searching" /> : null;
}

function headline({ findings, explanation }: CauseSearch): string {
  const [first] = findings;
  if (first) {
    return `${findings.length === 1 ? 'Cause' : `${findings.length} causes`} proved. ${first.sentence}`;
  }
  return explanation ? nothingFoundText(explanation) : '';
}

/** Shows what a search without result rules out, what it leaves, and what to collect next. */
function NothingFound({ explanation }: { explanation: SignatureExplanation }) {
  const { limits, ruledOut, attempted, leaves, collect } = explanation;
  return (
    <Stack gap={6}>
      <p className={shared.sentence}>{nothingFoundText(explanation)}</p>
      <List title="What was not tried" items={limits ?? []} />
      <List title="Remaining possibilities" items={leaves} />
      <List title="Try next" items={collect} />
      <FoldedList title="Ruled out" items={ruledOut} />
      <FoldedList title="Tried without success" items={attempted} />
    </Stack>
  );
}

function FoldedList({ title, items }: { title: string; items: readonly string[] }) {
  if (items.length === 0) {
    return null;
  }
  return (
    <details className={shared.more}>
      <summary>
        {title} ({items.length})
      </summary>
      <ul>
        {items.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </details>
  );
}

function List({ title, items }: { title: string; items: readonly string[] }) {
  if (items.length === 0) {
    return null;
  }
  return (
    <>
      <Text component="h3" mt={6} fz={13} fw={650}>
        {title}
      </Text>
      <ul className={shared.sentences}>
        {items.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </>
  );
}

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
function Finding({ finding, first }: { finding: SignatureFinding; first: boolean }) {
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
