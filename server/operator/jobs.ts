import type { Job } from '../ctx/ctx.ts';
import { backUpWhenDue } from './backup/scheduled/back-up-when-due.ts';
import { checkData } from './check-data.ts';

/** Checks the data each night, and when the operator asks (docs/product/operator.md#check-of-the-data). */
export const checkEachNight: Job = {
  name: 'operator.check-data',
  cron: '40 3 * * *',
  retries: 2,
  run: async (ctx) => {
    await checkData(ctx);
  },
};

/** Makes the backup of the day once it is due (docs/product/operator.md#scheduled-backups). */
export const backUp: Job = {
  name: 'operator.back-up',
  cron: '*/5 * * * *',
  retries: 2,
  run: backUpWhenDue,
};
