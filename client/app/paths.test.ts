import { describe, expect, it } from 'vitest';
import { afterLogin, landingOf, loginHref, parseHash } from './paths.ts';

describe('who is not signed in goes to /login', () => {
  it.each([
    ['/explore', '', '', '/login?next=%2Fexplore'],
    ['/explore/mara', '?utm=a&x=1', '', '/login?utm=a&x=1&next=%2Fexplore%2Fmara'],
    ['/profile', '?session_id=true', 'billing', '/login?session_id=true&next=%2Fprofile%23billing'],
    ['/', '', '', '/login'],
    ['/', '?artist=x', '', '/login?artist=x'],
    ['/sessions', '?next=/evil', '', '/login?next=%2Fsessions'],
  ])('%s%s#%s keeps its query and path: %s', (pathname, searchStr, hash, href) => {
    expect(loginHref({ pathname, searchStr, hash })).toBe(href);
  });
});

describe('after login one goes on to where one wanted to go', () => {
  it.each([
    ['', '/explore'],
    ['?next=%2Fsessions%2F100001', '/sessions/100001'],
    ['?session_id=true&next=%2Fprofile%23billing', '/profile?session_id=true#billing'],
    ['?artist=x', '/explore?artist=x'],
    ['?next=%2Fsessions&ticket=abc', '/sessions'],
    ['?next=%2Flogin', '/explore'],
    ['?next=%2Flogout', '/explore'],
  ])('%s leads to %s', (search, href) => {
    expect(afterLogin(search, '/explore')).toBe(href);
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    '/\t/evil.example',
    'x',
  ])('but never to %j', (next) => {
    expect(afterLogin(`?${new URLSearchParams({ next }).toString()}`, '/explore')).toBe('/explore');
  });
});

it.each([
  ['client', '/explore'],
  ['partner', '/sessions'],
  ['managed', '/sessions'],
  ['operator', '/home'],
] as const)('a %s lands on %s', (role, path) => {
  expect(landingOf(role)).toBe(path);
});

describe('the hash grammar #tab[&key=value]', () => {
  it.each([
    ['#billing', 'billing', {}],
    ['#billing&purchase=topup&credits=3', 'billing', { purchase: 'topup', credits: '3' }],
    ['profile', 'profile', {}],
    ['', '', {}],
    ['#purchase=topup', '', {}],
  ])('%j is tab %j', (hash, tab, values) => {
    expect(parseHash(hash)).toEqual({ tab, values });
  });
});
