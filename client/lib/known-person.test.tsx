import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { KnownPerson, meQuery, useMe } from './session.ts';

function Name() {
  return <b>{useMe().name}</b>;
}

const html = (me: object | null, known: object | null) => {
  const queries = new QueryClient();
  queries.setQueryData(meQuery.queryKey, me as never);
  return renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <KnownPerson value={known as never}>
        <Name />
      </KnownPerson>
    </QueryClientProvider>,
  );
};

const ADA = { name: 'Ada' };

test('what first appears after the login session has ended has the screen’s person', () => {
  expect(html(null, ADA)).toBe('<b>Ada</b>');
});

test('what is known now goes before it', () => {
  expect(html({ name: 'Ada Lovelace' }, ADA)).toBe('<b>Ada Lovelace</b>');
});

test('outside of the login nobody is known', () => {
  expect(() => html(null, null)).toThrow('behind the login');
});
