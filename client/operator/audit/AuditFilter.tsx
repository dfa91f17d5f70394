import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { AUDITED, AUDIT_OBJECTS } from '#shared/operator/rules-audit.ts';
import { AUDIT_LABELS, AUDIT_OBJECT_LABELS } from '#shared/operator/texts-audit.ts';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button/Button.tsx';
import { PlainField } from '../../ui/form/PlainField.tsx';
import { SelectBox } from '../../ui/form/SelectBox.tsx';
import { readAuditSearch, type AuditSearch } from './audit-search.ts';
import classes from './AuditFilter.module.css';

interface AuditFilterProps {
  readonly search: AuditSearch;
  readonly operators: readonly { readonly id: string; readonly name: string }[];
}

const WHAT = AUDITED.map((value) => ({ value, label: AUDIT_LABELS[value] })).toSorted((a, b) =>
  a.label < b.label ? -1 : 1,
);
const KINDS = AUDIT_OBJECTS.map((value) => ({ value, label: AUDIT_OBJECT_LABELS[value] }));

/** Chooses what of the audit log is listed; the address has it. */
export function AuditFilter({ search, operators }: AuditFilterProps) {
  const navigate = useNavigate();
  const show = (filter: AuditSearch) => void navigate({ href: paths.auditLog({ ...filter }), replace: true });
  const change = (part: Record<string, string | null>) => show(readAuditSearch({ ...search, ...part }));
  const by = [
    { value: 'command', label: 'A command' },
    ...operators.map(({ id, name }) => ({ value: id, label: name })),
  ];
  const isFiltered = Object.keys(search).length > 0;
  return (
    <search className={classes.filter} aria-label="Filter of the audit log">
      <SelectBox
        label="What"
        placeholder="Everything"
        data={WHAT}
        searchable
        clearable
        value={search.what ?? null}
        onChange={(what) => change({ what })}
      />
      <SelectBox
        label="By"
        placeholder="Everybody"
        data={by}
        clearable
        value={search.by ?? null}
        onChange={(operator) => change({ by: operator })}
      />
      <SelectBox
        label="Of"
        placeholder="Anything"
        data={KINDS}
        clearable
        value={search.kind ?? null}
        onChange={(kind) => change({ kind, id: null })}
      />
      {search.kind !== undefined && (
        <ObjectField
          key={`${search.kind} ${search.id ?? ''}`}
          id={search.id ?? ''}
          onChange={(id) => change({ id })}
        />
      )}
      {isFiltered && (
        <Button kind="quiet" onClick={() => show({})}>
          Show everything
        </Button>
      )}
    </search>
  );
}

/** The object's id, sought by Enter or the button. */
function ObjectField({ id, onChange }: { readonly id: string; readonly onChange: (id: string) => void }) {
  const [text, setText] = useState(id);
  return (
    <form
      className={classes.object}
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== id) onChange(text);
      }}
    >
      <PlainField label="Number, id or name" value={text} maxLength={100} onChange={setText} />
      <Button type="submit" kind="plain">
        Find
      </Button>
    </form>
  );
}
