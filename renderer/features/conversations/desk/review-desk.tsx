import { Box, Flex } from '@mantine/core';
import { useDidUpdate, useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useEffect, useRef } from 'react';
import { type StoreApi, useStore } from 'zustand';
import layout from '../../../ui/layout.module.css';
import { Splitter } from '../../../ui/splitter.tsx';
import { useWidth } from '../../../ui/use-width.ts';
import { dataShareOf, dataWidth, defaultArrangement, limits, sizesOf } from './arrangement.ts';
import type { DeskState } from './desk-store.ts';

/** Windows in which the parts are stacked, as at 200 % zoom. Must match the style sheets. */
const stackedQuery = '(max-width: 52rem), (max-height: 34rem)';

export function useStacked(): boolean {
  return useMediaQuery(stackedQuery, undefined, { getInitialValueInEffect: false }) ?? false;
}

interface ReviewDeskProps {
  store: StoreApi<DeskState>;
  /** True if there are files to show. */
  hasFiles: boolean;
  /** Findings and data, with their tabs. */
  data: ReactNode;
  left: ReactNode;
  right: ReactNode;
  strip: ReactNode;
}

/** Data beside their evidence: findings and data, two pictures beside each other, and the strip of all files below them. */
export function ReviewDesk({ store, hasFiles, data, left, right, strip }: ReviewDeskProps) {
  const { arrangement, preset, request, resizeData, resizeLeft, resizeStrip, settle } = useStore(store);
  const desk = useRef<HTMLDivElement>(null);
  const leftWell = useRef<HTMLDivElement>(null);
  const rightWell = useRef<HTMLDivElement>(null);
  const files = useRef<HTMLElement>(null);
  const width = useWidth(desk);
  const isStacked = useStacked();
  const sizes = sizesOf(arrangement, preset, { width, hasFiles });
  const isDataShown = !hasFiles || !arrangement.folded.includes('data');
  const isRightShown = hasFiles && (isStacked ? !arrangement.folded.includes('right') : sizes.right > 0);
  const fitsRight = isStacked || sizes.fitsRight;
  useEffect(() => store.getState().showsRight(isRightShown, fitsRight), [store, isRightShown, fitsRight]);
  useDidUpdate(() => {
    if (isStacked) {
      ({ data: desk, left: leftWell, right: rightWell, strip: files })[
        request.part
      ].current?.scrollIntoView();
    }
  }, [request]);
  const pictures = sizes.left + (sizes.right === 0 ? 0 : sizes.right + limits.splitter);
  const style = (pixels: number) => (isStacked || width === 0 ? {} : { width: pixels });
  const direction = isStacked ? 'column' : 'row';
  const above = isStacked ? { borderTop: '1px solid var(--line)' } : {};
  const well = {
    component: 'section',
    direction: 'column',
    flex: isStacked ? 'none' : '1 1 auto',
    miw: 0,
    mih: 0,
    h: isStacked ? 'min(28rem, 90vh)' : 'auto',
    bg: 'var(--surface-sunk)',
  } as const;
  return (
    <Flex ref={desk} flex="1" miw={0} mih={0} direction={direction}>
      {isDataShown && (
        <Flex
          component="section"
          direction="column"
          flex="none"
          miw={0}
          mih={0}
          style={style(sizes.data)}
          aria-label="Findings and data"
        >
          {data}
        </Flex>
      )}
      {!isStacked && hasFiles && isDataShown && (
        <Splitter
          label="Width of the data"
          orientation="vertical"
          size={sizes.data}
          min={limits.data}
          max={dataWidth(width, width)}
          onResize={(pixels) => resizeData(pixels / width)}
          onSettle={settle}
          onReset={() => resizeData(dataShareOf(defaultArrangement, preset))}
        />
      )}
      {hasFiles && (
        <div className={layout.fillingColumn}>
          <Flex flex={isStacked ? 'none' : '1'} miw={0} mih={0} direction={direction} data-personal>
            <Flex
              {...well}
              ref={leftWell}
              style={{ ...above, ...style(sizes.left) }}
              aria-label="Left picture"
            >
              {left}
            </Flex>
            {sizes.right > 0 && !isStacked && (
              <Splitter
                label="Width of the left picture"
                orientation="vertical"
                size={sizes.left}
                min={limits.well / 2}
                max={pictures - limits.splitter - limits.well / 2}
                onResize={(pixels) => resizeLeft(pixels / (pictures - limits.splitter))}
                onSettle={settle}
                onReset={() => resizeLeft(defaultArrangement.leftShare)}
              />
            )}
            {isRightShown && (
              <Flex
                {...well}
                ref={rightWell}
                style={{ ...above, ...style(sizes.right) }}
                aria-label="Right picture"
              >
                {right}
              </Flex>
            )}
          </Flex>
          {strip !== undefined && sizes.strip > 0 && (
            <>
              {!isStacked && (
                <Splitter
                  label="Height of the strip"
                  orientation="horizontal"
                  size={sizes.strip}
                  min={limits.strip.from}
                  max={limits.strip.to}
                  after
                  onResize={resizeStrip}
                  onSettle={settle}
                  onReset={() => resizeStrip(defaultArrangement.stripHeight)}
                />
              )}
              <Box
                component="section"
                ref={files}
                flex="none"
                miw={0}
                bg="var(--surface-panel)"
                style={{ ...above, height: isStacked ? '7.25rem' : sizes.strip, overflow: 'hidden' }}
                data-personal
                aria-label="Strip of files"
              >
                {strip}
              </Box>
            </>
          )}
        </div>
      )}
    </Flex>
  );
}
