import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { renderHtml } from './layout.ts';

const tokens = readFileSync(new URL('../../../client/ui/theme/tokens.css', import.meta.url), 'utf8');

/** The color tokens of a theme of the screens, by name. */
function themeOf(selector: string): ReadonlyMap<string, string> {
  const rule = tokens.slice(tokens.indexOf(`${selector} {`)).split('}')[0] ?? '';
  return new Map(
    [...rule.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6});/g)].map(([, name = '', hex = '']) => [name, hex]),
  );
}
const THEMES = { light: themeOf(':root'), dark: themeOf("[data-mantine-color-scheme='dark']") };

/** The role of each class of a mail, by the property that bears it. */
const ROLES = {
  ground: { 'background-color': 'ground' },
  card: { 'background-color': 'surface', 'border-color': 'line' },
  ink: { color: 'ink' },
  muted: { color: 'muted' },
  line: { 'border-color': 'line' },
  link: { color: 'signal-text' },
  button: { 'background-color': 'action', color: 'on-action' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;
type Named = keyof typeof ROLES;
const NAMES = Object.keys(ROLES) as Named[];

const mail = renderHtml(
  {
    subject: 'Booked',
    preview: 'On Tuesday',
    heading: 'Your session is booked',
    parts: [
      { text: 'A text' },
      { note: 'A note' },
      { quote: 'A quote' },
      { facts: [['When', 'On Tuesday']] },
      { button: 'Open', url: 'https://studio.example/' },
    ],
  },
  {
    studio: 'Talkback',
    reason: 'You have an account.',
    unsubscribe: { label: 'No more of these', url: 'https://studio.example/unsubscribe' },
  },
);
const [style = '', body = ''] = mail.split('</style>');

/** A CSS property's colors in declarations; of a border, whatever its shorthand. */
function colorsOf(declarations: string, property: string): string[] {
  const names = property === 'border-color' ? 'border(?:-\\w+)*' : property;
  return [...declarations.matchAll(new RegExp(`(?:^|[;{ ])${names}:[^;]*?(#[0-9a-f]{6})`, 'g'))].map(
    ([, hex = '']) => hex,
  );
}

/** Every color of a text; a number after an ampersand is a character. */
const hexes = (text: string) => new Set(text.match(/(?<!&)#[0-9a-f]{3,8}\b/gi));

describe('a mail has the color roles of the screens', () => {
  test.each(NAMES)('%s, light', (name) => {
    const styles = [...body.matchAll(/<[a-z0-9]+ [^>]*class="([^"]*)"[^>]*style="([^"]*)"/g)]
      .filter(([, classes = '']) => classes.split(' ').includes(name))
      .map(([, , declarations = '']) => declarations);
    expect(styles).not.toEqual([]);
    for (const [property, role] of Object.entries(ROLES[name])) {
      const found = styles.flatMap((declarations) => colorsOf(declarations, property));
      expect(new Set(found)).toEqual(new Set([THEMES.light.get(role)]));
    }
  });

  test.each(NAMES)('%s, dark', (name) => {
    const rule = new RegExp(`^\\.${name}[ ,][^\\n]*?\\{([^}]*)\\}`, 'm').exec(style)?.[1] ?? '';
    for (const [property, role] of Object.entries(ROLES[name]))
      expect(colorsOf(rule, property)).toEqual([THEMES.dark.get(role)]);
  });

  test('and no other color', () => {
    const roles = NAMES.flatMap((name) => Object.values(ROLES[name]));
    const of = (theme: ReadonlyMap<string, string>) => new Set(roles.map((role) => theme.get(role)));
    expect(hexes(body)).toEqual(of(THEMES.light));
    expect(hexes(style)).toEqual(of(THEMES.dark));
  });
});
