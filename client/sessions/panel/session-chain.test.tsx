import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Session } from '#shared/sessions/contract.ts';
import { renderScreen } from '#test/client/render.tsx';
import { SESSION } from '#test/client/sessions.ts';
import { SessionChain } from './SessionChain.tsx';
import { sessionForRules } from './status-view.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

/** The words of the chain's buttons and links, in order, at a time of the day of the session. */
async function buttonsAt(
  time: string,
  { role = 'client', change = {} }: { role?: 'client' | 'partner'; change?: Partial<Session> } = {},
): Promise<string[]> {
  const session = sessionForRules({ ...SESSION, status: 'partner_ready_to_go', ...change });
  vi.setSystemTime(`2026-11-24T${time}Z`);
  const html = await renderScreen(() => (
    <SessionChain session={session} role={role} zone="Europe/Lisbon" part="session-details" />
  ));
  return [...html.matchAll(/<(?:a|button)\b.*?<\/(?:a|button)>/g)].map(([tag]) =>
    `${/href="(https:[^"]*)"/.exec(tag)?.[1] ?? ''} ${tag.replaceAll(/<[^>]+>/g, '')}`.trim(),
  );
}

const JOIN = 'https://zoom.example/j/1 Join';

test.each(['client', 'partner'] as const)(
  'its first button is Join from 10 minutes before the start to the end: %s',
  async (role) => {
    expect(await buttonsAt('13:49:59', { role })).not.toContain(JOIN);
    for (const time of ['13:50:00', '14:00:00', '14:44:59'])
      expect((await buttonsAt(time, { role }))[0]).toBe(JOIN);
    expect(await buttonsAt('14:45:00', { role })).not.toContain(JOIN);
  },
);

test('what else is to be done comes after Join', async () => {
  const change = { status: 'client_files_upload_required' } as const;
  expect((await buttonsAt('13:49:59', { change }))[0]).not.toBe(JOIN);
  const [first, second] = await buttonsAt('13:50:00', { change });
  expect([first, second]).toEqual([JOIN, expect.stringMatching(/files/i)]);
});

test('no Join where nobody attends or no link is known', async () => {
  expect(await buttonsAt('13:50:00', { change: { attendance: false } })).not.toContain(JOIN);
  expect((await buttonsAt('13:50:00', { change: { livestream_link: null } })).join()).not.toContain('Join');
});
