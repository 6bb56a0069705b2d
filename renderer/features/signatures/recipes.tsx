import { Group, NativeSelect, Stack } from '@mantine/core';
import { useState } from 'react';
import { useBridgeQuery } from '../../bridge/use-bridge.tsx';
import { CopyButton } from '../../ui/copyable.tsx';
import { Section } from '../../ui/section.tsx';
import classes from './recipes.module.css';
import shared from './signatures.module.css';

/** Shows how to read the raw body in the receiver's framework. */
export function Recipes({ closed = false }: { closed?: boolean }) {
  return (
    <Section title="How to read the raw body" collapsible closed={closed}>
      <Recipe />
    </Section>
  );
}

function Recipe() {
  const { data } = useBridgeQuery('signatures.recipes', {}, { keep: true });
  const [framework, setFramework] = useState<string>();
  const recipes = data?.recipes ?? [];
  const recipe = recipes.find(({ id }) => id === framework) ?? recipes[0];
  if (!recipe) {
    return null;
  }
  return (
    <Stack gap={8}>
      <Group wrap="nowrap">
        <NativeSelect
          aria-label="Framework"
          value={recipe.id}
          onChange={(event) => setFramework(event.currentTarget.value)}
          data={recipes.map(({ id, framework: name, language }) => ({
            value: id,
            label: `${name} (${language})`,
          }))}
        />
        <CopyButton value={recipe.code} label={`recipe for ${recipe.framework}`} />
      </Group>
      <p className={shared.sentence}>{recipe.note}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it may scroll, so the keyboard must be able to reach it */}
      <pre className={classes.code} tabIndex={0}>
        <code>{recipe.code}</code>
      </pre>
    </Stack>
  );
}
