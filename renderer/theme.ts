import { createTheme, type MantineColorsTuple } from '@mantine/core';

// One accent. Status and environment colours are custom properties in theme.css and are never used for anything else.
const ink: MantineColorsTuple = [
  '#eef3fc',
  '#dbe5f7',
  '#b5caef',
  '#8badea',
  '#6a93e0',
  '#4d7bd3',
  '#3767c4',
  '#2857b3',
  '#204994',
  '#183a78',
];

const gray: MantineColorsTuple = [
  '#f7f8f9',
  '#f0f2f4',
  '#e5e8eb',
  '#d8dce1',
  '#c3c9d0',
  '#a0a8b2',
  '#76808c',
  '#565f6b',
  '#3a424d',
  '#20262e',
];

const dark: MantineColorsTuple = [
  '#dfe3e8',
  '#b9c0c9',
  '#9aa3ae',
  '#6d7681',
  '#434b55',
  '#363d46',
  '#2a3038',
  '#1b1f25',
  '#16191e',
  '#111317',
];

// For acts that destroy: white on it reaches 4.5:1 in both themes.
const red: MantineColorsTuple = [
  '#fcebe9',
  '#f8d5d1',
  '#f0aaa4',
  '#e67c73',
  '#d9534a',
  '#c53a30',
  '#bb3027',
  '#b3261e',
  '#961d16',
  '#7a1610',
];

export const sans =
  "'Inter', -apple-system, 'Segoe UI Variable Text', 'Segoe UI', 'Roboto', 'Noto Sans', 'Liberation Sans', system-ui, sans-serif";
export const mono =
  "ui-monospace, 'SF Mono', 'Cascadia Mono', 'Consolas', 'Noto Sans Mono', 'Liberation Mono', 'DejaVu Sans Mono', monospace";

/** Sizes are in rem: everything follows the text size of the system and the zoom of the window. */
export const theme = createTheme({
  colors: { ink, gray, dark, red },
  primaryColor: 'ink',
  primaryShade: { light: 7, dark: 6 },
  fontFamily: sans,
  fontFamilyMonospace: mono,
  fontSizes: { xs: '0.8125rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.4' },
  spacing: { xs: '0.375rem', sm: '0.625rem', md: '0.875rem', lg: '1.25rem', xl: '1.75rem' },
  defaultRadius: 'sm',
  radius: { xs: '2px', sm: '4px', md: '6px', lg: '8px', xl: '12px' },
  headings: {
    fontFamily: sans,
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.125rem', lineHeight: '1.35' },
      h2: { fontSize: '0.875rem', lineHeight: '1.4' },
      h3: { fontSize: '0.8125rem', lineHeight: '1.4' },
    },
  },
  focusRing: 'auto',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Group: { defaultProps: { gap: 8 } },
    Stack: { defaultProps: { gap: 12 } },
    // It looks like the text around it; what differs is said where it is used.
    Text: { defaultProps: { inherit: true } },
    // The one act that a form or a page is for is filled; all others are quieter.
    Button: { defaultProps: { size: 'xs', fw: 500, variant: 'default' } },
    // Otherwise the browser stores what is typed, such as a name, in its profile to suggest it again.
    TextInput: { defaultProps: { size: 'xs', autoComplete: 'off' } },
    PasswordInput: { defaultProps: { size: 'xs', autoComplete: 'off', visibilityToggleFocusable: true } },
    NumberInput: { defaultProps: { size: 'xs', autoComplete: 'off', allowDecimal: false } },
    Textarea: {
      defaultProps: { size: 'xs', autoComplete: 'off', autosize: true, minRows: 2, maxRows: 6 },
    },
    Select: {
      defaultProps: { size: 'xs', autoComplete: 'off', checkIconPosition: 'right', allowDeselect: false },
    },
    TagsInput: { defaultProps: { size: 'xs', autoComplete: 'off' } },
    MultiSelect: { defaultProps: { size: 'xs', autoComplete: 'off' } },
    NativeSelect: { defaultProps: { size: 'xs' } },
    // The library's padding of this size leaves the text at the edges of the selected part.
    SegmentedControl: {
      defaultProps: { size: 'xs' },
      vars: () => ({ root: { '--sc-padding': '2px 10px' } }),
    },
    Checkbox: { defaultProps: { size: 'xs' } },
    Radio: { defaultProps: { size: 'xs' } },
    Switch: { defaultProps: { size: 'xs', withThumbIndicator: false } },
    ActionIcon: { defaultProps: { size: 26, variant: 'subtle', color: 'gray' } },
    Tooltip: {
      defaultProps: {
        multiline: true,
        maw: 340,
        withArrow: true,
        // Inside a landmark, where a screen reader looks for it, and not cut off by what scrolls.
        portalProps: { target: '#work' },
        floatingStrategy: 'fixed',
        transitionProps: { duration: 80 },
      },
    },
    Modal: {
      defaultProps: {
        transitionProps: { duration: 100, transition: 'fade' },
        centered: true,
        closeButtonProps: { 'aria-label': 'Close' },
        // The library makes it a header, which would be the banner of the window.
        attributes: { header: { role: 'presentation' } },
      },
    },
    Popover: {
      defaultProps: {
        // A panel stands after its button, where a screen reader that browses finds it.
        withinPortal: false,
        floatingStrategy: 'fixed',
        // Its keys act from the moment it opens until it closes.
        transitionProps: { duration: 0 },
      },
    },
    Menu: {
      defaultProps: {
        withinPortal: false,
        floatingStrategy: 'fixed',
        withInitialFocusPlaceholder: false,
        transitionProps: { duration: 80 },
        shadow: 'md',
      },
    },
  },
});
