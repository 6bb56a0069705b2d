import { Flex, Text, TextInput } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconLayoutSidebar, IconSearch } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ToolDivider } from '../../../ui/icon-tool.tsx';
import { useAnnounce } from '../../../ui/services.tsx';
import { usePick } from '../../../ui/use-pick.ts';
import { Tool, ToolAction } from '../tool.tsx';
import type { ViewControls } from '../use-view.ts';
import { WellBar } from '../well-parts.tsx';
import { ZoomTools } from '../zoom-tools.tsx';
import type { PdfViewing } from './pdf-viewing.ts';

interface PdfBarProps {
  controls: ViewControls;
  viewing: PdfViewing;
  isSearching: boolean;
  /** True if the key for searching means this PDF and not the page around it. */
  hasSearchKey: boolean;
  onSearch(): void;
}

/** Shows the tools of a PDF: its pages, zoom and rotation of all of them, search. */
export function PdfBar({ controls, viewing, isSearching, hasSearchKey, onSearch }: PdfBarProps) {
  const { isActive, view, change } = controls;
  const { page, pages = 0, factor } = usePick(viewing.store, 'page', 'pages', 'factor');
  const announce = useAnnounce();
  const onPage = (number: number) => {
    viewing.viewer.currentPageNumber = number;
    announce(`Page ${number} of ${pages}`);
  };
  const field = useRef<HTMLInputElement>(null);
  return (
    <WellBar>
      <Tool
        id="page-thumbnails"
        label="Page thumbnails"
        shortcut="c"
        isActive={isActive}
        isPressed={view.hasPageList}
        onClick={() => change({ hasPageList: !view.hasPageList })}
        icon={<IconLayoutSidebar size={16} />}
      />
      <Tool
        id="previous-page"
        label="Previous page"
        shortcut="pageup"
        disabled={page <= 1}
        isActive={isActive}
        repeats
        onClick={() => onPage(page - 1)}
        icon={<IconChevronLeft size={16} />}
      />
      <PageField field={field} page={page} pages={pages} onPage={onPage} />
      {isActive && (
        <ToolAction
          id="go-to-page"
          label="Go to page"
          shortcut="shift+g"
          onClick={() => field.current?.focus()}
        />
      )}
      <Tool
        id="next-page"
        label="Next page"
        shortcut="pagedown"
        disabled={page >= pages}
        isActive={isActive}
        repeats
        onClick={() => onPage(page + 1)}
        icon={<IconChevronRight size={16} />}
      />
      <ToolDivider />
      <ZoomTools controls={controls} factor={factor} />
      <ToolDivider />
      <Tool
        id="search"
        label="Search this PDF"
        shortcut="mod+f"
        isActive={isActive && hasSearchKey}
        isPressed={isSearching}
        onClick={onSearch}
        icon={<IconSearch size={16} />}
      />
    </WellBar>
  );
}

interface PageFieldProps {
  field: React.RefObject<HTMLInputElement | null>;
  page: number;
  pages: number;
  onPage(page: number): void;
}

/** Shows the number of the page in view, and of the page to go to. */
function PageField({ field, page, pages, onPage }: PageFieldProps) {
  const [text, setText] = useState(String(page));
  useEffect(() => setText(String(page)), [page]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const pageNumber = Number.parseInt(text, 10);
    if (pageNumber >= 1) {
      onPage(Math.min(pages, pageNumber));
    }
    setText(String(page));
  };
  return (
    <Flex component="form" align="center" gap={6} onSubmit={submit}>
      <TextInput
        ref={field}
        w="3.25rem"
        styles={{ input: { textAlign: 'center' } }}
        aria-label={`Page, 1 to ${pages}`}
        inputMode="numeric"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={() => setText(String(page))}
      />
      <Text span style={{ whiteSpace: 'nowrap' }}>
        of {pages.toLocaleString('en')}
      </Text>
    </Flex>
  );
}
