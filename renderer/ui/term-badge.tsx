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

/** The colour of a word of the service's language. */
export function toneOf(tone: WordTone): Tone {
  return tones[tone];
}

/** A value of the service's language: its label, and on demand the value itself, what it means and where that is defined. */
export function TermBadge({ word, value }: { word: Term; value?: string | undefined }) {
  const given = value === undefined || value === word.label ? '' : `${visibleText(value, 120)}: `;
  const section = interfaceSection(word.section);
  const source = section === undefined ? ` (${word.section})` : '';
  return (
    <StatusBadge
      status={word.label}
      tone={toneOf(word.tone)}
      explain={`${given}${word.sentence}${source}`}
      section={section}
    />
  );
}
