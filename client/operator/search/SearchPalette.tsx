import { useEffect, useId, useState, type KeyboardEvent } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { SEARCH_MAX } from '#shared/operator/rules-search.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { useMe } from '../../lib/session.ts';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { VisuallyHidden } from '../../ui/layout/VisuallyHidden.tsx';
import { Modal } from '../../ui/overlay/Modal.tsx';
import { resultGroups } from './results.ts';
import classes from './SearchPalette.module.css';
import { useFound } from './use-found.ts';

interface SearchPaletteProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onClose: () => void;
}

/** At once, since the dialog moves the focus later and letters typed until then would be lost. */
const focus = (input: HTMLInputElement | null) => input?.focus();

/** Searches everything in the console (docs/product/operator.md#search); arrows choose, Enter opens. */
export function SearchPalette({ text, onText, onClose }: SearchPaletteProps) {
  const { timezone: zone } = useMe();
  const navigate = useNavigate();
  const [at, setAt] = useState(0);
  const { found, error, isSearching } = useFound(text);
  const id = useId();
  const groups = resultGroups(text, found, zone);
  const results = groups.flatMap((group) => group.results);
  const active = Math.min(at, results.length - 1);
  const activeKey = results[active]?.key;
  const activeId = activeKey === undefined ? undefined : optionId(id, activeKey);
  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  const open = (to: string) => {
    onClose();
    void navigate({ href: to });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const result = results[active];
    if (event.key === 'Enter' && result !== undefined) open(result.to);
    else if (event.key === 'ArrowDown') setAt(active + 1 >= results.length ? 0 : active + 1);
    else if (event.key === 'ArrowUp') setAt(active <= 0 ? results.length - 1 : active - 1);
    else return;
    event.preventDefault();
  };
  return (
    <Modal title="Search" size="narrow" focusesInside onClose={onClose}>
      <input
        className={classes.input}
        role="combobox"
        aria-label="Search everything"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={activeId}
        placeholder="Name, address, session, invoice or place"
        autoComplete="off"
        spellCheck={false}
        maxLength={SEARCH_MAX}
        ref={focus}
        data-autofocus
        value={text}
        onChange={(event) => {
          onText(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      {error !== null && (
        <Notice tone="danger" alert>
          {errorMessage(error)}
        </Notice>
      )}
      <VisuallyHidden>
        <output>{isSearching ? 'Searching…' : countText(results.length)}</output>
      </VisuallyHidden>
      <div
        id={`${id}-list`}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a datalist holds neither headings nor two lines
        role="listbox"
        aria-label="Results"
        aria-busy={isSearching}
        className={classes.list}
      >
        {groups.map(({ title, results: some }) => (
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an optgroup is only for a select
          <div key={title} role="group" aria-label={title}>
            <div className={classes.title} aria-hidden="true">
              {title}
            </div>
            {some.map(({ key, title: name, about, to }) => (
              // The keys are the input's, which keeps the focus.
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
              <div
                key={key}
                id={optionId(id, key)}
                // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an option holds only text
                role="option"
                aria-selected={key === activeKey}
                tabIndex={-1}
                className={classes.option}
                onPointerMove={() => setAt(results.findIndex((result) => result.key === key))}
                onClick={() => open(to)}
              >
                <b>{name}</b>
                <span>{about}</span>
              </div>
            ))}
          </div>
        ))}
      </div>
      {results.length === 0 && !isSearching && (
        <p className={classes.none}>
          Nothing fits. A search finds beginnings of names and addresses, and whole session numbers.
        </p>
      )}
    </Modal>
  );
}

const optionId = (id: string, key: string): string => `${id}-${key.replaceAll(' ', '-')}`;

function countText(count: number): string {
  if (count === 0) return 'No results';
  return count === 1 ? '1 result' : `${count} results`;
}
