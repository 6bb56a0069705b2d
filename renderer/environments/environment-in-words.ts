import type { EnvironmentView } from '../../preload/contract/environments.ts';
import { visibleText } from '../../preload/contract/service/visible-text.ts';
import { environmentKindLabels } from '../../preload/wording/environment-kinds.ts';

/** Returns what is said of an environment. Its kind comes first: it is what must be known before anything is done. */
export function environmentInWords({ settings: { name, kind } }: EnvironmentView): string {
  return `${environmentKindLabels[kind]} environment: ${visibleText(name)}`;
}
