import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { USER_STATUSES } from '#shared/billing/rules.ts';
import { ACCOUNT_STATES, ROLES } from '#shared/operator/rules-people.ts';
import { ACCOUNT_LABELS, MEMBERSHIP_LABELS, ROLE_LABELS } from '#shared/operator/texts-people.ts';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button/Button.tsx';
import { SearchField } from '../../ui/form/SearchField.tsx';
import { SelectBox } from '../../ui/form/SelectBox.tsx';
import { useMobile } from '../../ui/layout/use-mobile.ts';
import { narrowedBy, readPeopleFilter, type PeopleFilter } from './people-search.ts';
import classes from './PeopleFilterBar.module.css';

const optionsOf = <V extends string>(values: readonly V[], labels: Readonly<Record<V, string>>) =>
  values.map((value) => ({ value, label: labels[value] }));
const SELECTS = [
  { key: 'role', label: 'Role', placeholder: 'Every role', data: optionsOf(ROLES, ROLE_LABELS) },
  { key: 'account', label: 'Account', placeholder: 'Any', data: optionsOf(ACCOUNT_STATES, ACCOUNT_LABELS) },
  {
    key: 'membership',
    label: 'Status of clients',
    placeholder: 'Any',
    data: optionsOf(USER_STATUSES, MEMBERSHIP_LABELS),
  },
] as const;

/** Chooses which people are listed; the address has it. On phones the selects open on request. */
export function PeopleFilterBar({ filter }: { readonly filter: PeopleFilter }) {
  const navigate = useNavigate();
  const isMobile = useMobile();
  const [isOpen, setOpen] = useState(false);
  const narrowed = narrowedBy(filter);
  const isFiltered = filter.q !== undefined || narrowed > 0;
  const show = (next: PeopleFilter) =>
    void navigate({ href: paths.people({ ...next }), replace: true, resetScroll: false });
  const change = (part: Record<string, string | null>) => show(readPeopleFilter({ ...filter, ...part }));
  return (
    <section aria-label="Filter of the people" className={classes.bar}>
      <div className={classes.search}>
        <SearchField
          label="Search"
          placeholder="Name, address or id"
          value={filter.q ?? ''}
          onSearch={(q) => change({ q })}
        />
        {isMobile && (
          <Button kind="plain" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {narrowed === 0 ? 'Filters' : `Filters (${narrowed})`}
          </Button>
        )}
      </div>
      {(!isMobile || isOpen || isFiltered) && (
        <div className={classes.selects}>
          {(!isMobile || isOpen) &&
            SELECTS.map(({ key, data, ...select }) => (
              <SelectBox
                key={key}
                {...select}
                data={data}
                clearable
                value={filter[key] ?? null}
                onChange={(value) => change({ [key]: value })}
              />
            ))}
          {isFiltered && (
            <Button kind="quiet" className={classes.all} onClick={() => show({})}>
              Show everybody
            </Button>
          )}
        </div>
      )}
    </section>
  );
}
