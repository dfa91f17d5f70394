import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const TREES = '{.ci,bench,client,demo,docs,e2e,sandbox,scripts,server,shared,test}/**/*';
const files = fs.globSync([TREES, '*']).filter((file) => /\.(md|tsx?|mjs|css|sql)$/.test(file));
const textOf = (file: string): string => fs.readFileSync(file, 'utf8');

/** The anchor of a heading, as readers of Markdown make it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

function leadsNowhere(target: string, anchor: string | undefined): boolean {
  if (!fs.existsSync(target)) return true;
  if (anchor === undefined) return false;
  const headings = [...textOf(target).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading));
  return !headings.includes(anchor);
}

const LINK = /\]\(([^)\s#]*)(?:#([\w'-]+))?\)/g;
const CITATION = /(docs\/[\w/-]+\.md)(?:#([\w-]+))?/g;

/** The links of a document or the citations of a source that lead nowhere, with its name. */
function deadEnds(file: string): string[] {
  const found = textOf(file).matchAll(file.endsWith('.md') ? LINK : CITATION);
  return [...found].flatMap(([, target = '', anchor]) => {
    if (/^[a-z]+:/.test(target)) return [];
    const place =
      file.endsWith('.md') && target !== '' ? path.join(path.dirname(file), target) : target || file;
    return leadsNowhere(place, anchor)
      ? [`${file}: ${target}${anchor === undefined ? '' : `#${anchor}`}`]
      : [];
  });
}

test('every link of the documents and every citation in the code leads somewhere', () => {
  expect(files.flatMap(deadEnds)).toEqual([]);
});

test('no comment cites a document outside of the repository', () => {
  const outside = /\b(decisions? \d+|part [12] (section|")|issue \d+)/;
  const sources = files.filter((file) => !file.endsWith('.md') && !file.endsWith('citations.test.ts'));
  expect(sources.filter((file) => outside.test(textOf(file)))).toEqual([]);
});

test('every decision record has its parts and stands in the index', () => {
  const records = files.filter((file) => /^docs\/decisions\/\d{4}-/.test(file));
  const index = textOf('docs/decisions/README.md');
  const parts = ['Status: ', '## Context', '## Decision', '## Consequences'];
  const wanting = records.filter(
    (file) =>
      !index.includes(path.basename(file)) || !parts.every((part) => textOf(file).includes(`\n${part}`)),
  );
  expect(wanting).toEqual([]);
});
