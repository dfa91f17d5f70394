import type * as z from 'zod/mini';
import type * as contract from '#shared/content/contract-documents.ts';
import { STUDIO_NAME } from '#shared/lib/studio-name.ts';

export const ONBOARDING: z.infer<typeof contract.OnboardingModal> = {
  welcome: {
    header: `Welcome to ${STUDIO_NAME}`,
    body: 'You are one session away from hearing a real player on your track. Five short questions help us show you the right people first. It takes about a minute.',
  },
  trial_welcome: {
    header: `Welcome to ${STUDIO_NAME}, your first session is on us`,
    body: 'Your free trial has begun, and with it comes one credit: enough to book a session with a musician of your choice. Five short questions help us show you the right people first. It takes about a minute.',
  },
  persona_type: {
    question: 'Which of these is most like you?',
    options: [
      { value: 'singer-songwriter', label: 'Singer-songwriter' },
      { value: 'producer', label: 'Producer or beatmaker' },
      { value: 'band', label: 'Member of a band' },
      { value: 'composer', label: 'Composer for film, games or stage' },
      { value: 'engineer', label: 'Mixing or mastering engineer' },
      { value: 'instrumentalist', label: 'Instrumentalist' },
      { value: 'label', label: 'Label, publisher or agency' },
      { value: 'other', label: 'Something else' },
    ],
  },
  persona_level: {
    question: 'How do you make music today?',
    options: [
      { value: 'first-song', label: 'I am working on my first song' },
      { value: 'hobby', label: 'For the joy of it, next to something else' },
      { value: 'releasing', label: 'I release music now and then' },
      { value: 'part-time', label: 'It pays a part of my living' },
      { value: 'full-time', label: 'It is my profession' },
    ],
  },
  persona_diy: {
    question: 'How much of a track do you do yourself?',
    options: [
      { value: 'all', label: 'Everything, from the first note to the master' },
      { value: 'most', label: 'Most of it, I bring in a player now and then' },
      { value: 'some', label: 'I write, others play and mix' },
      { value: 'little', label: 'I bring the idea and look for a team' },
    ],
  },
  interests: {
    question: 'What would you like to do here?',
    options: [
      { value: 'record', label: 'Have real instruments recorded' },
      { value: 'vocals', label: 'Find a singer' },
      { value: 'mix', label: 'Have a track mixed' },
      { value: 'master', label: 'Have a track mastered' },
      { value: 'mix-advice', label: 'Get advice on my mix' },
      { value: 'arrangement', label: 'Have something arranged or transcribed' },
      { value: 'pre-production', label: 'Talk a song through before recording it' },
      { value: 'learn', label: 'Learn by watching professionals at work' },
      { value: 'other', label: 'Something else' },
    ],
  },
  thank_you: {
    header: "That's it, thank you",
    body: 'Everything is set. Pick a musician, choose a time, and tell them about your track.',
  },
};

export const HOW_IT_WORKS: z.infer<typeof contract.HowItWorks> = {
  header: 'How it works',
  trial_begins: 'Your 2-week free trial begins today.',
  steps: [
    {
      trial: false,
      header: 'Book a session',
      body: 'Choose a musician, a time that suits you and the service you need. Your credits pay for it.',
    },
    {
      trial: true,
      header: 'Book your first session free',
      body: 'Choose a musician, a time that suits you and the service you need. The credit of your trial pays for it.',
    },
    {
      header: 'Attend remotely',
      body: 'Join by a video tool and listen through a studio-quality audio tool, right from your browser. You direct, they play. If you cannot be there, leave your notes and they record without you.',
    },
    {
      header: 'Receive your files within 24 hours',
      body: 'All takes arrive in the My Sessions area, ready to drop into your project.',
    },
  ],
  // Only the studio knows; without one there is no card.
  customer_success: null,
};

export const OFFBOARDING: z.infer<typeof contract.OffboardingModal> = {
  reasons: [
    { value: 'too-expensive', label: 'It costs too much' },
    { value: 'not-enough-use', label: 'I do not use it enough' },
    { value: 'project-finished', label: 'My project is finished' },
    { value: 'missing-musician', label: 'I did not find the musician or service I need' },
    { value: 'no-suitable-times', label: 'There were no times that suit me' },
    { value: 'quality', label: 'I was not happy with a result' },
    { value: 'technical', label: 'Technical trouble' },
    { value: 'break', label: 'I am taking a break' },
    { value: 'other', label: 'Something else' },
  ],
  acknowledgements: [
    'I understand that the credits of my plan and my credits bank end with my membership.',
    'I understand that sessions I have booked take place as planned.',
    'I understand that a later membership starts at the prices of that day.',
  ],
  missingBenefits: [
    { benefit: 'Booking any time before everyone else' },
    { benefit: 'Files at once, without waiting for processing' },
    { benefit: 'Session files stored indefinitely' },
    { benefit: 'Unused credits that move on to the next month' },
  ],
  farewell: {
    header: 'We are sorry to see you go',
    body: 'Your membership ends with the period that is paid. Until then everything stays as it is, and you are welcome back at any time: your sessions, tracks and messages wait for you.',
  },
};

export const SERVICE_UPDATE: z.infer<typeof contract.ServiceUpdate> = {
  // A new studio has nothing to announce.
  version: 0,
  header: 'Our services have changed',
  body: 'Some sessions have a new length and price. Please look at them before you book your next one.',
  services: [
    { name: 'Singer sessions', terms: '45 min at 2 credits' },
    { name: 'Stereo Mastering', terms: '45 min at 2 credits' },
    { name: 'Mastering for Vinyl', terms: '45 min at 2 credits' },
    { name: 'Stem Mastering', terms: '90 min at 4 credits' },
  ],
  acknowledgements: [
    'I understand that these services have a new length.',
    'I understand that these services have a new price in credits.',
    'I understand that sessions I have booked already stay as they are.',
  ],
  restart: {
    header: 'Restart your billing cycle',
    body: 'You can begin a new billing cycle today instead of waiting for the next one.',
    reasons: [
      'The credits of your plan come at once.',
      'Your next payment is a whole period away.',
      'Unused credits move to your credits bank where your plan has one and as far as there is room.',
    ],
  },
};
