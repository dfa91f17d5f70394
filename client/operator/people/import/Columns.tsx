import classes from './Import.module.css';

const COLUMNS = [
  ['name', '1 to 255 characters'],
  ['email', 'An address without an account here'],
  ['zone', 'A time zone by its name, such as Europe/Lisbon'],
  ['paid_through', 'A date such as 2027-01-31: they are members to the end of that day'],
  ['credits', 'A whole number; they do not expire'],
] as const;

/** The columns of a file. */
export function Columns() {
  return (
    <dl className={classes.columns} aria-label="Columns of the file">
      {COLUMNS.map(([name, about]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{about}</dd>
        </div>
      ))}
    </dl>
  );
}
