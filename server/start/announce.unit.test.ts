import { expect, test } from 'vitest';
import { readSettings } from './settings.ts';
import { announcement, type DemoSignIns } from './announce.ts';

const { origins } = readSettings({});
const announce = (demo: DemoSignIns | null) =>
  announcement({ origins, ms: 1234, demo, outboxLink: null, sandbox: null, unset });
const unset = {
  variables: ['SUPPORT_EMAIL', 'MAIL_FROM'],
  documents: ['how-it-works (whom people get to know)'],
  prices: 9,
};
const people = [{ email: 'client@demo.test', who: 'a client' }];

test('the addresses, then the sign-ins with their password', () => {
  expect(announce({ password: 'amber-tuba-lake', people })).toBe(
    [
      'Talkback is ready in 1.2 s. Ctrl-C stops it.',
      '',
      '  Studio    http://localhost:4000',
      '  Partners  http://localhost:4001',
      '  Operator  http://localhost:4002',
      '',
      'Demo sign-ins, all with the password amber-tuba-lake',
      '  client@demo.test     a client',
      '',
    ].join('\n'),
  );
});

test('the sandbox is named where there is one', () => {
  const sandbox = { origin: 'http://localhost:4003', link: 'http://localhost:4000/dev/payments?token=x' };
  expect(announcement({ origins, ms: 1234, demo: null, outboxLink: null, sandbox, unset })).toContain(
    '\nPayments: sandbox at http://localhost:4003 (test cards, no money moves)\n  http://localhost:4000/dev/payments?token=x\n',
  );
});

test('with DEMO off the password is not printed, but that the demo can be entered is', () => {
  const text = announce({ password: null, people });
  expect(text).toContain("\nThe demo's people are in this database and can sign in. DEMO=on prints how.\n");
  expect(text).not.toContain('@demo.test');
});

test('without a demo nothing is said of it', () => {
  const none = announce(null);
  expect(none).not.toMatch(/demo/i);
  expect(announce({ password: 'amber-tuba-lake', people: [] })).toBe(none);
});

test("a studio of one's own is told what it has not set yet; a demo is not", () => {
  expect(announce(null)).toContain(
    '\nNot set: SUPPORT_EMAIL, MAIL_FROM.\n' +
      'Not said in the content (npm run studio -- content --help): how-it-works (whom people get to know).\n' +
      'Not for sale yet: 9 of the offers have no price at a provider (npm run studio -- prices sync).\n',
  );
  expect(announce({ password: 'amber-tuba-lake', people })).not.toContain('Not s');
  const all = {
    origins,
    ms: 1234,
    demo: null,
    outboxLink: null,
    sandbox: null,
    unset: { variables: [], documents: [], prices: 0 },
  };
  expect(announcement(all)).not.toContain('Not s');
});
