import { useRef, useState } from 'react';
import { CONSOLE_LINES_MAX, FILE_MAX } from '#shared/operator/import/rules-file.ts';
import { downloadCsv } from '../../../lib/csv.ts';
import { errorMessage } from '../../../lib/error-message.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { VisuallyHidden } from '../../../ui/layout/VisuallyHidden.tsx';
import { PeopleTabs } from '../PeopleTabs.tsx';
import { useCheck, useImport } from './api.ts';
import { CheckedFile } from './CheckedFile.tsx';
import { Columns } from './Columns.tsx';
import classes from './Import.module.css';
import { MEMBERS, MUSICIANS, SESSIONS, type ImportKind } from './kinds.ts';

/** Imports members of another system (docs/product/operator.md#importing-in-the-console). */
export const ImportMembersPage = () => <ImportPage key="members" kind={MEMBERS} />;

/** Imports musicians of another system (docs/product/operator.md#importing-in-the-console). */
export const ImportMusiciansPage = () => <ImportPage key="musicians" kind={MUSICIANS} />;

/** Imports sessions of another system (docs/product/operator.md#importing-in-the-console). */
export const ImportSessionsPage = () => <ImportPage key="sessions" kind={SESSIONS} />;

function ImportPage<Found>({ kind }: { readonly kind: ImportKind<Found> }) {
  const [file, setFile] = useState<{ readonly name: string; readonly csv: string } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const check = useCheck(kind);
  const save = useImport(kind);
  const choose = async (chosen: File) => {
    save.reset();
    check.reset();
    setFile(null);
    const csv = await chosen.text().catch(() => null);
    const tooLong = csv !== null && csv.length > FILE_MAX;
    if (csv === null) setProblem('The browser could not read this file. Please choose it again.');
    else if (tooLong)
      setProblem(`This file is too long: at most ${CONSOLE_LINES_MAX} ${kind.noun} at once. Divide it.`);
    else setProblem(null);
    if (csv === null || tooLong) return;
    setFile({ name: chosen.name, csv });
    check.mutate(csv);
  };
  const error = save.error ?? check.error;
  const isDone = save.isSuccess;
  return (
    <>
      <PeopleTabs title={kind.title} />
      <div className={classes.page}>
        <p>{kind.lead}</p>
        <Columns columns={kind.columns} />
        <div className={classes.buttons}>
          <VisuallyHidden>
            <input
              ref={input}
              type="file"
              accept=".csv,text/csv"
              aria-label={`File of ${kind.noun}`}
              tabIndex={-1}
              onChange={(event) => {
                const [chosen] = event.currentTarget.files ?? [];
                if (chosen !== undefined) void choose(chosen);
                event.currentTarget.value = '';
              }}
            />
          </VisuallyHidden>
          <Button
            kind={file === null || isDone ? 'main' : 'plain'}
            aria-disabled={check.isPending || save.isPending || undefined}
            onClick={() => {
              if (!check.isPending && !save.isPending) input.current?.click();
            }}
          >
            {check.isPending ? 'Checking…' : 'Choose a file'}
          </Button>
          <Button kind="quiet" onClick={() => downloadCsv(`${kind.noun}-example.csv`, kind.example)}>
            Download an example
          </Button>
        </div>
        {(problem ?? error) !== null && (
          <Notice tone="danger" alert>
            {problem ?? errorMessage(error)}
          </Notice>
        )}
        {isDone && (
          <Notice tone="ready" title={`${kind.count(save.data)} imported`} alert>
            {kind.doneText}
          </Notice>
        )}
        {!isDone && file !== null && check.data !== undefined && (
          <CheckedFile
            name={file.name}
            checked={check.data}
            nobody={kind.nobody}
            found={{ text: kind.foundText(check.data.found), count: kind.count(check.data.found) }}
            isPending={save.isPending}
            onImport={() => save.mutate(file.csv)}
          />
        )}
      </div>
    </>
  );
}
