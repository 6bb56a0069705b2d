import { Flex } from '@mantine/core';
import { IconBox, IconBuildingBank, IconFlask, IconLock } from '@tabler/icons-react';
import type { EnvironmentKind } from '../../preload/contract/environments.ts';
import { environmentKindLabels } from '../../preload/wording/environment-kinds.ts';
import classes from './environment-tag.module.css';
import layout from './layout.module.css';
import { OutsideText } from './outside-text.tsx';

const icons = {
  sandbox: IconBox,
  test: IconFlask,
  production: IconBuildingBank,
} satisfies Record<EnvironmentKind, unknown>;

interface EnvironmentTagProps {
  kind: EnvironmentKind;
  name?: string;
  readOnly?: boolean;
}

/** Shows the kind of an environment as a colour, an icon and a word, with its name if given and whether it is read-only. */
export function EnvironmentTag({ kind, name, readOnly = false }: EnvironmentTagProps) {
  const label = environmentKindLabels[kind];
  const Icon = icons[kind];
  return (
    <span className={classes.tag} data-kind={kind}>
      <span className={classes.kind}>
        <Icon size={14} aria-hidden />
        {label}
      </span>
      {name !== undefined && name !== label && (
        <span className={layout.ellipsis}>
          <OutsideText text={name} />
        </span>
      )}
      {readOnly && (
        <Flex component="span" flex="none" align="center" gap={4} fz={12} c="dimmed">
          <IconLock size={12} aria-hidden />
          Read-only
        </Flex>
      )}
    </span>
  );
}
