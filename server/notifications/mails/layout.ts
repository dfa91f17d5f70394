import { Body } from '@react-email/body';
import { Button } from '@react-email/button';
import { Container } from '@react-email/container';
import { Head } from '@react-email/head';
import { Heading } from '@react-email/heading';
import { Hr } from '@react-email/hr';
import { Html } from '@react-email/html';
import { Link } from '@react-email/link';
import { Preview } from '@react-email/preview';
import { render } from '@react-email/render';
import { Section } from '@react-email/section';
import { Text } from '@react-email/text';
import { createElement as h, type ReactElement } from 'react';
import type { Foot, Letter, Part } from './letter.ts';

/** Paper, the studio's light theme: mail programs that know no themes show this one. */
const PAPER = {
  ground: '#faf8f4',
  surface: '#ffffff',
  ink: '#17151a',
  muted: '#635d69',
  line: '#e7e2da',
  tally: '#c8321f',
  link: '#b92b19',
  onTally: '#ffffff',
} as const;

/** Night, for mail programs that follow the system. */
const NIGHT = `:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
.ground, .ground > table > tbody > tr > td { background-color: #121115 !important; }
.card { background-color: #1b1a20 !important; border-color: #2e2b35 !important; }
.ink { color: #f3f0ea !important; }
.muted { color: #a7a1ad !important; }
.line { border-color: #2e2b35 !important; }
.link { color: #ff7d6a !important; }
.button { background-color: #ff6a55 !important; color: #1a0b08 !important; }
}
@media (max-width: 480px) { .card { padding: 24px 20px !important; } }`;

const FONT = "'Instrument Sans', -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";
const HEADING = "'Bricolage Grotesque', 'Instrument Sans', -apple-system, 'Segoe UI', Arial, sans-serif";
const text = { margin: '0 0 16px', fontFamily: FONT, fontSize: '16px', lineHeight: '24px' } as const;
const small = { ...text, margin: '0 0 8px', fontSize: '13px', lineHeight: '20px' } as const;
const wraps = { overflowWrap: 'anywhere', wordBreak: 'break-word' } as const;

function fact([name, value]: readonly [string, string]): ReactElement {
  return h('tr', { key: name }, [
    h(
      'td',
      {
        key: 'name',
        className: 'muted',
        style: { ...small, margin: 0, padding: '4px 16px 4px 0', color: PAPER.muted, verticalAlign: 'top' },
      },
      name,
    ),
    h(
      'td',
      {
        key: 'value',
        className: 'ink',
        style: { ...text, ...wraps, margin: 0, padding: '2px 0', color: PAPER.ink },
      },
      value,
    ),
  ]);
}

/** Lines stay lines. */
const lines = (words: string) =>
  words.split('\n').flatMap((line, n) => (n === 0 ? [line] : [h('br', { key: n }), line]));

function partOf(part: Part, key: number): ReactElement {
  if ('say' in part)
    return h(
      Text,
      { key, className: 'ink', style: { ...text, ...wraps, color: PAPER.ink } },
      lines(part.say),
    );
  if ('note' in part)
    return h(
      Text,
      { key, className: 'muted', style: { ...small, ...wraps, color: PAPER.muted } },
      lines(part.note),
    );
  if ('quote' in part) {
    const style = {
      ...text,
      ...wraps,
      color: PAPER.ink,
      borderLeft: `3px solid ${PAPER.tally}`,
      paddingLeft: '12px',
    };
    return h(Text, { key, className: 'ink', style }, lines(part.quote));
  }
  if ('facts' in part) {
    const body = h('tbody', null, part.facts.map(fact));
    const plain = { cellPadding: 0, cellSpacing: 0, border: 0, role: 'presentation' };
    return h(Section, { key, style: { margin: '0 0 20px' } }, h('table', plain, body));
  }
  const style = {
    backgroundColor: PAPER.tally,
    color: PAPER.onTally,
    borderRadius: '10px',
    padding: '12px 20px',
    margin: '4px 0 20px',
    fontFamily: FONT,
    fontSize: '16px',
    fontWeight: 600,
  };
  return h(Button, { key, className: 'button', href: part.url, style }, part.button);
}

function foot({ studio, why, stop }: Foot): ReactElement {
  const style = { ...small, ...wraps, color: PAPER.muted };
  const link =
    stop &&
    h(
      Link,
      { className: 'link', href: stop.url, style: { color: PAPER.link, textDecoration: 'underline' } },
      stop.words,
    );
  return h(Section, null, [
    h(Hr, { key: 'line', className: 'line', style: { borderColor: PAPER.line, margin: '8px 0 16px' } }),
    h(Text, { key: 'why', className: 'muted', style }, [studio, h('br', { key: 'br' }), why]),
    link && h(Text, { key: 'stop', style }, link),
  ]);
}

/** A letter as HTML in the studio's look: light and dark, one column, no picture and nothing to load. */
export function asHtml(letter: Letter, below: Foot): Promise<string> {
  const { preview, heading, parts } = letter;
  const card = {
    maxWidth: '560px',
    backgroundColor: PAPER.surface,
    border: `1px solid ${PAPER.line}`,
    borderRadius: '16px',
    padding: '32px',
  };
  const title = {
    margin: '0 0 16px',
    fontFamily: HEADING,
    fontSize: '28px',
    lineHeight: '34px',
    letterSpacing: '-0.02em',
    color: PAPER.ink,
    ...wraps,
  };
  const brand = { ...small, margin: '0 0 24px', fontWeight: 700, color: PAPER.link };
  return render(
    h(Html, { lang: 'en' }, [
      h(Head, { key: 'head' }, [
        h('meta', { key: 'viewport', name: 'viewport', content: 'width=device-width, initial-scale=1' }),
        h('meta', { key: 'scheme', name: 'color-scheme', content: 'light dark' }),
        h('title', { key: 'title' }, letter.subject),
        h('style', { key: 'night' }, NIGHT),
      ]),
      h(Preview, { key: 'preview', children: preview }),
      h(
        Body,
        {
          key: 'body',
          className: 'ground',
          style: { margin: 0, padding: '24px 12px', backgroundColor: PAPER.ground },
        },
        // What a page calls main: readers of mails by ear find it as well.
        h(
          'div',
          { role: 'main' },
          h(
            Container,
            { className: 'card', style: card },
            h(Text, { className: 'link', style: brand }, below.studio),
            h(Heading, { as: 'h1', className: 'ink', style: title }, heading),
            ...parts.map(partOf),
            foot(below),
          ),
        ),
      ),
    ]),
  );
}
