import { Button } from '../../../ui/button/Button.tsx';
import classes from './Import.module.css';
import type { Checked } from './kinds.ts';

interface CheckedFileProps {
  readonly name: string;
  readonly checked: Pick<Checked<unknown>, 'faults' | 'fault_count'>;
  /** What it has, and how many would be imported. */
  readonly found: { readonly text: string; readonly count: string };
  /** Such as "Nobody". */
  readonly nobody: string;
  readonly isPending: boolean;
  readonly onImport: () => void;
}

/** What a chosen file would bring, or its mistakes. */
export function CheckedFile({ name, checked, found, nobody, isPending, onImport }: CheckedFileProps) {
  const { faults, fault_count: count } = checked;
  const more = count - faults.length;
  return (
    <section className={classes.checked} aria-label={name} aria-live="polite">
      <h2>{name}</h2>
      {count === 0 ? (
        <>
          <p>{found.text}</p>
          <Button aria-disabled={isPending || undefined} onClick={() => !isPending && onImport()}>
            {isPending ? 'Importing…' : `Import ${found.count}`}
          </Button>
        </>
      ) : (
        <>
          <p>
            {count === 1 ? 'One mistake' : `${count} mistakes`}. {nobody} can be imported until there is none.
          </p>
          <ul>
            {faults.map(({ line, message }) => (
              <li key={`${line} ${message}`}>
                <b>Line {line}</b> {message}
              </li>
            ))}
          </ul>
          {more > 0 && <p>And {more} more.</p>}
        </>
      )}
    </section>
  );
}
