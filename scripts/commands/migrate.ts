import type { Command } from './command.ts';

export const MIGRATE: readonly Command[] = [
  {
    name: 'migrate',
    argumentHelp: '',
    about:
      'Brings the database up to date, as every start and command does, before a new release takes over; the one before may run on. A migration that fails changes nothing.',
    arguments: 0,
    // Opening the studio has migrated it.
    run: async () => ['The database is up to date.'],
  },
];
