import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';

const CLIENT = path.resolve(import.meta.dirname, '../client');
const { resolve } = createRequire(import.meta.url);

/** What the frame needs, and what it shares with every screen; the first says which layer wins. */
const INLINED = ['ui/theme/base.css', 'ui/theme/tokens.css', 'ui/theme/fonts.css', 'app/frame/frame.css'].map(
  (file) => path.join(CLIENT, file),
);

const FONT = /url\('([^']+\.woff2)'\)/g;
const SHEET = /<link rel="stylesheet"((?: \w+(?:="[^"]*")?)+)>/;

/**
 * Puts the frame's styles into the pages, which only announce the sheet with all others, and the scripts, at a low
 * priority; the start applies it (docs/decisions/0093-frame-styles-in-the-page.md).
 */
export function inlineStyles(): Plugin {
  return {
    name: 'inline-styles',
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      for (const file of INLINED)
        for (const [, font = ''] of fs.readFileSync(file, 'utf8').matchAll(FONT))
          this.emitFile({
            type: 'asset',
            name: path.basename(font),
            source: fs.readFileSync(resolve(font)),
          });
    },
    // Only here: in development there is no sheet, and each module brings its own styles.
    load: { filter: { id: /\.css$/ }, handler: (id) => (INLINED.includes(id) ? '' : null) },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        if (!SHEET.test(html)) throw new Error('The page has no style sheet');
        const styles = INLINED.map((file) => shortened(fs.readFileSync(file, 'utf8')))
          .join('')
          .replaceAll(FONT, (_url, font: string) => `url(/${fileOf(path.basename(font), bundle)})`);
        return html
          .replace(
            SHEET,
            (_link, attributes: string) =>
              `<style>${styles}</style>\n    <link rel="preload" as="style" id="styles" fetchpriority="low"${attributes}>`,
          )
          .replaceAll(/<(?:script type="module"|link rel="modulepreload")/g, '$& fetchpriority="low"');
      },
    },
  };
}

function fileOf(name: string, bundle: Rolldown.OutputBundle): string {
  const asset = Object.values(bundle).find((one) => one.type === 'asset' && one.names.includes(name));
  if (asset === undefined) throw new Error(`The build has no ${name}`);
  return asset.fileName;
}

/** Without comments and line breaks; compression does the rest. */
const shortened = (css: string): string =>
  css
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};,]) ?/g, '$1')
    .trim();
