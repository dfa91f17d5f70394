import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ResponseOf } from '#shared/lib/endpoint.ts';
import type { listSessions } from '#shared/operator/contract-sessions.ts';
import { WHENS } from '#shared/operator/rules-sessions.ts';
import { SESSION_LABELS } from '#shared/operator/texts-people.ts';
import { WHEN_LABELS } from '#shared/operator/texts-sessions.ts';
import { SESSION_STATUSES } from '#shared/sessions/rules-status.ts';
import { Button } from '../../ui/button/Button.tsx';
import { PlainField } from '../../ui/form/PlainField.tsx';
import { SelectBox } from '../../ui/form/SelectBox.tsx';
import { useMobile } from '../../ui/layout/use-mobile.ts';
import { PersonPicker } from '../search/PersonPicker.tsx';
import { readSessionsFilter, type SessionsFilter } from './sessions-search.ts';
import classes from './SessionsFilterBar.module.css';
import { sessionsPath } from '../sessions-path.ts';

interface SessionsFilterBarProps {
  readonly filter: SessionsFilter;
  /** What the filter can name, and whom it names; undefined until it is loaded. */
  readonly known: Pick<ResponseOf<typeof listSessions>, 'services' | 'client' | 'musician'> | undefined;
}

const STATUSES = SESSION_STATUSES.map((value) => ({ value, label: SESSION_LABELS[value] }));
const TIMES = WHENS.map((value) => ({ value, label: WHEN_LABELS[value] }));

/** Chooses which sessions are listed; the address has it. On phones it opens on request. */
export function SessionsFilterBar({ filter, known }: SessionsFilterBarProps) {
  const navigate = useNavigate();
  const isMobile = useMobile();
  const [isOpen, setOpen] = useState(false);
  const narrowed = Object.keys(filter).length;
  const show = (next: SessionsFilter) =>
    void navigate({ href: sessionsPath({ ...next }), replace: true, resetScroll: false });
  const change = (part: Record<string, string | null>) => show(readSessionsFilter({ ...filter, ...part }));
  const named = (side: 'client' | 'musician') =>
    known?.[side]?.id === filter[side] ? (known?.[side] ?? null) : null;
  return (
    <search aria-label="Filter of the sessions" className={classes.bar}>
      {isMobile && (
        <Button kind="plain" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {narrowed === 0 ? 'Filters' : `Filters (${narrowed})`}
        </Button>
      )}
      {(!isMobile || isOpen) && (
        <>
          <SelectBox
            label="Status"
            placeholder="Any"
            data={STATUSES}
            clearable
            value={filter.status ?? null}
            onChange={(status) => change({ status })}
          />
          <SelectBox
            label="When"
            placeholder="Any time"
            data={TIMES}
            clearable
            value={filter.when ?? null}
            onChange={(when) => change({ when, day: null })}
          />
          <PlainField
            label="On a day"
            type="date"
            value={filter.day ?? ''}
            onChange={(day) => change({ day, when: null })}
          />
          <PersonPicker
            key={`client ${filter.client ?? ''} ${named('client')?.name ?? ''}`}
            label="Client"
            placeholder="Everybody"
            of="clients"
            clearable
            value={named('client')}
            onChange={(client) => change({ client: client?.id ?? null })}
          />
          <PersonPicker
            key={`musician ${filter.musician ?? ''} ${named('musician')?.name ?? ''}`}
            label="Musician"
            placeholder="Everybody"
            of="musicians"
            clearable
            value={named('musician')}
            onChange={(musician) => change({ musician: musician?.id ?? null })}
          />
          <SelectBox
            label="Service"
            placeholder="Every service"
            data={(known?.services ?? []).map(({ id, label }) => ({ value: id, label }))}
            clearable
            searchable
            value={filter.service ?? null}
            onChange={(service) => change({ service })}
          />
        </>
      )}
      {narrowed > 0 && (
        <Button kind="quiet" className={classes.all} onClick={() => show({})}>
          Show all sessions
        </Button>
      )}
    </search>
  );
}
