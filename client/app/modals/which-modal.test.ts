import { describe, expect, test } from 'vitest';
import { readModal, type ModalName } from './modal-search.ts';
import { modalOf, MODALS } from './modals.ts';
import { whichModal, type Wanted } from './which-modal.ts';

const MEMBER = {
  role: 'client',
  status: 'subscriber',
  timezone: 'Europe/Lisbon',
  isOnboardingCompleted: true,
} as const;
const FRESH = { ...MEMBER, status: 'ondemand', isOnboardingCompleted: false } as const;
const CALM: Wanted = {
  me: MEMBER,
  asked: undefined,
  present: null,
  browserZone: 'Europe/Lisbon',
  answeredZone: null,
};
const TOKYO = { browserZone: 'Asia/Tokyo' };

describe('which modal is open', () => {
  test.each<[string, Partial<Wanted>, ModalName | null]>([
    ['nothing wants to', {}, null],
    ['the address asks', { asked: 'plans' }, 'plans'],
    ['someone new', { me: FRESH }, 'onboarding'],
    ['someone new, and the address asks', { me: FRESH, asked: 'plans' }, 'onboarding'],
    ['someone new in another zone', { me: FRESH, ...TOKYO }, 'onboarding'],
    ['onboarding was completed and still says thank you', { present: 'onboarding' }, 'onboarding'],
    ['the same, and the address asks', { present: 'onboarding', asked: 'how-it-works' }, 'onboarding'],
    ['one that may be closed lies open, someone new', { me: FRESH, present: 'plans' }, 'onboarding'],
    ['another zone', TOKYO, 'timezone'],
    ['another zone, and the address asks', { ...TOKYO, asked: 'files' }, 'files'],
    ['another zone that was answered for', { ...TOKYO, answeredZone: 'Asia/Tokyo' }, null],
    ['another zone than the one answered for', { ...TOKYO, answeredZone: 'Asia/Seoul' }, 'timezone'],
    ['the same zone by an older name', { browserZone: 'Portugal' }, null],
    [
      'answered for, and asked for again',
      { ...TOKYO, answeredZone: 'Asia/Tokyo', asked: 'timezone' },
      'timezone',
    ],
    ['asked for without an occasion', { asked: 'timezone' }, null],
    ['onboarding asked for by those who have done it', { asked: 'onboarding' }, null],
    ['before the plan: someone new', { me: { ...FRESH, status: 'signup' } }, null],
    ['before the plan: the address asks', { me: { ...FRESH, status: 'signup' }, asked: 'plans' }, null],
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
      { me: { ...FRESH, role: 'partner', status: null }, asked: 'plans' },
      null,
    ],
    [
      'a managed client asks for files',
      { me: { ...FRESH, role: 'managed', status: null }, asked: 'files' },
      'files',
    ],
    ['money is asked for', { asked: 'top-up' }, null],
    ['nobody knows the name', { asked: 'toString' as ModalName }, null],
  ])('%s', (_case, more, name) => {
    expect(whichModal({ ...CALM, ...more })).toBe(name);
  });
});

test('all fifteen modals of the requirement are named, and what is not built opens nothing', () => {
  const names = Object.keys(MODALS);
  expect(names).toHaveLength(15);
  expect(names.filter((name) => modalOf(name) === null)).toEqual([
    'billing-upgrade',
    'offboarding',
    'service-update',
    'top-up',
    'upsell-plans',
  ]);
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
