import { ActionIcon, Box, Button, Flex, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconArrowUpRight, IconEye, IconEyeOff, IconRefresh, IconTrash, IconX } from '@tabler/icons-react';
import { Fragment } from 'react';
import type { CaseDetails } from '../../../preload/contract/cases.ts';
import { stateTerm } from '../../../preload/wording/case-terms.ts';
import { decisionLabels, findingText } from '../../../preload/wording/cases.ts';
import { productTerm } from '../../../preload/wording/products.ts';
import { findingIdentity, findingLines, settlementLabels } from '../../../preload/wording/settlements.ts';
import { conversationStatusTerm, productStatusTerm } from '../../../preload/wording/statuses.ts';
import { isFinalVerdict } from '../../../preload/wording/verdict.ts';
import { useEnvironmentQuery } from '../../environments/use-environment.ts';
import { AssessmentChip } from '../../ui/assessment-chip.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { CountryName } from '../../ui/country-name.tsx';
import { Fact } from '../../ui/field-list.tsx';
import layout from '../../ui/layout.module.css';
import { FailureNotice } from '../../ui/notices.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import { useGo } from '../../ui/services.tsx';
import { ToneIcon, toneOf } from '../../ui/status-badge.tsx';
import { Time } from '../../ui/time.tsx';
import { UserKey } from '../../ui/user-key.tsx';
import { SkeletonLines } from '../../ui/waiting.tsx';
import { CaseLinks } from './comparing/case-links.tsx';
import type { Compared } from './comparing/compare-dialog.tsx';
import { FollowUpText } from './follow-up-button.tsx';
import sidePanel from './side-panel.module.css';
import { WaitingText } from './wait-button.tsx';

/** Milliseconds before the focused row's case is loaded. */
const restFor = 80;

interface CasePreviewProps {
  conversationId: string | undefined;
  /** The name of the sandbox sample. */
  title: string | undefined;
  watching: { busy: boolean; watch(conversationId: string, watched: boolean): void };
  onCompare(compared: Compared): void;
  onRefresh(conversationId: string): void;
  onClose(): void;
}

/** Shows the console's own data of the focused case, beside the list. It does not call the service. */
export function CasePreview(props: CasePreviewProps) {
  const { conversationId, title, watching, onCompare, onClose } = props;
  const go = useGo();
  const [restedAt] = useDebouncedValue(conversationId, restFor);
  // The case before stays until the next one is there.
  const { data, failure, refresh } = useEnvironmentQuery(
    'cases.get',
    restedAt === undefined ? undefined : { conversationId: restedAt },
    { keepPrevious: true },
  );
  const details = data?.case;
  return (
    <Box component="aside" w={{ base: 272, sm: 336 }} className={sidePanel.panel} aria-label="Preview">
      <Flex
        component="header"
        align="center"
        justify="space-between"
        h={31}
        pl={14}
        pr={6}
        className={layout.bar}
      >
        {details ? (
          <AssessmentChip
            verdict={details.row.verdict}
            findings={details.row.findings}
            findingCount={details.row.findingCount}
          />
        ) : (
          <span className={layout.quiet}>Preview</span>
        )}
        <ActionIcon aria-label="Close the preview" onClick={onClose} flex="none">
          <IconX size={15} aria-hidden />
        </ActionIcon>
      </Flex>
      <div className={sidePanel.body}>
        {failure && <FailureNotice failure={failure} onRetry={refresh} />}
        {!failure && conversationId === undefined && <p className={layout.quiet}>No case selected.</p>}
        {!failure && conversationId !== undefined && data === undefined && <SkeletonLines lines={8} />}
        {details && (
          <Fragment key={details.row.conversationId}>
            {title !== undefined && (
              <Text mb={10} fw={600}>
                {title}
              </Text>
            )}
            <CaseDetailList details={details} />
            <Findings details={details} />
            <Products details={details} />
            <Notes details={details} />
            <CaseLinks
              details={details}
              onCompare={(otherId) => onCompare({ conversationId: details.row.conversationId, otherId })}
              onReads={() => onCompare({ conversationId: details.row.conversationId })}
            />
          </Fragment>
        )}
      </div>
      {details && (
        <Flex component="footer" wrap="wrap" gap={6} px={14} py={10} className={layout.bar} data-foot>
          <Button
            variant="filled"
            leftSection={<IconArrowUpRight size={14} aria-hidden />}
            onClick={() => go({ page: 'conversations', conversationId: details.row.conversationId })}
          >
            Open
          </Button>
          <Button
            leftSection={<IconRefresh size={14} aria-hidden />}
            onClick={() => props.onRefresh(details.row.conversationId)}
          >
            Refresh
          </Button>
          {!isFinalVerdict(details.row.verdict) && (
            <Watching
              watched={details.row.watched}
              onWatch={(watched) => !watching.busy && watching.watch(details.row.conversationId, watched)}
            />
          )}
          <Button
            leftSection={<IconTrash size={14} aria-hidden />}
            onClick={() => go({ page: 'deletion', conversationId: details.row.conversationId })}
          >
            Expire or delete…
          </Button>
        </Flex>
      )}
    </Box>
  );
}

