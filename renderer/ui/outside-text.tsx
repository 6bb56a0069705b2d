import {
  cutText,
  hasUnseen,
  isolated,
  markText,
  type VisiblePart,
  visibleParts,
} from '../../preload/contract/service/visible-text.ts';
import layout from './layout.module.css';
import classes from './outside-text.module.css';

/** The most marks in one text; beyond that, plain text is shown, so that a text cannot fill the page with elements. */
const maxMarks = 12;

/** The characters shown of a text that has more marks than that; of a line of JSON fewer, since dozens are laid out at once. */
const maxMarked = 400;
const maxMarkedInLine = 120;

const lineFeed = 'U+000A';

interface OutsideTextProps {
  text: string;
  /** The most characters shown; the rest is counted. */
  max?: number;
  /** The base direction; found from the text's first letter where not given. */
  dir?: 'ltr' | 'auto';
  /** Shows line breaks as they were written, as in a note, instead of marking them. */
  hasLines?: boolean;
}

/**
 * Text that came from outside (a response, a file, a setting). It is isolated, so that its direction does not affect the text
 * around it; characters that cannot be seen are shown as marks; what is too long is cut and counted.
 */
export function OutsideText({ text, max = 300, dir = 'auto', hasLines = false }: OutsideTextProps) {
  const begin = cutText(text, max);
  const { text: visible, left } =
    begin.text.length > maxMarked && marksIn(begin.text, hasLines) > maxMarks
      ? cutText(text, maxMarked)
      : begin;
  return (
    <>
      <bdi className={classes.text} dir={dir} lang={languageOf(visible)}>
        <MarkedText text={visible} hasLines={hasLines} />
      </bdi>
      {left > 0 && <span className={layout.quiet}> … {left.toLocaleString('en')} more characters</span>}
    </>
  );
}

/** Shows an id, a code or a path as it is. */
export function Identifier(text: Pick<OutsideTextProps, 'text' | 'max'>) {
  return (
    <code className={layout.identifier}>
      <OutsideText {...text} />
    </code>
  );
}

/** Scripts that a voice of another language cannot read, each with a language whose voice can. */
const languages: readonly (readonly [script: RegExp, language: string])[] = [
  [/\p{Script=Greek}/u, 'el'],
  [/[іїєґ]/iu, 'uk'],
  [/\p{Script=Cyrillic}/u, 'ru'],
  [/\p{Script=Armenian}/u, 'hy'],
  [/\p{Script=Georgian}/u, 'ka'],
  [/\p{Script=Hebrew}/u, 'he'],
  [/\p{Script=Arabic}/u, 'ar'],
  [/\p{Script=Devanagari}/u, 'hi'],
  [/\p{Script=Thai}/u, 'th'],
  [/\p{Script=Hangul}/u, 'ko'],
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'ja'],
  [/\p{Script=Han}/u, 'zh'],
];

/** Returns a language by the script of a text, for the voice of a screen reader; undefined for Latin letters. */
function languageOf(text: string): string | undefined {
  return /[\u0370-\uffff]/.test(text) ? languages.find(([script]) => script.test(text))?.[1] : undefined;
}

interface MarkedTextProps extends Pick<OutsideTextProps, 'text' | 'hasLines'> {
  textOf?: (part: string) => string;
}

/** Shows the text with its unseen characters as marks; not isolated. */
function MarkedText({ text, hasLines = false, textOf = asItIs }: MarkedTextProps) {
  const parts = partsOf(text, hasLines);
  const [only] = parts;
  if (parts.length === 1 && only !== undefined && 'text' in only) {
    return textOf(only.text);
  }
  let marks = 0;
  return parts.map((part, index) => {
    if ('text' in part) {
      return textOf(part.text);
    }
    marks += 1;
    const lineEnd = part.code === lineFeed ? '\n' : '';
    if (marks > maxMarks) {
      return `${markText(part)}${lineEnd}`;
    }
    const sign = signs[part.code] ?? part.code;
    const title = part.name === undefined ? part.code : `${part.code} ${part.name}`;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change their order
      <span key={index} className={classes.mark} title={title}>
        {part.count === 1 ? sign : `${sign} ×${part.count}`}
        {lineEnd}
      </span>
    );
  });
}

/**
 * Shows a line of JSON. Each string in it that is written from right to left is isolated, so that two of them cannot change places;
 * with characters and not with elements, since one line may hold hundreds.
 */
export function JsonText({ text }: { text: string }) {
  if (marksIn(text) <= maxMarks) {
    return <MarkedText text={text} textOf={isolatedStrings} />;
  }
  const { text: begin, left } = cutText(text, maxMarkedInLine);
  const plain = visibleParts(begin).map((part) => ('text' in part ? part.text : markText(part)));
  return `${isolatedStrings(plain.join(''))} … ${left.toLocaleString('en')} more characters; copy the response to see them`;
}

function marksIn(text: string, hasLines = false): number {
  return hasUnseen(text) ? partsOf(text, hasLines).filter((part) => 'code' in part).length : 0;
}

function partsOf(text: string, hasLines: boolean): VisiblePart[] {
  const parts = visibleParts(text);
  return hasLines
    ? parts.map((part) =>
        'code' in part && part.code === lineFeed ? { text: '\n'.repeat(part.count) } : part,
      )
    : parts;
}

/** Returns the text between two quotes that are not escaped. */
function isolatedStrings(text: string): string {
  return isolated(text) === text ? text : text.replaceAll(/(?:[^"\\]|\\.?)+/gs, isolated);
}

function asItIs(text: string): string {
  return text;
}

const signs: Readonly<Record<string, string>> = {
  'U+0009': '⇥',
  'U+000A': '↵',
  'U+000D': '␍',
  'U+00A0': '⍽',
};
