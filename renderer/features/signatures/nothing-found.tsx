import { Text } from '@mantine/core';
import type { SignatureExplanation } from '../../../preload/contract/signatures.ts';
import layout from '../../ui/layout.module.css';
import shared from './signatures.module.css';

const endings: Record<NonNullable<SignatureExplanation['stoppedBy']>, string> = {
  cancelled: 'You stopped the search before a cause was found.',
  budget: 'The search stopped at its time limit without finding a cause.',
  'too-large': 'The body is too large to search.',
  limit: 'The body is too large for part of the search. The rest found no cause.',
};

/** Shows what a search without result rules out, what it leaves, and what to collect next. */
export function NothingFound({ explanation }: { explanation: SignatureExplanation }) {
  const { stoppedBy, limits, matches, ruledOut, attempted, leaves, collect } = explanation;
  const head = matches
    ? 'The signature matches after all.'
    : stoppedBy
      ? endings[stoppedBy]
      : 'No cause found.';
  return (
    <div className={layout.stack}>
      <p className={shared.sentence}>{head}</p>
      <List title="What was not tried" items={limits ?? []} />
      <List title="Remaining possibilities" items={leaves} />
      <List title="Try next" items={collect} />
      <Folded title="Ruled out" items={ruledOut} />
      <Folded title="Tried without success" items={attempted} />
    </div>
  );
}

function Folded({ title, items }: { title: string; items: readonly string[] }) {
  if (items.length === 0) {
    return null;
  }
  return (
    <details className={shared.more}>
      <summary>
        {title} ({items.length})
      </summary>
      <ul>
        {items.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </details>
  );
}

function List({ title, items }: { title: string; items: readonly string[] }) {
  if (items.length === 0) {
    return null;
  }
  return (
    <>
      <Text component="h3" mt={6} fz={13} fw={650}>
        {title}
      </Text>
      <ul className={shared.sentences}>
        {items.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </>
  );
}
