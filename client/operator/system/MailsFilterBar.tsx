import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { MailName } from '#shared/notifications/rules.ts';
import { MAIL_STATES } from '#shared/operator/system/rules-system.ts';
import { MAIL_LABELS, MAIL_STATE_LABELS } from '#shared/operator/system/texts-system.ts';
import { consolePaths } from '../console-paths.ts';
import { Button } from '../../ui/button/Button.tsx';
import { PlainField } from '../../ui/form/PlainField.tsx';
import { SelectBox } from '../../ui/form/SelectBox.tsx';
import { readMailsFilter, type MailsFilter } from './system-search.ts';
import classes from './System.module.css';

const STATES = MAIL_STATES.map((value) => ({ value, label: MAIL_STATE_LABELS[value] }));
const KINDS = (Object.keys(MAIL_LABELS) as MailName[])
  .map((value) => ({ value, label: MAIL_LABELS[value] }))
  .toSorted((a, b) => (a.label < b.label ? -1 : 1));

interface MailsFilterBarProps {
  readonly filter: MailsFilter;
  /** Whose mails they are, where one person's are listed. */
  readonly person: string | null;
}

/** Chooses which mails are listed; the address has it. */
export function MailsFilterBar({ filter, person }: MailsFilterBarProps) {
  const navigate = useNavigate();
  const show = (next: MailsFilter) =>
    void navigate({ href: consolePaths.mails({ ...next }), replace: true, resetScroll: false });
  const change = (part: Record<string, string | null>) => show(readMailsFilter({ ...filter, ...part }));
  return (
    <search className={classes.filter} aria-label="Filter of the mails">
      <SelectBox
        label="State"
        placeholder="Any"
        data={STATES}
        clearable
        value={filter.state ?? null}
        onChange={(state) => change({ state })}
      />
      <SelectBox
        label="Mail"
        placeholder="Every mail"
        data={KINDS}
        searchable
        clearable
        value={filter.template ?? null}
        onChange={(template) => change({ template })}
      />
      <AddressField key={filter.to ?? ''} address={filter.to ?? ''} onChange={(to) => change({ to })} />
      {person !== null && <p className={classes.muted}>To {person}</p>}
      {Object.keys(filter).length > 0 && (
        <Button kind="quiet" onClick={() => show({})}>
          Show every mail
        </Button>
      )}
    </search>
  );
}

/** A whole address, sought by Enter or the button. */
function AddressField({
  address,
  onChange,
}: {
  readonly address: string;
  readonly onChange: (to: string) => void;
}) {
  const [text, setText] = useState(address);
  return (
    <form
      className={classes.find}
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== address) onChange(text);
      }}
    >
      <PlainField label="Address" value={text} maxLength={320} onChange={setText} />
      <Button type="submit" kind="plain">
        Find
      </Button>
    </form>
  );
}
