import { Box } from '@mantine/core';
import { toFragment } from '../navigation.ts';

/** Opens a section of the interface document in the window, such as `6.2`. */
export function InterfaceLink({ section }: { section: string }) {
  return (
    <Box
      component="a"
      c="var(--accent)"
      style={{ whiteSpace: 'nowrap' }}
      href={toFragment({ page: 'help', document: 'interface', section })}
    >
      Service interface {section}
    </Box>
  );
}

/** Returns the section that a source names, such as `6.2` of `interface 6.2`; undefined where it is not the interface document. */
export function interfaceSection(source: string): string | undefined {
  return /^interface (\d+(?:\.\d+)*)$/.exec(source)?.[1];
}
