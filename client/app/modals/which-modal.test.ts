import { describe, expect, test } from 'vitest';
import { readModal, type ModalName } from '../../lib/modal-search.ts';
import { modalOf, MODALS } from './modals.ts';
import { whichModal, modalRefusal, type ModalInput } from './which-modal.ts';

const MEMBER = {
  role: 'client',
  status: 'subscriber',
  timezone: 'Europe/Lisbon',
  isOnboardingCompleted: true,
  service_update: null,
  erasure_due: null,
} as const;
const FRESH = { ...MEMBER, status: 'ondemand', isOnboardingCompleted: false } as const;
const NO_MODAL: ModalInput = {
  me: MEMBER,
  requested: undefined,
  session: undefined,
  current: null,
  isOwn: false,
  browserZone: 'Europe/Lisbon',
  answeredZone: null,
  busy: false,
  now: Temporal.Instant.from('2026-01-15T12:00:00Z'),
};
const UPDATED = { me: { ...MEMBER, service_update: 2 } };
const TOKYO = { browserZone: 'Asia/Tokyo' };

describe('which modal is open', () => {
  test.each<[string, Partial<ModalInput>, ModalName | null]>([
    ['nothing wants to', {}, null],
    ['the address asks', { requested: 'plans' }, 'plans'],
    ['someone new', { me: FRESH }, 'onboarding'],
    ['someone new, and the address asks', { me: FRESH, requested: 'plans' }, 'onboarding'],
    ['someone new in another zone', { me: FRESH, ...TOKYO }, 'onboarding'],
    ['onboarding was completed and still says thank you', { current: 'onboarding' }, 'onboarding'],
    ['the same, and the address asks', { current: 'onboarding', requested: 'how-it-works' }, 'onboarding'],
    ['one that may be closed lies open, someone new', { me: FRESH, current: 'plans' }, 'onboarding'],
    ['a service update', UPDATED, 'service-update'],
    ['a service update, and the address asks', { ...UPDATED, requested: 'plans' }, 'plans'],
    ['a service update, in the middle of something', { ...UPDATED, busy: true }, null],
    [
      'a service update that opened by itself and was marked as seen',
      { current: 'service-update', isOwn: true },
      'service-update',
    ],
    ['one that the address had opened, closed', { current: 'service-update' }, null],
    ['a service update, and another zone', { ...UPDATED, ...TOKYO }, 'service-update'],
    ['another zone', TOKYO, 'timezone'],
    ['another zone, and the address asks', { ...TOKYO, requested: 'files', session: 100_001 }, 'files'],
    ['another zone, in the middle of something', { ...TOKYO, busy: true }, null],
    [
      'another zone, already asked about, then something is begun',
      { ...TOKYO, busy: true, current: 'timezone' },
      'timezone',
    ],
    ['another zone that shows the same times', { browserZone: 'Europe/London' }, null],
    ['another zone that was answered for', { ...TOKYO, answeredZone: 'Asia/Tokyo' }, null],
    ['another zone than the one answered for', { ...TOKYO, answeredZone: 'Asia/Seoul' }, 'timezone'],
    ['the same zone by an older name', { browserZone: 'Portugal' }, null],
    [
      'answered for, and requested again',
      { ...TOKYO, answeredZone: 'Asia/Tokyo', requested: 'timezone' },
      'timezone',
    ],
    ['requested without an occasion', { requested: 'timezone' }, null],
    ['onboarding requested by those who have done it', { requested: 'onboarding' }, null],
    ['before the plan: someone new', { me: { ...FRESH, status: 'signup' } }, null],
    ['before the plan: the address asks', { me: { ...FRESH, status: 'signup' }, requested: 'plans' }, null],
    ['before the plan: another zone', { me: { ...MEMBER, status: 'signup' }, ...TOKYO }, null],
    ['a partner without onboarding', { me: { ...FRESH, role: 'partner', status: null } }, null],
    ['a partner in another zone', { me: { ...FRESH, role: 'partner', status: null }, ...TOKYO }, 'timezone'],
    [
      'a managed client in another zone',
      { me: { ...FRESH, role: 'managed', status: null }, ...TOKYO },
      'timezone',
    ],
    ['an operator in another zone', { me: { ...FRESH, role: 'operator', status: null }, ...TOKYO }, null],
    [
      'a partner asks for the plans',
      { me: { ...FRESH, role: 'partner', status: null }, requested: 'plans' },
      null,
    ],
    [
      'a managed client asks for files',
      { me: { ...FRESH, role: 'managed', status: null }, requested: 'files', session: 100_001 },
      'files',
    ],
    ['money is requested', { requested: 'top-up' }, 'top-up'],
    ['leaving is requested', { requested: 'offboarding' }, 'offboarding'],
    ['nobody knows the name', { requested: 'toString' as ModalName }, null],
  ])('%s', (_case, more, name) => {
    expect(whichModal({ ...NO_MODAL, ...more })).toBe(name);
  });
});

describe('a link whose modal does not open', () => {
  const who = (role: 'client' | 'managed' | 'partner') =>
    role === 'client' ? MEMBER : { ...FRESH, role, status: null };

  test.each(Object.keys(MODALS) as ModalName[])('%s opens, or its link says why not', (requested) => {
    for (const role of ['client', 'managed', 'partner'] as const)
      for (const session of [undefined, 100_001]) {
        const input = { ...NO_MODAL, me: who(role), requested, session };
        const words = whichModal(input) === requested ? 'Opened.' : modalRefusal(input);
        expect(words, `${role}, session ${session}`).toMatch(/^[A-Z].*\.$/);
      }
  });

  test.each<[string, Partial<ModalInput>, string | null]>([
    [
      'nobody knows the name',
      { requested: 'toString' as ModalName },
      'This link does not work. It may be old or incomplete.',
    ],
    [
      'about a session, and names none',
      { requested: 'rate-session' },
      'This link has no session in it. Open the session from My Sessions instead.',
    ],
    ['it is open already', { requested: 'plans', current: 'plans' }, null],
    ['onboarding comes first', { me: FRESH, requested: 'rate-session' }, null],
    ['onboarding still says thank you', { requested: 'rate-session', current: 'onboarding' }, null],
    ['before the plan', { me: { ...FRESH, status: 'signup' }, requested: 'rate-session' }, null],
  ])('%s', (_case, more, words) => {
    expect(modalRefusal({ ...NO_MODAL, ...more })).toBe(words);
  });
});

test('all sixteen modals are named, and one cannot be closed', () => {
  const names = Object.keys(MODALS);
  expect(names).toHaveLength(16);
  expect(names.filter((name) => modalOf(name)?.closable === false)).toEqual(['onboarding']);
});

test.each<[Record<string, unknown>, object]>([
  [{}, {}],
  [{ modal: 'plans', other: 'x' }, { modal: 'plans' }],
  [{ modal: ['plans', 'files'] }, {}],
  [
    { modal: 'files', session: '100001', folder: 'output' },
    { modal: 'files', session: 100001, folder: 'output' },
  ],
  [{ modal: 'files', session: '1.5', folder: 'attic' }, { modal: 'files' }],
  [{ modal: 'files', session: '2147483648' }, { modal: 'files' }],
  [{ session: '100001', folder: 'user' }, {}],
  [
    { modal: 'rate-session', session: '7', folder: 'user' },
    { modal: 'rate-session', session: 7 },
  ],
])('the address %o reads as %o', (search, read) => {
  expect(readModal(search)).toEqual(read);
});
