import { systemClock } from '#server/lib/clock.ts';
import { checkSettings } from '#server/operator/doctor/check-settings.ts';
import { paymentsOf } from '#server/start/payments.ts';
import { columns, CommandError, type Command } from './command.ts';
import { secretsOf } from './open-studio.ts';

const WORDS = { right: 'ok', note: '--', wrong: 'WRONG' } as const;

export const DOCTOR: readonly Command[] = [
  {
    name: 'doctor',
    argumentHelp: '',
    about:
      'Tries each setting on the real service: database, data folder, files, mail, Stripe, PayPal, clocks, traces. Changes nothing and sends no mail. Ends with 1 if something is wrong.',
    arguments: 0,
    async begin({ settings }) {
      const payments = paymentsOf(settings, () => secretsOf(settings));
      const findings = await checkSettings({ settings, payments, clock: systemClock });
      const lines = columns(findings.map(({ what, is, text }) => [WORDS[is], what, text]));
      const wrong = findings.filter(({ is }) => is === 'wrong').length;
      if (wrong === 0) return [...lines, 'Every setting works.'];
      throw new CommandError(
        [...lines, `${wrong === 1 ? '1 thing is' : `${wrong} things are`} wrong.`].join('\n'),
      );
    },
  },
];
