import { IconBox, IconBuildingBank, IconFlask } from '@tabler/icons-react';
import type { EnvironmentKind } from '../../preload/contract/environments.ts';
import classes from './environment-tag.module.css';
import { OutsideText } from './outside-text.tsx';

const kinds = {
  sandbox: { word: 'Sandbox', Icon: IconBox },
  test: { word: 'Test', Icon: IconFlask },
  production: { word: 'Production', Icon: IconBuildingBank },
} satisfies Record<EnvironmentKind, unknown>;

/** Which kind of environment: a colour, an icon and a word, with its name where there is one. */
export function EnvironmentTag({ kind, name }: { kind: EnvironmentKind; name?: string }) {
  const { word, Icon } = kinds[kind];
  return (
    <span className={classes.tag} data-kind={kind}>
      <span className={classes.kind}>
        <Icon size={14} aria-hidden />
        {word}
      </span>
      {name !== undefined && name !== word && (
        <span className={classes.name}>
          <OutsideText text={name} />
        </span>
      )}
    </span>
  );
}
