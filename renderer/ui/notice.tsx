import { Flex, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import layout from './layout.module.css';
import { ToneIcon } from './status-badge.tsx';

interface NoticeProps {
  /** Announces a notice that appears after an act, such as saving. */
  role?: 'status';
  children: ReactNode;
}

/** Shows a remark that asks for caution and is not an error. */
export function Notice({ role, children }: NoticeProps) {
  return (
    <Flex gap={8} align="flex-start" px={12} py={8} className={layout.tinted} data-tone="caution" role={role}>
      <ToneIcon tone="caution" size={15} />
      <Text>{children}</Text>
    </Flex>
  );
}
