import { Box, Popover } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconInfoCircle,
} from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { visibleText } from '../../preload/contract/service/visible-text.ts';
import type { Term, Tone as WordTone } from '../../preload/wording/terms.ts';
import { useHint } from './hint.tsx';
import { InterfaceLink, interfaceSection } from './interface-link.tsx';
import classes from './status-badge.module.css';

/** The meaning of a status for the user. Decides its colour, which is never the only sign. */
export type Tone = 'good' | 'caution' | 'bad' | 'active' | 'neutral';

const icons = {
  good: IconCircleCheck,
  caution: IconAlertTriangle,
  bad: IconCircleX,
  active: IconCircleDashed,
  neutral: IconInfoCircle,
} satisfies Record<Tone, unknown>;

export function ToneIcon({ tone, size = 14 }: { tone: Tone; size?: number }) {
  const Icon = icons[tone];
  return <Icon size={size} color="var(--tone)" style={{ flex: 'none' }} data-tone={tone} aria-hidden />;
}

interface StatusBadgeProps {
  /** The service's own word. */
  status: string;
  tone: Tone;
  /** The meaning; shown on hover and on focus, and on a click with the section. */
  explain?: string | undefined;
  /** The section of the interface document that defines it, such as `6.2`. */
  section?: string | undefined;
}

/** Shows a status: word, icon and colour together, explaining itself. */
export function StatusBadge({ status, tone, explain, section }: StatusBadgeProps) {
  const content = (
    <>
      <ToneIcon tone={tone} size={13} />
      <span className={classes.word}>{status}</span>
    </>
  );
  if (explain === undefined) {
    return (
      <span className={classes.badge} data-tone={tone}>
        {content}
      </span>
    );
  }
  return (
    <ExplainedBadge tone={tone} explain={explain} section={section}>
      {content}
    </ExplainedBadge>
  );
}

interface ExplainedBadgeProps {
  tone: Tone;
  explain: string;
  section: string | undefined;
  children: ReactNode;
}

function ExplainedBadge({ tone, explain, section, children }: ExplainedBadgeProps) {
  const button = useRef<HTMLButtonElement>(null);
  const { attributes, hint } = useHint(button, () => explain);
  const [opened, setOpened] = useState(false);
  return (
    <>
      <button
        ref={button}
        type="button"
        className={classes.badge}
        data-tone={tone}
        data-explains
        aria-description={explain}
        aria-expanded={section === undefined ? undefined : opened}
        onClick={() => setOpened(section !== undefined && !opened)}
        {...attributes}
      >
        {children}
      </button>
      {!opened && hint}
      {opened && section !== undefined && (
        <Popover
          opened
          onChange={setOpened}
          position="bottom-start"
          width={320}
          withRoles={false}
          trapFocus
          returnFocus
          // Within another popover it would stand outside of the window.
          withinPortal
        >
          <Popover.Target>
            <Box component="span" w={0} h={0} style={{ alignSelf: 'end' }} />
          </Popover.Target>
          <Popover.Dropdown role="group" aria-label="Meaning" px={12} py={8} fz={13} fw={400}>
            {explain} <InterfaceLink section={section} />
          </Popover.Dropdown>
        </Popover>
      )}
    </>
  );
}

const tones: Record<WordTone, Tone> = {
  neutral: 'neutral',
  good: 'good',
  warn: 'caution',
  bad: 'bad',
  progress: 'active',
};

/** Returns the colour of a word of the service's language. */
export function toneOf(tone: WordTone): Tone {
  return tones[tone];
}

/** Shows a value of the service's language: its label, and on demand the value itself, what it means and where that is defined. */
export function TermBadge({ term, value }: { term: Term; value?: string | undefined }) {
  const original = value === undefined || value === term.label ? '' : `${visibleText(value, 120)}: `;
  const section = interfaceSection(term.section);
  const source = section === undefined ? ` (${term.section})` : '';
  return (
    <StatusBadge
      status={term.label}
      tone={toneOf(term.tone)}
      explain={`${original}${term.sentence}${source}`}
      section={section}
    />
  );
}
