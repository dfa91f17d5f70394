import { type CSSVariablesResolver, MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { theme } from './theme.ts';

/** Mantine's semantic variables by our tokens, in both themes. */
const resolver: CSSVariablesResolver = () => {
  const both = {
    '--mantine-color-body': 'var(--ground)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-dimmed': 'var(--muted)',
    '--mantine-color-placeholder': 'var(--muted)',
    '--mantine-color-anchor': 'var(--signal-text)',
    '--mantine-color-error': 'var(--danger-text)',
    '--mantine-color-default': 'var(--surface)',
    '--mantine-color-default-hover': 'var(--raised)',
    '--mantine-color-default-color': 'var(--ink)',
    '--mantine-color-default-border': 'var(--line)',
    '--mantine-color-disabled': 'var(--raised)',
    '--mantine-color-disabled-color': 'var(--muted)',
    '--mantine-color-disabled-border': 'var(--line)',
    '--mantine-color-signal-filled': 'var(--signal)',
    '--mantine-color-signal-filled-hover': 'var(--signal-hover)',
    '--mantine-color-signal-light': 'var(--signal-soft)',
    '--mantine-color-signal-light-color': 'var(--signal-text)',
    '--mantine-primary-color-contrast': 'var(--on-signal)',
  };
  return { variables: {}, light: both, dark: both };
};

// A browser would work them out on each visit. After a change of the theme: `npx vitest -u` with this file's name.
test('mantine-variables.css is what Mantine makes of our theme', async () => {
  const html = renderToStaticMarkup(
    <MantineProvider theme={theme} cssVariablesResolver={resolver} withGlobalClasses={false}>
      {null}
    </MantineProvider>,
  );
  const css = html.replace(/^<style[^>]*>/, '').replace(/<\/style>$/, '');
  const blocks = [...css.matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selector = '', body = '']) => {
    const lines = body.split(';').map((line) => line.trim());
    return `${selector.trim().replaceAll(/,\s*/g, ',\n').replaceAll('"', "'")} {\n${lines
      .filter((line) => line !== '')
      .map((line) => `  ${line};\n`)
      .join('')}}\n`;
  });
  expect(blocks.length).toBeGreaterThan(0);
  await expect(blocks.join('\n')).toMatchFileSnapshot('mantine-variables.css');
});
