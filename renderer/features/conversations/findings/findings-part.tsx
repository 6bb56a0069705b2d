import { Box, Button } from '@mantine/core';
import { IconChevronRight, IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import type { Finding } from '../../../../preload/contract/cases.ts';
import { findingOrigin, findingText, findingTone } from '../../../../preload/wording/cases.ts';
import type { Passed } from '../../../../preload/wording/passed.ts';
import { productTerm } from '../../../../preload/wording/products.ts';
import { counted } from '../../../../preload/wording/terms.ts';
import layout from '../../../ui/layout.module.css';
import { LongList } from '../../../ui/long-list.tsx';
import { OutsideText } from '../../../ui/outside-text.tsx';
import { ToneIcon } from '../../../ui/status-badge.tsx';
import { toneOf } from '../../../ui/term-badge.tsx';
import classes from './findings-part.module.css';

/** The most findings that are listed at once. */
const listed = 5;

interface FindingsPartProps {
  /** The most serious first. */
  findings: readonly Finding[];
  passed: readonly Passed[];
  /** The one whose evidence is shown. */
  chosen: Finding | undefined;
  onChoose(finding: Finding): void;
}

/** Shows the findings of the case, each leading to its evidence; passed checks are folded into one line. */
export function FindingsPart({ findings, passed, chosen, onChoose }: FindingsPartProps) {
  const [all, setAll] = useState(false);
  const [passedOpen, setPassedOpen] = useState(false);
  const shown = all ? findings : findings.slice(0, listed);
  const rest = findings.length - listed;
  const keys = keysOf(shown);
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
        <p className={classes.none}>No findings.</p>
      ) : (
        <LongList
          as="ul"
          label="Findings"
          className={classes.list}
          count={shown.length}
          estimate={30}
          keyOf={(index) => keys[index] ?? index}
          row={(index, attributes) => {
            const finding = shown[index];
            return (
              finding && (
                <li {...attributes}>
                  <FindingRow
                    finding={finding}
                    number={index + 1}
                    isChosen={finding === chosen}
                    onChoose={() => onChoose(finding)}
                  />
                </li>
              )
            );
          }}
        />
      )}
      {rest > 0 && (
        <Button variant="subtle" size="compact-sm" ml={6} onClick={() => setAll(!all)}>
          {all ? `Show the first ${listed}` : `${rest.toLocaleString('en')} more`}
        </Button>
      )}
      {passed.length > 0 && <PassedLine passed={passed} open={passedOpen} onOpen={setPassedOpen} />}
    </section>
  );
}

/** Returns a key for each finding. One that arrives later must not move the focus to another finding. */
function keysOf(findings: readonly Finding[]): string[] {
  const seen = new Map<string, number>();
  return findings.map((finding) => {
    const text = JSON.stringify(finding);
    const earlier = seen.get(text) ?? 0;
    seen.set(text, earlier + 1);
    return `${text} ${earlier}`;
  });
}

interface FindingRowProps {
  finding: Finding;
  number: number;
  isChosen: boolean;
  onChoose(): void;
}

function FindingRow({ finding, number, isChosen, onChoose }: FindingRowProps) {
  const text = findingText(finding);
  const origin = findingOrigin(finding);
  return (
    <button
      type="button"
      className={classes.finding}
      aria-current={isChosen}
      data-finding={finding.kind}
      onClick={onChoose}
    >
      <span className={layout.quietSmall}>{number}</span>
      <ToneIcon tone={toneOf(findingTone(finding))} size={15} />
      <span className={classes.text}>
        <OutsideText text={text} max={200} />
      </span>
      {!text.startsWith(origin) && (
        <span className={classes.product}>
          <OutsideText text={origin} max={40} />
        </span>
      )}
      <IconChevronRight size={14} className={classes.arrow} aria-hidden />
    </button>
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
      <button type="button" className={classes.fold} aria-expanded={open} onClick={() => onOpen(!open)}>
        <IconChevronRight size={14} className={classes.chevron} aria-hidden />
        <IconCircleCheck size={15} className={classes.good} aria-hidden />
        {counted(passed.length, 'check')} passed
      </button>
      {open && (
        <LongList
          as="ul"
          label="Passed"
          className={classes.passedList}
          count={passed.length}
          estimate={24}
          row={(index, attributes) => {
            const { text = '', product = '' } = passed[index] ?? {};
            return (
              <li {...attributes}>
                <OutsideText text={text} max={200} />
                <span className={classes.product}>
                  <OutsideText text={productTerm(product).label} max={40} />
                </span>
              </li>
            );
          }}
        />
      )}
    </Box>
  );
}
