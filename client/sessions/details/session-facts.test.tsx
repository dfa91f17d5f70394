import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Session } from '#shared/sessions/contract.ts';
import { HIDEABLE_FIELDS } from '#shared/sessions/rules-options.ts';
import { SESSION } from '#test/client/sessions.ts';
import { PriceFact, ServiceFacts, StreamFacts, TrackFacts } from './SessionFacts.tsx';

const streams = (change: Partial<Session>, viewer: 'client' | 'partner' = 'client') =>
  renderToStaticMarkup(
    <MantineProvider>
      <StreamFacts session={{ ...SESSION, ...change }} viewer={viewer} zone="Europe/Lisbon" />
    </MantineProvider>,
  );

const price = (credits: number) =>
  renderToStaticMarkup(<PriceFact session={{ ...SESSION, credits }} />).replaceAll(/<[^>]+>/g, '|');

test('the livestream link says from when until when it works, in the zone of the reader', () => {
  const shown = streams({ start_date: '2026-07-24T14:00:00Z', end_date: '2026-07-24T14:45:00Z' });
  expect(shown).toContain('href="https://zoom.example/j/1"');
  expect(shown).toContain('It works from Fri 24 Jul 26, 14:50, until 15:45.');
  expect(streams({ livestream_link: null })).not.toContain('It works');
});

test.each(['client', 'partner'] as const)(
  'the audio link has the password, the first name of the client, with a button that copies it: %s',
  (viewer) => {
    const shown = streams({ audio_link: 'https://audio.example/1', livestream_link: null }, viewer);
    expect(shown).toMatch(
      /<button type="button"[^>]* aria-label="Ana, copy the password"><span>Ana<\/span><svg/,
    );
  },
);

test('without an audio link there is no password: the livestream has none', () => {
  expect(streams({})).not.toMatch(/password/i);
});

test('the price in credits; none where it was free', () => {
  expect(price(2)).toContain('|Price||2 credits|');
  expect(price(1)).toContain('|Price||1 credit|');
  expect(price(0)).toBe('');
});

/** The labels of a session's rows. */
const labels = (change: Partial<Session>) => {
  const session = { ...SESSION, ...change };
  const shown = renderToStaticMarkup(
    <>
      <TrackFacts session={session} />
      <ServiceFacts session={session} />
    </>,
  );
  return [...shown.matchAll(/<dt>([^<]+)</g)].map(([, label]) => label);
};

test('what the service does not ask for has no row, unless it was given', () => {
  const all = ['Track', 'Genre', 'Meter', 'BPM', 'Reference track', 'Sample rate', 'Service'];
  expect(labels({})).toEqual([...all, 'Deliverables format']);
  const service = { ...SESSION.service, hidden_fields: [...HIDEABLE_FIELDS] };
  expect(labels({ service })).toEqual(['Track', 'Service']);
  expect(labels({ service, session_info: { ...SESSION.session_info, bpm: '90' } })).toEqual([
    'Track',
    'BPM',
    'Service',
  ]);
});