function Watching({ watched, onWatch }: { watched: boolean; onWatch(watched: boolean): void }) {
  const Icon = watched ? IconEyeOff : IconEye;
  return (
    <Button leftSection={<Icon size={14} aria-hidden />} onClick={() => onWatch(!watched)}>
      {watched ? 'Stop watching' : 'Watch'}
    </Button>
  );
}

function CaseDetailList({ details: { row } }: { details: CaseDetails }) {
  return (
    <dl className={layout.facts}>
      <Fact label="User key">{row.userKey !== undefined && <UserKey userKey={row.userKey} />}</Fact>
      <Fact label="Id">
        <Copyable value={row.conversationId} label="conversation id" />
      </Fact>
      <Fact label="Status">{row.status !== undefined && conversationStatusTerm(row.status).label}</Fact>
      {row.countries.length > 0 && (
        <Fact label="Country">
          {row.countries.map((code) => (
            <span key={code}>
              <CountryName code={code} />{' '}
            </span>
          ))}
        </Fact>
      )}
      <Fact label="State">
        {row.waiting ? <WaitingText row={row} /> : (stateTerm(row)?.label ?? 'Not decided')}
      </Fact>
      <Fact label="Follow-up">{row.followUp && <FollowUpText row={row} />}</Fact>
      {row.decision && (
        <Fact label="Decision">
          {decisionLabels[row.decision.kind]} <Time at={row.decision.at} />
        </Fact>
      )}
      <Fact label="Read">{row.readAt !== undefined && <Time at={row.readAt} />}</Fact>
      <Fact label="Opened">{row.openedAt !== undefined && <Time at={row.openedAt} />}</Fact>
      <Fact label="Labels">{row.labels.length > 0 && <OutsideText text={row.labels.join(', ')} />}</Fact>
    </dl>
  );
}

function Findings({ details: { findings, settlements } }: { details: CaseDetails }) {
  if (findings.length === 0) {
    return null;
  }
  return (
    <section>
      <h2 className={sidePanel.heading}>Findings</h2>
      <Flex component="ol" direction="column" gap={2} pl={20} style={{ listStyle: 'decimal' }}>
        {findingLines(findings, settlements).map(({ finding, count, settlement }) => (
          <li key={findingIdentity(finding)}>
            {findingText(finding)}
            {count > 1 && ` ×${count}`}
            {settlement && <span className={layout.quiet}> {settlementLabels[settlement.kind]}</span>}
          </li>
        ))}
      </Flex>
    </section>
  );
}

function Products({ details: { row } }: { details: CaseDetails }) {
  if (row.products.length === 0) {
    return null;
  }
  return (
    <section>
      <h2 className={sidePanel.heading}>Products</h2>
      <Flex component="ul" direction="column" gap={2}>
        {row.products.map(({ name, status }) => {
          const term = productStatusTerm(name, status);
          return (
            <Flex component="li" key={name} align="center" gap={6}>
              <ToneIcon tone={toneOf(term.tone)} /> {productTerm(name).label}
              <span className={layout.quiet}>{term.label}</span>
            </Flex>
          );
        })}
      </Flex>
    </section>
  );
}

function Notes({ details: { notes } }: { details: CaseDetails }) {
  if (notes.length === 0) {
    return null;
  }
  return (
    <section>
      <h2 className={sidePanel.heading}>Notes</h2>
      <Flex component="ul" direction="column" gap={8}>
        {notes.map(({ id, at, actor, text }) => (
          <Flex component="li" key={id} direction="column">
            <OutsideText text={text} max={400} hasLines />
            <span className={layout.quiet}>
              <OutsideText text={actor} />, <Time at={at} />
            </span>
          </Flex>
        ))}
      </Flex>
    </section>
  );
}
