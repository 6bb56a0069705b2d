import { Group, NativeSelect, Stack } from '@mantine/core';
import { type StoreApi, useStore } from 'zustand';
import { useBridgeQuery } from '../../bridge/use-bridge.tsx';
import { CopyButton } from '../../ui/copyable.tsx';
import { Section } from '../../ui/section.tsx';
import type { InputState } from './input-store.ts';
import classes from './recipes.module.css';
import shared from './signatures.module.css';

/** Shows how to read the raw body in the receiver's framework. */
export function Recipes({ store, closed = false }: { store: StoreApi<InputState>; closed?: boolean }) {
  return (
    <Section title="Raw-body recipes for the receiver" collapsible closed={closed}>
      <Recipe store={store} />
    </Section>
  );
}

function Recipe({ store }: { store: StoreApi<InputState> }) {
  const { data } = useBridgeQuery('signatures.recipes', {}, { keep: true });
  const framework = useStore(store, (state) => state.framework);
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
          onChange={(event) => store.setState({ framework: event.currentTarget.value })}
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
