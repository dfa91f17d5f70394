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
  /** How values and their names are said; by default as the audit log names them. */
  readonly words?: Words;
}

interface Words {
  readonly nameOf: (name: string) => string;
  readonly textOf: (name: string, value: unknown, zone: string) => string | null;
  /** Two long texts, as they are shown. */
  readonly shorten?: (before: string, after: string) => readonly [string, string];
}

const AUDIT_WORDS: Words = { nameOf: nameText, textOf: valueText };

/** What a change did, value by value: from what to what. */
export function AuditChanges({ before, after, zone, words = AUDIT_WORDS }: AuditChangesProps) {
  const values = changedValues(before, after);
  if (values.length === 0) return null;
  const list = (some: readonly ChangedValue[]) => (
    <dl className={classes.values}>
      {some.map((value) => (
        <Row key={value.name} value={value} zone={zone} words={words} isNew={before === null} />
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
  words,
  isNew,
}: {
  readonly value: ChangedValue;
  readonly zone: string;
  readonly words: Words;
  readonly isNew: boolean;
}) {
  const texts = [
    words.textOf(name, before, zone) ?? 'nothing',
    words.textOf(name, after, zone) ?? 'nothing',
  ] as const;
  const [from, to] = words.shorten?.(...texts) ?? texts;
  return (
    <div>
      <dt>{breakable(words.nameOf(name))}</dt>
      <dd>
        {!isNew && (
          <>
            <VisuallyHidden>from </VisuallyHidden>
            <span className={classes.before}>{from}</span>
            <span aria-hidden="true"> → </span>
            <VisuallyHidden> to </VisuallyHidden>
          </>
        )}
        <span>{to}</span>
      </dd>
    </div>
  );
}

/** A name that may break after the dots of a path. */
const breakable = (name: string) =>
  createElement(Fragment, null, ...name.split(/(?<=\.)/).flatMap((part) => [part, createElement('wbr')]));
