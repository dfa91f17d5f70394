import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { tooLarge, uploadFiles } from '#shared/files/texts.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Icon } from '../../ui/button/Icon.tsx';
import classes from './DropZone.module.css';
import { filesOfDrop, filesOfInput, sortPicked, type PickedFile, type ReadyFile } from './picked-files.ts';

interface DropZoneProps {
  /** The service's file rules, one line each. */
  readonly rules: readonly string[];
  readonly onFiles: (files: readonly ReadyFile[]) => void;
}

/** Whether this browser can choose a whole folder; phones often cannot. */
const FOLDERS = 'webkitdirectory' in HTMLInputElement.prototype;

/** 'Upload Files': takes files and folders, dropped or chosen, and reports at once what cannot be sent. */
export function DropZone({ rules, onFiles }: DropZoneProps) {
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const [problems, setProblems] = useState<readonly string[]>([]);

  const take = (picked: readonly PickedFile[]) => {
    const sorted = sortPicked(picked);
    setProblems(problemsOf(picked, sorted));
    if (sorted.ready.length > 0) onFiles(sorted.ready);
  };
  const drop = async (transfer: DataTransfer) => {
    try {
      take(await filesOfDrop(transfer));
    } catch {
      setProblems(['Your browser could not read what you dropped. Please choose the files instead.']);
    }
  };
  const over = useDrop((transfer) => void drop(transfer));
  const choose = (input: HTMLInputElement) => {
    take(filesOfInput(input.files ?? []));
    // Otherwise the same file could not be chosen again.
    input.value = '';
  };

  return (
    <section aria-label={uploadFiles} className={classes.zone} data-over={over || undefined}>
      <span className={classes.icon}>
        <Icon name="upload" size={24} />
      </span>
      <h3>{uploadFiles}</h3>
      <p className={classes.hint}>
        {FOLDERS ? 'Drop files or a folder here' : 'Choose your files'}, up to 5 GiB each.
      </p>
      <div className={classes.buttons}>
        <Button kind="plain" leftSection={<Icon name="file" />} onClick={() => files.current?.click()}>
          Choose files
        </Button>
        {FOLDERS && (
          <Button kind="plain" leftSection={<Icon name="folder" />} onClick={() => folder.current?.click()}>
            Choose a folder
          </Button>
        )}
      </div>
      <input
        ref={files}
        type="file"
        multiple
        hidden
        aria-label="Choose files"
        onChange={(event) => choose(event.currentTarget)}
      />
      <input
        ref={folder}
        type="file"
        multiple
        hidden
        aria-label="Choose a folder"
        {...{ webkitdirectory: '' }}
        onChange={(event) => choose(event.currentTarget)}
      />
      {problems.length > 0 && (
        <div role="alert" className={classes.problems}>
          {problems.map((problem) => (
            <p key={problem}>{problem}</p>
          ))}
        </div>
      )}
      {rules.length > 0 && (
        <ul className={classes.rules}>
          {rules.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** At most three names, then a number. */
function listed(names: readonly string[]): string {
  const shown = names.slice(0, 3).join(', ');
  return names.length > 3 ? `${shown} and ${names.length - 3} more` : shown;
}

function problemsOf(picked: readonly PickedFile[], sorted: ReturnType<typeof sortPicked>): string[] {
  const problems: string[] = [];
  if (sorted.tooLarge.length > 0) problems.push(tooLarge(), `Not sent: ${listed(sorted.tooLarge)}.`);
  if (sorted.unusable.length > 0) problems.push('Some file names cannot be used. Please rename those files.');
  const nothing = sorted.ready.length + sorted.tooLarge.length + sorted.unusable.length === 0;
  if (nothing)
    problems.push(picked.length === 0 ? 'There are no files in there.' : 'Only system files in there.');
  return problems;
}

/**
 * Accepts drops anywhere on the page while mounted: a file that misses a small zone would replace the page.
 * Returns whether files hover over it.
 */
function useDrop(take: (transfer: DataTransfer) => void): boolean {
  const [over, setOver] = useState(false);
  const onDrop = useEffectEvent(take);
  useEffect(() => {
    const move = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setOver(false);
      onDrop(event.dataTransfer);
    };
    globalThis.addEventListener('dragover', move);
    globalThis.addEventListener('dragleave', leave);
    globalThis.addEventListener('drop', drop);
    return () => {
      globalThis.removeEventListener('dragover', move);
      globalThis.removeEventListener('dragleave', leave);
      globalThis.removeEventListener('drop', drop);
    };
  }, []);
  return over;
}
