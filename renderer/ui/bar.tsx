import { Flex, type FlexProps } from '@mantine/core';
import type { Ref } from 'react';
import layout from './layout.module.css';

interface BarProps extends FlexProps {
  /** Its name for screen readers, where it is a part of its own. */
  name?: string;
  /** True where it stands below what it is about. */
  isFoot?: boolean;
  ref?: Ref<HTMLDivElement>;
}

/** Shows a bar across the page. */
export function Bar({ name, isFoot = false, className = '', direction = 'row', ...props }: BarProps) {
  return (
    <Flex
      {...(name !== undefined && { component: 'section', 'aria-label': name })}
      {...(isFoot && { 'data-foot': true })}
      className={`${layout.bar} ${className}`}
      {...(direction === 'row' ? { wrap: 'wrap', align: 'center' } : { direction })}
      gap={8}
      px={20}
      py={6}
      {...props}
    />
  );
}
