import { Box, Button, Text, VisuallyHidden } from '@mantine/core';
import { IconChevronRight, IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import type { Finding, Settlement } from '../../../../preload/contract/cases.ts';
import { findingOrigin, findingText, findingTone } from '../../../../preload/wording/cases.ts';
import type { Passed } from '../../../../preload/wording/passed.ts';
import { productTerm } from '../../../../preload/wording/products.ts';
import { findingIdentity, findingLines, settlementText } from '../../../../preload/wording/settlements.ts';
import { counted } from '../../../../preload/wording/terms.ts';
import layout from '../../../ui/layout.module.css';
import { LongList } from '../../../ui/long-list.tsx';
import { OutsideText } from '../../../ui/outside-text.tsx';
import type { Tone } from '../../../ui/status-badge.tsx';
import { ToneIcon, toneOf } from '../../../ui/status-badge.tsx';
import { Time } from '../../../ui/time.tsx';
import classes from './findings-part.module.css';
import { SettleButton, type SettleFinding } from './settle-button.tsx';

/** The most findings that are listed at once. */
const maxLines = 5;

interface FindingsPartProps {
  /** The most serious first. */
  findings: readonly Finding[];
  passed: readonly Passed[];
  /** The one whose evidence is shown. */
  choice: Finding | undefined;
  onChoose(finding: Finding): void;
  settlements?: readonly Settlement[] | undefined;
  /** Absent where nothing can be settled: the case is not in the list, or a newer result is not shown yet. */
  onSettle?: SettleFinding | undefined;
}

/** Shows the findings of the case, each leading to its evidence; passed checks are folded into one line. */
export function FindingsPart(props: FindingsPartProps) {
  const [all, setAll] = useState(false);
  const [passedOpen, setPassedOpen] = useState(false);
  const { findings, passed, choice, onChoose, settlements, onSettle } = props;
  const lines = findingLines(findings, settlements);
  const firstLines = all ? lines : lines.slice(0, maxLines);
  const rest = lines.length - maxLines;
  // The chosen one, or the first, until it is settled; settled ones come last.
  const next = firstLines.find((line) => line.finding === choice && !line.settlement) ?? firstLines[0];
  return (
    <section
      className={classes.findings}
      aria-labelledby="findings-title"
      data-short={findings.length > 0 && !all && !passedOpen}
    >
      <h2 className={classes.title} id="findings-title">
        Findings
      </h2>
      {findings.length === 0 ? (
        <Text px={10} pt={2} pb={4} c="dimmed">
          No findings.
        </Text>
      ) : (
        <LongList
          as="ol"
          className={layout.plainList}
          label="Findings"
          items={firstLines}
          estimate={30}
          keyOf={({ finding }) => findingIdentity(finding)}
          row={(line, attributes, index) => (
            <li {...attributes}>
              <FindingRow
                {...line}
                number={index + 1}
                isChosen={line.finding === choice}
                onChoose={() => onChoose(line.finding)}
                onSettle={onSettle}
                isNext={line === next}
              />
            </li>
          )}
        />
      )}
      {rest > 0 && (
        <Button variant="subtle" size="compact-sm" ml={6} onClick={() => setAll(!all)}>
          {all ? `Show the first ${maxLines}` : `${rest.toLocaleString('en')} more`}
        </Button>
      )}
      {passed.length > 0 && <PassedLine passed={passed} open={passedOpen} onOpen={setPassedOpen} />}
    </section>
  );
}

/** The colour of a finding in words. */
const weights: Readonly<Record<Tone, string>> = {
  bad: 'Serious',
  caution: 'To check',
  active: 'In progress',
  neutral: 'Note',
  good: 'Passed',
};

interface FindingRowProps {
  finding: Finding;
  /** The number of equal findings. */
  count: number;
  settlement: Settlement | undefined;
  number: number;
  isChosen: boolean;
  onChoose(): void;
  onSettle: SettleFinding | undefined;
  /** True if the key for settling is for it. */
  isNext: boolean;
}

function FindingRow(props: FindingRowProps) {
  const { finding, count, settlement, number, isChosen, isNext, onChoose, onSettle } = props;
  const text = findingText(finding);
  const origin = findingOrigin(finding);
  const tone = toneOf(findingTone(finding));
  return (
    <div className={classes.line} data-settled={settlement !== undefined}>
      <button
        type="button"
        className={classes.finding}
        aria-current={isChosen}
        data-finding={finding.kind}
        onClick={onChoose}
      >
        <span aria-hidden className={layout.quietSmall}>
          {number}
        </span>
        <ToneIcon tone={tone} size={15} />
        <VisuallyHidden component="span">{weights[tone]}: </VisuallyHidden>
        <span className={classes.text}>
          <OutsideText text={text} max={200} />
          {count > 1 && ` ×${count}`}
        </span>
        {!text.startsWith(origin) && (
          <span className={classes.product}>
            <OutsideText text={origin} max={40} />
          </span>
        )}
        <IconChevronRight size={14} className={classes.arrow} aria-hidden />
      </button>
      {onSettle && (
        <SettleButton
          finding={finding}
          text={text}
          settlement={settlement}
          isNext={isNext}
          onSettle={onSettle}
        />
      )}
      {settlement && (
        <span className={classes.settlement}>
          <OutsideText text={settlementText(settlement)} max={600} hasLines />, <Time at={settlement.at} />
        </span>
      )}
    </div>
  );
}

interface PassedLineProps {
  passed: readonly Passed[];
  open: boolean;
  onOpen(open: boolean): void;
}

function PassedLine({ passed, open, onOpen }: PassedLineProps) {
  return (
    <Box mt={2}>
      <Box
        component="button"
        type="button"
        className={layout.toggle}
        px={10}
        aria-expanded={open}
        onClick={() => onOpen(!open)}
      >
        <IconChevronRight size={14} className={layout.chevron} aria-hidden />
        <IconCircleCheck size={15} color="var(--status-good)" aria-hidden />
        {counted(passed.length, 'check')} passed
      </Box>
      {open && (
        <LongList
          as="ul"
          label="Passed"
          className={classes.passedList}
          items={passed}
          estimate={24}
          row={({ text, product }, attributes) => (
            <li {...attributes}>
              <OutsideText text={text} max={200} />
              <span className={classes.product}>
                <OutsideText text={productTerm(product).label} max={40} />
              </span>
            </li>
          )}
        />
      )}
    </Box>
  );
}
