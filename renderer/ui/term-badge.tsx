import { visibleText } from '../../preload/contract/service/visible-text.ts';
import type { Term, Tone as WordTone } from '../../preload/wording/terms.ts';
import { interfaceSection } from './interface-link.tsx';
import { StatusBadge } from './status-badge.tsx';
import type { Tone } from './tone.ts';

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
