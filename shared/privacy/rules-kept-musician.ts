import type { Kept } from './rules-kept-table.ts';

const byMusician = { id: 'musician_id' } as const;

/** What is kept of musicians alone. */
export const MUSICIAN: readonly Kept[] = [
  {
    kind: 'musician-page',
    what: 'Of musicians: your page, drafts of it, and your samples',
    why: 'So that clients find you.',
    howLong: 'As long as your account.',
    onErase: 'deleted',
    erasing: 'Deleted; the bytes of samples an hour later.',
    files: ['musician-page.json', 'samples.json'],
    tables: [
      { table: 'musician_drafts', of: byMusician, erase: 'rows' },
      { table: 'musician_samples', of: byMusician, erase: 'rows' },
      { table: 'musician_instruments', of: byMusician, erase: 'rows' },
      { table: 'musician_services', of: byMusician, erase: 'rows' },
      {
        table: 'musicians',
        of: { id: 'person_id' },
        erase: {
          slug: 'deleted-{id}',
          title: '',
          bio: '',
          card_description: '',
          image: null,
          zoom_link: null,
          audiomovers_link: null,
          styles: '{}',
          visible: 'false',
          published: 'false',
        },
        stays: ['sessions_type', 'search'],
      },
    ],
  },
  {
    kind: 'musician-calendar',
    what: 'Of musicians: your hours, time off, other calendars with when you are busy, and changes of them',
    why: 'So that clients book when you have time.',
    howLong: 'As long as your account; of changes the latest.',
    onErase: 'deleted',
    erasing: 'Deleted, but for times that were offered, which your pay is computed from.',
    files: ['calendar.json'],
    tables: [
      { table: 'busy_times', of: byMusician, erase: 'rows' },
      { table: 'calendar_conflicts', of: byMusician, erase: 'rows' },
      { table: 'external_calendars', of: byMusician, erase: 'rows' },
      { table: 'schedule_changes', of: byMusician, erase: 'rows' },
      { table: 'weekly_hours', of: byMusician, erase: 'rows' },
      { table: 'time_off', of: byMusician, erase: 'rows' },
      { table: 'holidays', of: byMusician, erase: 'rows' },
      { table: 'musician_openings', of: byMusician, erase: 'rows' },
      { table: 'opening_summaries', of: byMusician, erase: 'rows' },
      { table: 'slots', of: byMusician, erase: 'nothing' },
      { table: 'slot_claims', of: byMusician, erase: 'nothing' },
    ],
  },
  {
    kind: 'pay',
    what: 'Of musicians: your rates, what you earned each month, and when it was paid',
    why: 'To pay you, and for the books.',
    howLong: '10 years, as tax law wants of books.',
    onErase: 'kept',
    erasing: 'They stay for the books, without your name.',
    files: ['rates.json', 'pay.json'],
    tables: [
      { table: 'musician_rates', of: byMusician, erase: 'nothing' },
      { table: 'musician_months', of: byMusician, erase: 'nothing', stays: ['figures', 'rates', 'slots'] },
      { table: 'month_payments', of: byMusician, erase: 'nothing', stays: ['reference', 'marked_by'] },
      {
        table: 'month_payments_taken_back',
        of: byMusician,
        erase: 'nothing',
        stays: ['reason', 'taken_back_by'],
      },
    ],
  },
];
