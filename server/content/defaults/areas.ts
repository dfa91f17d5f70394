import type * as z from 'zod/mini';
import type * as contract from '#shared/content/contract-documents.ts';
import type { StoredAnnouncements } from '#shared/content/contract-store.ts';
import { STUDIO_NAME } from '#shared/lib/studio-name.ts';

export const STUDIO_BANNER: z.infer<typeof contract.StudioBanner> = {
  body: '<p><strong>Good to have you here.</strong> New musicians join every month: <a href="/explore">see who is playing</a>.</p>',
};

export const REFERRAL: z.infer<typeof contract.ReferralContent> = {
  header: 'Bring a friend, earn 5 credits each',
  body: 'Invite somebody who makes music. Once they become a member, you both get 5 credits: enough for five more sessions with your favourite players.',
  faqs: [
    {
      question: 'How does it work?',
      answer:
        'You invite a friend by email, from your profile. The invitation has a link of its own. When your friend signs up through it and becomes a member, you both earn 5 credits.',
    },
    {
      question: 'When do we get the credits?',
      answer:
        'A few days after the first paid invoice of whoever was invited, usually three. The history in the profile of whoever invited shows where each invitation stands.',
    },
    {
      question: 'How long is an invitation valid?',
      answer: 'For 30 days. After that its sender can send a new one to the same address.',
    },
    {
      question: 'The email has not arrived. What can we do?',
      answer:
        'Look among the spam first. From 24 hours after the invitation its sender can have a reminder sent.',
    },
    {
      question: 'How many friends may I invite?',
      answer: 'As many as you like. Each friend who becomes a member earns both of you 5 credits.',
    },
    {
      question: 'Do the credits expire?',
      answer: 'No. Credits from referrals stay yours, also when your membership ends.',
    },
  ],
  invitee_faqs: [
    {
      question: `What is ${STUDIO_NAME}?`,
      answer:
        'An online studio. You book a musician, a producer or an engineer for a session at a set time, listen in and direct from wherever you are, and get the recorded files afterwards.',
    },
    {
      trial: true,
      question: 'What do I get?',
      answer:
        'A trial of 14 days with one credit, which pays for your first session. When you become a member, you and your friend earn 5 credits each.',
    },
    {
      trial: false,
      question: 'What do I get?',
      answer: 'When you become a member, you and your friend earn 5 credits each.',
    },
    {
      question: 'When do I get the 5 credits?',
      answer:
        'A few days after your first paid invoice, usually three. Your friend gets theirs at the same time.',
    },
    {
      question: 'Does it cost anything to sign up?',
      answer: 'No. You pay when you choose a membership or buy credits, and you see the price before you do.',
    },
    {
      question: 'How long is my invitation valid?',
      answer: 'For 30 days. After that, ask your friend to send you a new one.',
    },
    {
      question: 'May I sign up with another email address?',
      answer: 'Yes. The link counts, not the address that it was sent to.',
    },
  ],
};

export const BILLING_AREA: z.infer<typeof contract.BillingArea> = {
  header: 'Plans and credits',
  body: 'Credits pay for sessions. A membership brings new ones with every period; bundles and single credits can be added at any time. Members also get:',
  benefits: [
    'Book any time, before everyone else',
    'Files at once, stored indefinitely',
    'Lower price for every credit',
    'Unused credits roll over with Studio 5 and Studio 10',
  ],
};

type Variant = (typeof contract.BILLBOARDS)[number];
export const BILLBOARD: Readonly<Record<Variant, z.infer<typeof contract.Billboard>>> = {
  cancelled: {
    header: 'Pick up where you left off',
    subheader:
      'Your sessions, tracks and messages are all still here. A membership brings new credits every month and stores your files for good.',
    button: { copy: 'See the plans', url: '/offers' },
  },
  ondemand: {
    header: 'More sessions for less',
    subheader:
      'Members pay less for every credit, book any time before everyone else and keep their files for good.',
    button: { copy: 'See the plans', url: '/offers' },
  },
  legacy: {
    header: 'Make the most of your credits',
    subheader: 'Drums, strings, vocals, a mix or a master: one balance pays for all of it.',
    button: { copy: 'Find a musician', url: '/explore' },
  },
  members: {
    header: 'Your next session is waiting',
    subheader: 'Your membership lets you book any time, before everyone else.',
    button: { copy: 'Find a musician', url: '/explore' },
  },
};

const NO_PICTURES = { big: null, medium: null, small_mobile: null } as const;

export const ANNOUNCEMENTS: z.infer<typeof StoredAnnouncements> = {
  announcements: [
    {
      id: 'bring-a-friend',
      category: 'explore',
      header: 'Bring a friend, earn 5 credits each',
      subheader: 'Once they become a member, the credits are yours.',
      template: 'strip',
      enabled: true,
      images: NO_PICTURES,
      button: {
        copy: 'Invite a friend',
        style: 'secondary',
        behaviour: 'same-tab',
        url: '/profile#referral',
        icon: null,
      },
      audience: { roles: ['client'], cohorts: ['member', 'legacy'] },
    },
    {
      id: 'yearly-plans',
      category: 'explore',
      header: 'A year of music, for less',
      subheader: "Yearly plans give you all of the year's credits at once, at our lowest price for a credit.",
      template: 'card',
      enabled: false,
      images: {
        big: { src: '/announcement-year-big.svg', width: 960, height: 240 },
        medium: { src: '/announcement-year-medium.svg', width: 720, height: 240 },
        small_mobile: { src: '/announcement-year-small.svg', width: 480, height: 240 },
      },
      button: {
        copy: 'See yearly plans',
        style: 'primary',
        behaviour: 'same-tab',
        url: '/offers',
        icon: null,
      },
      audience: { roles: ['client'], cohorts: ['public', 'ondemand', 'cancelled', 'member', 'legacy'] },
    },
  ],
};
