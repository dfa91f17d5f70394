import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';

/** Ten steps around the one accent; components only use the steps that `variables` below point at our tokens. */
const TALLY: MantineColorsTuple = [
  '#fbe9e5',
  '#f8d3cc',
  '#f3b0a5',
  '#ff8371',
  '#ff6a55',
  '#e04a35',
  '#c8321f',
  '#ad2817',
  '#8f2113',
  '#6f190e',
];

/** Mantine's own greys, in our warm ones: its components then sit on Paper and Night without further rules. */
const PAPER: MantineColorsTuple = [
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
const NIGHT: MantineColorsTuple = [
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

/** Mantine's theme, made from the tokens in tokens.css. */
export const theme = createTheme({
  colors: { tally: TALLY, gray: PAPER, dark: NIGHT },
  primaryColor: 'tally',
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

/** Points Mantine's semantic variables at our tokens, in both themes at once. */
export const variables: CSSVariablesResolver = () => {
  const both = {
    '--mantine-color-body': 'var(--ground)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-dimmed': 'var(--muted)',
    '--mantine-color-placeholder': 'var(--muted)',
    '--mantine-color-anchor': 'var(--tally-text)',
    '--mantine-color-error': 'var(--tally-text)',
    '--mantine-color-default': 'var(--surface)',
    '--mantine-color-default-hover': 'var(--raised)',
    '--mantine-color-default-color': 'var(--ink)',
    '--mantine-color-default-border': 'var(--line)',
    '--mantine-color-disabled': 'var(--raised)',
    '--mantine-color-disabled-color': 'var(--muted)',
    '--mantine-color-disabled-border': 'var(--line)',
    '--mantine-color-tally-filled': 'var(--tally)',
    '--mantine-color-tally-filled-hover': 'var(--tally-hover)',
    '--mantine-color-tally-light': 'var(--tally-soft)',
    '--mantine-color-tally-light-color': 'var(--tally-text)',
    '--mantine-primary-color-contrast': 'var(--on-tally)',
  };
  return { variables: {}, light: both, dark: both };
};
