import { createTheme, type MantineColorsTuple } from '@mantine/core';

/** Ten steps around the signal color; components use only those that mantine-variables.css maps to tokens. */
const SIGNAL: MantineColorsTuple = [
  '#e8edfc',
  '#d3ddfa',
  '#b7c8fa',
  '#a9beff',
  '#8fabff',
  '#4c6fe3',
  '#2a52d6',
  '#2246bd',
  '#1c3a9e',
  '#152b76',
];

/** Mantine's greys replaced by ours, for its own components. */
const GRAY: MantineColorsTuple = [
  '#f3efe8',
  '#efebe4',
  '#e7e2da',
  '#d9d3c9',
  '#8d8791',
  '#77717f',
  '#635d69',
  '#57515e',
  '#2e2b35',
  '#17151a',
];
const DARK: MantineColorsTuple = [
  '#f3f0ea',
  '#d6d1d9',
  '#a7a1ad',
  '#8f8996',
  '#77717f',
  '#2e2b35',
  '#1b1a20',
  '#121115',
  '#0d0c10',
  '#08070a',
];

/** Mantine's theme, made from the tokens in tokens.css; its variables are in mantine-variables.css. */
export const theme = createTheme({
  colors: { signal: SIGNAL, gray: GRAY, dark: DARK },
  primaryColor: 'signal',
  primaryShade: { light: 6, dark: 4 },
  fontFamily: 'var(--font-text)',
  fontFamilyMonospace: 'var(--font-mono)',
  headings: { fontFamily: 'var(--font-heading)', fontWeight: '700' },
  defaultRadius: '10px',
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  fontSizes: { xs: '0.8125rem', sm: '0.875rem', md: '1rem', lg: '1.25rem', xl: '1.75rem' },
  breakpoints: { xs: '36em', sm: '47.9375em', md: '59.3125em', lg: '85.4375em', xl: '105em' },
});
