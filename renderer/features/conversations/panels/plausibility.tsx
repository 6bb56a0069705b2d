import { Group, Text } from '@mantine/core';
import type { Plausibility, PlausibilityFinding } from '../../../../preload/contract/plausibility.ts';
import {
  plausibilityMeaning,
  plausibilitySummary,
  plausibilityText,
  plausibilityTitle,
} from '../../../../preload/wording/plausibility.ts';
import layout from '../../../ui/layout.module.css';
import { LongList, type RowAttributes } from '../../../ui/long-list.tsx';
import { Section } from '../../../ui/section.tsx';
import { TermBadge } from '../../../ui/term-badge.tsx';
import classes from './plausibility.module.css';

interface PlausibilityPanelProps {
  plausibility: Plausibility;
  /** Goes to a value by its path in the reply. */
  onField(path: string): void;
}

/** Shows the console's own findings in the data, separate from the service's results. */
export function PlausibilityPanel({ plausibility, onField }: PlausibilityPanelProps) {
  const { findings } = plausibility;
  return (
    <Section title={plausibilityTitle}>
      <p className={layout.explanation}>
        {plausibilityMeaning} {plausibilitySummary(plausibility)}
      </p>
      {findings.length > 0 && (
        <LongList
          as="ul"
          label={plausibilityTitle}
          className={classes.findings}
          count={findings.length}
          estimate={72}
          row={(index, attributes) => {
            const finding = findings[index];
            return finding && <FindingRow finding={finding} attributes={attributes} onField={onField} />;
          }}
        />
      )}
    </Section>
  );
}

interface FindingRowProps {
  finding: PlausibilityFinding;
  attributes: RowAttributes;
  onField(path: string): void;
}

function FindingRow({ finding, attributes, onField }: FindingRowProps) {
  const { title, sentence, source, severity, fields } = plausibilityText(finding);
  return (
    <li className={classes.finding} {...attributes}>
      <Group align="flex-start" wrap="nowrap">
        <TermBadge term={severity} />
        <span className={classes.title}>{title}</span>
      </Group>
      <Text mt={4} maw={736}>
        {sentence}
      </Text>
      <p className={classes.foot}>
        {fields.map(({ path, label }) => (
          <button
            key={path}
            type="button"
            className={classes.field}
            aria-label={`Go to ${label}`}
            onClick={() => onField(path)}
          >
            {label}
          </button>
        ))}
        <span>
          {source} <code className={classes.rule}>{finding.rule}</code>
        </span>
      </p>
    </li>
  );
}
