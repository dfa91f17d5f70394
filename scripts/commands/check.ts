import { createLog } from '#server/lib/log.ts';
import { checkData } from '#server/operator/service.ts';
import { CommandError, type Command } from './command.ts';

export const CHECKS: readonly Command[] = [
  {
    name: 'check',
    argumentHelp: '',
    about:
      'Checks that what belongs together agrees: credits, sessions, times, files and their bytes, mails. Changes nothing; runs every night by itself.',
    arguments: 0,
    needs: { storage: true },
    async run({ ctx }) {
      // A terminal shows the lines below; a log collector gets a record.
      const log = process.stderr.isTTY ? createLog('silent') : ctx.log;
      const { breaches, seconds } = await checkData({ ...ctx, log });
      if (breaches.length === 0) return [`The data is in order. Checked in ${seconds.toFixed(1)} s.`];
      throw new CommandError(
        [
          'The data is not in order.',
          ...breaches.flatMap(({ invariant, count, ids }) => [
            `  ${invariant}`,
            `    Not so for ${count}: ${ids.join(', ')}${count > ids.length ? ', …' : ''}`,
          ]),
        ].join('\n'),
      );
    },
  },
];
