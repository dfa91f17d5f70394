import type * as z from 'zod/mini';
import type * as contract from '#shared/content/contract-documents.ts';
import { STUDIO_NAME } from '#shared/lib/studio-name.ts';

export const FAQS: z.infer<typeof contract.Faqs> = {
  faqs: [
    {
      question: `What is ${STUDIO_NAME}?`,
      answer:
        'An online studio. You book a musician, a producer or an engineer for a session at a set time, listen in and direct from wherever you are, and get the recorded files afterwards.',
    },
    {
      question: 'How does a session work?',
      answer:
        'Choose a musician, a service and a time, tell us about your track and upload what the musician needs to hear. At the time of the session you join by a video link and hear the studio through a high-quality audio link. Afterwards the files are in My Sessions.',
    },
    {
      question: 'Do I have to be there?',
      answer:
        'No. When you book you choose whether you attend. We recommend it, because you can react to every take; without you the musician follows your notes and references. Mixing and some other services are done offline, with no livestream.',
    },
    {
      question: 'What do I need to attend?',
      answer:
        'A computer with a current browser, headphones and a stable connection. Both links, for video and for audio, are on the page of the session. There is nothing to install.',
    },
    {
      question: 'How do credits work?',
      answer:
        'Credits pay for sessions; most sessions of 30 minutes cost one. Each service shows its price before you book. Your balance is in the bar on top, and it counts the credits of your plan, your bank and everything you bought besides.',
    },
    {
      trial: true,
      question: 'How does the free trial work?',
      answer:
        'The trial lasts 14 days and comes with one credit for your first session. Each person can have one trial. What you have not used by its end expires.',
    },
    {
      question: 'What happens to credits that I do not use?',
      answer:
        'With a monthly plan that has rollover, unused credits move to your credits bank when the next period is paid, up to six times the credits of the plan. Yearly plans give all credits at once. Credits from bundles and referrals stay until you use them.',
    },
    {
      question: 'Which files should I upload before a session?',
      answer:
        'A rough mix or a click track, charts or lyrics if you have them, and references. The page of the session lists what its service needs. They are due 24 hours before the start, 48 hours for mixing and mastering.',
    },
    {
      question: 'When do I get my files, and in which format?',
      answer:
        'Within 24 hours after the session, usually sooner. Choose the format when you book, for example stems to be imported in a different DAW. Files are 24-bit at the sample rate of your project.',
    },
    {
      question: 'How long are my files kept?',
      answer:
        'Members store files indefinitely. Without a membership files can be downloaded for 30 days after the session.',
    },
    {
      question: 'Can I cancel or move a session?',
      answer:
        'Yes, in My Sessions. Your credits come back when you cancel more than 48 hours before the start; some musicians set another limit, and the page tells you before you confirm. In the same time you can move the session to another free slot.',
    },
    {
      question: 'How far ahead can I book?',
      answer:
        'Up to two months. Members can take any time; without a membership the times of the next 10 days are open to you.',
    },
    {
      question: 'Who owns the recordings?',
      answer:
        'You do. Once a session is paid for, what was played for you is yours to release, without royalties to the musician. Credit is always appreciated. The terms of use have the details.',
    },
    {
      question: 'What if I am not happy with a session?',
      answer:
        "Write to the musician first, in the session's messages: most things can be solved there. If that does not help, use 'Get help for this session' and we will sort it out with you.",
    },
    {
      question: 'How do I change or cancel my membership?',
      answer:
        'Under Profile, Billing. A cancelled membership runs until the end of the period that is paid; your sessions, tracks and messages stay.',
    },
    {
      question: 'How do I change my password or email notifications?',
      answer:
        'Under Profile: Security holds your password and the devices you are signed in on, Notifications what we write to you about.',
    },
  ],
};
