import type { ResponseOf } from '#shared/lib/endpoint.ts';
import type { checkMembers } from '#shared/operator/person/contract-import.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { foundText, memberCount } from './import-text.ts';
import classes from './Import.module.css';

interface CheckedFileProps {
  readonly name: string;
  readonly checked: ResponseOf<typeof checkMembers>;
  readonly isPending: boolean;
  readonly onImport: () => void;
}

/** What a chosen file would bring, or its mistakes. */
export function CheckedFile({ name, checked, isPending, onImport }: CheckedFileProps) {
  const { found, faults, fault_count: count } = checked;
  const more = count - faults.length;
  return (
    <section className={classes.checked} aria-label={name} aria-live="polite">
      <h2>{name}</h2>
      {count === 0 ? (
        <>
          <p>{foundText(found)}</p>
          <Button aria-disabled={isPending || undefined} onClick={() => !isPending && onImport()}>
            {isPending ? 'Importing…' : `Import ${memberCount(found.members)}`}
          </Button>
        </>
      ) : (
        <>
          <p>
            {count === 1 ? 'One mistake' : `${count} mistakes`}. Nobody can be imported until there is none.
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
