import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { unpackWoff } from './unpack-woff.ts';

const require = createRequire(import.meta.url);

type Family = 'bricolage-grotesque' | 'instrument-sans' | 'inter';
/** `body` and `bold` are the product's text fonts, `title` that of its headings. */
export type Weight = 'body' | 'bold' | 'title';

/** A font file and the characters it has; Greek, Cyrillic and Vietnamese come from Inter, which has them. */
export interface Face {
  readonly name: string;
  readonly has: (codePoint: number) => boolean;
  readonly file: () => Buffer;
}

const SCRIPTS: readonly (readonly [Family, readonly string[]])[] = [
  ['instrument-sans', ['latin', 'latin-ext']],
  ['inter', ['greek', 'greek-ext', 'cyrillic', 'cyrillic-ext', 'vietnamese', 'latin-ext']],
];

/** Ranges such as "U+0460-052F,U+20B4". */
function parseRanges(text: string): (codePoint: number) => boolean {
  const ranges = text.split(',').map((range) => {
    const [from = 0, to = from] = range
      .replace('U+', '')
      .split('-')
      .map((hex) => Number.parseInt(hex, 16));
    return [from, to] as const;
  });
  return (codePoint) => ranges.some(([from, to]) => codePoint >= from && codePoint <= to);
}

function faces(families: typeof SCRIPTS, weight: number): Face[] {
  return families.flatMap(([family, scripts]) => {
    const ranges = require(`@fontsource/${family}/unicode.json`) as Readonly<Record<string, string>>;
    return scripts.map((script) => ({
      name: `${family}-${script}-${weight}`,
      has: parseRanges(ranges[script] ?? ''),
      file: kept(() =>
        unpackWoff(
          readFileSync(
            require.resolve(`@fontsource/${family}/files/${family}-${script}-${weight}-normal.woff`),
          ),
        ),
      ),
    }));
  });
}

/** What is made once, when it is first asked for. */
function kept<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** The faces of each weight; the first that has a character writes it. */
export const FACES: Readonly<Record<Weight, readonly Face[]>> = {
  body: faces(SCRIPTS, 400),
  bold: faces(SCRIPTS, 600),
  title: faces([['bricolage-grotesque', ['latin', 'latin-ext']]], 600),
};

/** Stands for characters that no face has. */
const UNKNOWN = '?';

/** A text as pieces of one face each. */
export function pieces(text: string, weight: Weight): { readonly face: Face; readonly text: string }[] {
  const [first] = FACES[weight];
  if (first === undefined) throw new Error(`no face of ${weight}`);
  const runs: { face: Face; text: string }[] = [];
  for (const letter of text.normalize('NFC')) {
    const found = FACES[weight].find(({ has }) => has(letter.codePointAt(0) ?? 0));
    const last = runs.at(-1);
    const [face, written] = found === undefined ? [first, UNKNOWN] : [found, letter];
    if (last?.face === face) last.text += written;
    else runs.push({ face, text: written });
  }
  return runs;
}
