import * as z from 'zod';
import { parseBackupTarget, parseKeep } from './backup-settings.ts';
import { text, variable, WEB_URL, webUrl } from './variable.ts';

/** The variables of scheduled backups. */
export const BACKUP_VARIABLES = {
  BACKUP_TO: variable({
    takes: 'the absolute path of a folder, or s3://bucket/prefix',
    what: 'where a backup is kept each day, by itself; unset, none is made',
    schema: z.string().transform((value, context) => {
      const to = parseBackupTarget(value);
      if (to !== null) return to;
      context.addIssue({ code: 'custom', message: 'not a place for backups' });
      return z.NEVER;
    }),
  }),
  BACKUP_AT: variable({
    takes: 'a time of day in UTC such as 02:30',
    fallback: '02:30',
    what: 'when the backup of a day is made',
    schema: z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
      .transform((value) => Temporal.PlainTime.from(value)),
  }),
  BACKUP_KEEP: variable({
    takes: 'numbers of days, weeks and months such as 7 daily, 4 weekly, 12 monthly',
    fallback: '7 daily, 4 weekly, 12 monthly',
    what: 'which scheduled backups are kept: the last of each of so many days, weeks and months',
    schema: z.string().transform((value, context) => {
      const keep = parseKeep(value);
      if (keep !== null) return keep;
      context.addIssue({ code: 'custom', message: 'not a rule for backups' });
      return z.NEVER;
    }),
  }),
  BACKUP_PASSPHRASE: variable({
    takes: 'a passphrase of at least 12 characters',
    what: 'encrypts the secrets in backups; needed with BACKUP_TO, else the commands ask for it',
    secret: true,
    schema: text,
  }),
  BACKUP_FILES: variable({
    takes: 'on or off',
    fallback: 'off',
    what: 'whether scheduled backups also copy the files of an S3, as --with-files does',
    schema: z.enum(['on', 'off']).transform((value) => value === 'on'),
  }),
  BACKUP_S3_ENDPOINT: variable({
    takes: WEB_URL,
    what: 'the S3 service of an s3:// in BACKUP_TO; without the keys below, the service and keys that files have',
    schema: webUrl,
  }),
  BACKUP_S3_REGION: variable({
    takes: 'a region name',
    what: 'its region; unset, S3_REGION',
    schema: text,
  }),
  BACKUP_S3_ACCESS_KEY_ID: variable({
    takes: 'an access key id',
    what: 'who asks that service',
    schema: text,
  }),
  BACKUP_S3_SECRET_ACCESS_KEY: variable({
    takes: 'a secret access key',
    what: 'the secret of that key',
    secret: true,
    schema: text,
  }),
} as const;
