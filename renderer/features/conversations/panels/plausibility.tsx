import { Anchor, Box, Group, Text } from '@mantine/core';
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
import { TermBadge } from '../../../ui/status-badge.tsx';

/** Shows the console's own findings in the data, separate from the service's results. */
export function PlausibilityPanel({ plausibility }: { plausibility: Plausibility }) {
  const { findings } = plausibility;
  return (
    <Section title={plausibilityTitle}>
      <p className={layout.explanation}>
        {plausibilityMeaning} {plausibilitySummary(plausibility)}
      </p>
      {findings.length > 0 && (
        <Box mt={10}>
          <LongList
            as="ul"
            label={plausibilityTitle}
            items={findings}
            estimate={72}
            row={(finding, attributes) => <FindingRow finding={finding} attributes={attributes} />}
          />
        </Box>
      )}
    </Section>
  );
}

interface FindingRowProps {
  finding: PlausibilityFinding;
  attributes: RowAttributes;
}

function FindingRow({ finding, attributes }: FindingRowProps) {
  const { title, sentence, source, severity, fields } = plausibilityText(finding);
  return (
    <Box component="li" py={8} style={{ borderTop: '1px solid var(--line)' }} {...attributes}>
      <Group align="flex-start" wrap="nowrap">
        <TermBadge term={severity} />
        <Text span flex="1" miw={0} pt={2} fw={600}>
          {title}
        </Text>
      </Group>
      <Text mt={4} maw={736}>
        {sentence}
      </Text>
      <Group gap="2px 12px" mt={4} fz={12} c="dimmed">
        {fields.map(({ path, label }) => (
          <Anchor
            key={path}
            component="button"
            type="button"
            fz="inherit"
            c="var(--accent)"
            underline="always"
            aria-label={`Go to ${label}`}
            onClick={() => showField(path)}
          >
            {label}
          </Anchor>
        ))}
        <span>
          {source}{' '}
          <Text component="code" ff="monospace" fz={11}>
            {finding.rule}
          </Text>
        </span>
      </Group>
    </Box>
  );
}

/**
 * Scrolls to a value by its path in the response and focuses its row, or the nearest row around it. Nothing happens if there is none on the
 * page.
 */
function showField(path: string): void {
  for (let at = path; at !== ''; at = parentOf(at)) {
    const row = document.querySelector(`[data-field="${CSS.escape(at)}"]`);
    if (row instanceof HTMLElement) {
      row.tabIndex = -1;
      row.scrollIntoView({ block: 'center' });
      row.focus({ preventScroll: true });
      return;
    }
  }
}

/** `a.b[0]` for `a.b[0].c`, then `a.b`. */
function parentOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('.'), path.lastIndexOf('['), 0));
}
