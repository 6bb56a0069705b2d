import type { ExamVerdict } from '../../preload/contract/examine.ts';
import type { Examination } from './examination.ts';
import type { Exchange } from './receiver/deliver.ts';

export type Verdict = ExamVerdict;

export interface RuleResult {
  verdict: Verdict;
  /** A sentence for people. */
  reason: string;
  exchanges: Exchange[];
  /** The change to make, where it is known more exactly than for the rule. */
  fix?: string;
  /** A measurement that was too noisy: says nothing about the receiver, and leaves the exam complete. */
  isNoise?: boolean;
}

export const ruleGroups = [
  'Valid messages',
  'Unknown fields and events',
  'Duplicates and order',
  'Size and load',
  'Signature',
  'Time',
  'Body byte for byte',
  'Timing',
] as const;
export type RuleGroup = (typeof ruleGroups)[number];

/** A rule for receivers of callbacks. The texts are sentences for people. */
export interface Rule {
  /** kebab-case, unique, and the same in later versions: CI may name it. */
  id: string;
  group: RuleGroup;
  title: string;
  /** The part of the interface that makes the rule. */
  section: string;
  sends: string;
  expects: string;
  fix: string;
  /** Sends messages and judges the answers. */
  run(examination: Examination): Promise<RuleResult>;
}
