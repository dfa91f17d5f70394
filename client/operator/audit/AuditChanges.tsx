import { createElement, Fragment } from 'react';
import { changedValues, type AuditFacts, type ChangedValue } from '#shared/operator/rules-audit.ts';
import { VisuallyHidden } from '../../ui/layout/VisuallyHidden.tsx';
import { nameText, valueText } from './value-text.ts';
import classes from './AuditChanges.module.css';

/** Values that are shown at once; more open on request. */
const SHOWN = 8;

interface AuditChangesProps {
  readonly before: AuditFacts | null;
  readonly after: AuditFacts | null;
  readonly zone: string;
}

/** What a change did, value by value: from what to what. */
export function AuditChanges({ before, after, zone }: AuditChangesProps) {
  const values = changedValues(before, after);
  if (values.length === 0) return null;
  const list = (some: readonly ChangedValue[]) => (
    <dl className={classes.values}>
      {some.map((value) => (
        <Row key={value.name} value={value} zone={zone} isNew={before === null} />
      ))}
    </dl>
  );
  const rest = values.slice(SHOWN);
  return (
    <>
      {list(values.slice(0, SHOWN))}
      {rest.length > 0 && (
        <details className={classes.more}>
          <summary>{rest.length === 1 ? '1 more value' : `${rest.length} more values`}</summary>
          {list(rest)}
        </details>
      )}
    </>
  );
}

/** One value; something new has no value before. */
function Row({
  value: { name, before, after },
  zone,
  isNew,
}: {
  readonly value: ChangedValue;
  readonly zone: string;
  readonly isNew: boolean;
}) {
  const [from, to] = [valueText(name, before, zone), valueText(name, after, zone)];
  return (
    <div>
      <dt>{breakable(nameText(name))}</dt>
      <dd>
        {!isNew && (
          <>
            <VisuallyHidden>from </VisuallyHidden>
            <span className={classes.before}>{from ?? 'nothing'}</span>
            <span aria-hidden="true"> → </span>
            <VisuallyHidden> to </VisuallyHidden>
          </>
        )}
        <span>{to ?? 'nothing'}</span>
      </dd>
    </div>
  );
}

/** A name that may break after the dots of a path. */
const breakable = (name: string) =>
  createElement(Fragment, null, ...name.split(/(?<=\.)/).flatMap((part) => [part, createElement('wbr')]));
