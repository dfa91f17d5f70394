import classes from './Import.module.css';

interface ColumnsProps {
  readonly columns: readonly (readonly [name: string, about: string])[];
}

/** The columns of a file. */
export function Columns({ columns }: ColumnsProps) {
  return (
    <dl className={classes.columns} aria-label="Columns of the file">
      {columns.map(([name, about]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{about}</dd>
        </div>
      ))}
    </dl>
  );
}
