import { MantineProvider } from '@mantine/core';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { ProblemError } from './api.ts';
import { type QueryState, QueryView } from './QueryView.tsx';

const html = (state: Partial<QueryState<string | null>>, props: object = {}) =>
  renderToStaticMarkup(<MantineProvider>{view(state, props)}</MantineProvider>);

const view = (state: Partial<QueryState<string | null>>, props: object = {}) => (
  <QueryView
    query={{ data: undefined, error: null, isFetching: false, refetch: async () => null, ...state }}
    loading={<i>Loading</i>}
    {...props}
  >
    {(data) => <b>{data ?? 'Nobody'}</b>}
  </QueryView>
);

const FAULT = new Error('socket hang up');

test('the loading state stands until there is data or an error', () => {
  expect(html({ isFetching: true })).toContain('<i>Loading</i>');
  expect(html({ isFetching: true })).not.toContain('Try again');
});

test('data is shown, null too, also while it is fetched again', () => {
  expect(html({ data: 'Ada' })).toContain('<b>Ada</b>');
  expect(html({ data: null })).toContain('<b>Nobody</b>');
  expect(html({ data: 'Ada', isFetching: true })).toContain('<b>Ada</b>');
});

test('a failed refetch keeps the data', () => {
  const shown = html({ data: 'Ada', error: FAULT });
  expect(shown).toContain('<b>Ada</b>');
  expect(shown).not.toContain('alert');
});

test('an error is an alert with a retry, in general words', () => {
  const shown = html({ error: FAULT });
  expect(shown).toContain('role="alert"');
  expect(shown).toContain('<h2>That did not work</h2>');
  expect(shown).toContain('Something went wrong on our side. Please try again.');
  expect(shown).toContain('Try again');
  expect(shown).not.toContain('socket');
  expect(shown).not.toContain('aria-disabled');
});

test("an error says the server's words, under the place's own title", () => {
  const problem = { type: 'about:blank', title: 'Not Found', status: 404, code: 'x', detail: 'It is gone.' };
  const shown = html({ error: new ProblemError(problem) }, { errorTitle: 'We could not load your sessions' });
  expect(shown).toContain('<h2>We could not load your sessions</h2>');
  expect(shown).toContain('<p>It is gone.</p>');
});

test('the place can say the error in words of its own', () => {
  expect(html({ error: FAULT }, { messageOf: () => 'This link is old.' })).toContain(
    '<p>This link is old.</p>',
  );
});

test('the retry waits while the query is fetching', () => {
  const shown = html({ error: FAULT, isFetching: true });
  expect(shown).toContain('Trying again...');
  expect(shown).toContain('aria-disabled="true"');
});

test('the place can show something else than the error, or nothing', () => {
  expect(html({ error: FAULT }, { failed: <u>Offline</u> })).toContain('<u>Offline</u>');
  expect(html({ error: FAULT }, { failed: null })).not.toMatch(/Try again|Loading|<b>/);
});

test('the retry fetches again', () => {
  const refetch = vi.fn<() => Promise<null>>(async () => null);
  const { props } = view({ error: FAULT, refetch }) as ReactElement<Parameters<typeof QueryView>[0]>;
  const error = QueryView(props) as ReactElement<{ onRetry: () => void }>;
  error.props.onRetry();
  expect(refetch).toHaveBeenCalledOnce();
});
