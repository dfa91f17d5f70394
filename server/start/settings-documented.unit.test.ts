import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { VARIABLES, type Variable } from './variables.ts';

const page = readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8');

test.each(Object.entries<Variable<unknown>>(VARIABLES))(
  'the operating page tells what %s takes and what it is for',
  (name, variable) => {
    const fallback = variable.fallback ? `\`${variable.fallback}\`` : '';
    expect(page).toContain(`| \`${name}\` | ${variable.takes} | ${fallback} | ${variable.what} |`);
  },
);
