import classes from './Today.module.css';

const COMMANDS = [
  ['People', 'See why members leave; import more than 1,000 members at once.', 'people'],
  ['Content', 'Add pictures; export and import all texts and offers as files.', 'content'],
  ['Prices', 'See what each offer is at the payment provider; make what is missing.', 'prices'],
  ['Backups', 'Save everything to a folder while the studio runs; restore it to an empty place.', 'backup'],
] as const;

/** What is done by commands, on the machine where the studio runs (docs/operating.md). */
export function Commands({ start }: { readonly start: string }) {
  return (
    <section aria-labelledby="commands" className={classes.commands}>
      <h2 id="commands">Commands</h2>
      <p className={classes.none}>
        What the console does not do yet is done on the machine where the studio runs. Add <code>--help</code>{' '}
        to see what each command can do.
      </p>
      <dl>
        {COMMANDS.map(([title, text, command]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{text}</dd>
            <dd>
              <code>{`${start} ${command} --help`}</code>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
