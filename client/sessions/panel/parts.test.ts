import { describe, expect, test } from 'vitest';
import { mayOpen, partOf, TABS } from './parts.ts';
import { sessionForRules } from './status-view.ts';
import { supportMessage } from './support-message.ts';
import { SESSION } from '#test/client/sessions.ts';

const names = (role: 'client' | 'managed' | 'partner') => TABS[role].map(([, text]) => text);

describe('the parts of a panel', () => {
  test('are in order, for each role', () => {
    expect(names('client')).toEqual(['Session Details', 'Track Details', 'Files Management', 'Messages']);
    expect(names('managed')).toEqual(['Session Details', 'Messages', 'Files Management']);
    expect(names('partner')).toContain('Messages');
  });

  test('are found by their address; without one it is the first', () => {
    expect(partOf('client', undefined)).toBe('session-details');
    expect(partOf('client', 'messages')).toBe('messages');
    expect(partOf('partner', 'track-details')).toBeUndefined();
    expect(partOf('client', 'nonsense')).toBeUndefined();
  });

  test('feedback is the musician’s, also after the session, and not once it is cancelled', () => {
    expect(partOf('client', 'feedback')).toBeUndefined();
    expect(partOf('partner', 'feedback')).toBe('feedback');
    const before = Temporal.Instant.from('2026-11-21T12:00:00Z');
    const after = Temporal.Instant.from('2026-11-25T12:00:00Z');
    expect(mayOpen('feedback', 'partner', sessionForRules(SESSION), before)).toBe(true);
    expect(mayOpen('feedback', 'partner', sessionForRules(SESSION), after)).toBe(true);
    const cancelled = sessionForRules({ ...SESSION, status: 'cancelled' });
    expect(mayOpen('feedback', 'partner', cancelled, before)).toBe(false);
    expect(mayOpen('messages', 'partner', cancelled, before)).toBe(true);
  });
});

test('a letter to the support names the session, its people and its time in the zone of its writer', () => {
  const { subject, lines } = supportMessage(SESSION, 'Ana Sousa', 'Europe/Berlin');
  expect(subject).toBe('Help with session #100217 (Ana Sousa)');
  expect(lines).toEqual([
    '',
    '',
    'Session: #100217',
    'Track: Night; Drive, again',
    'Service: Drums',
    'Musician: Marcus Hale',
    'Client: Ana Sousa (ana@demo.test)',
    'Start: Tue 24 Nov 26, 15:00, Berlin (UTC+1)',
  ]);
});
