import { Flex, Text } from '@mantine/core';
import layout from '../../ui/layout.module.css';
import { ToneIcon } from '../../ui/status-badge.tsx';

/** Remarks that are not errors; announced, because they appear after saving. */
export function Warnings({ texts }: { texts: readonly string[] }) {
  return texts.map((text) => (
    <Flex
      key={text}
      gap={8}
      align="flex-start"
      px={12}
      py={8}
      className={layout.tinted}
      data-tone="caution"
      role="status"
    >
      <ToneIcon tone="caution" size={15} />
      <Text>{text}</Text>
    </Flex>
  ));
}
