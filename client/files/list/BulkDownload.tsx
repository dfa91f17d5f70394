import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Folder } from '../../../shared/files/contract.ts';
import { downloadAll, filesReady, preparingFiles } from '../../../shared/files/texts.ts';
import { wordsOf } from '../../app/problem-words.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { linkOfArchive } from '../api.ts';
import classes from './FolderFiles.module.css';

/** "It is polled every 2 seconds until ready" (part 2 section 4). */
const POLL_MS = 2000;

/** All files of a folder as one zip: asked for, prepared, then a real link. */
export function BulkDownload({ sessionId, folder }: { sessionId: number; folder: Folder }) {
  const [asked, setAsked] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['archive', sessionId, folder],
    queryFn: ({ signal }) => linkOfArchive(sessionId, folder, signal),
    enabled: asked,
    refetchInterval: (query) => (query.state.data === null && query.state.error === null ? POLL_MS : false),
    refetchOnWindowFocus: false,
    staleTime: 0,
    gcTime: 0,
  });
  const preparing = asked && error === null && typeof data !== 'string';
  const press = () => {
    if (preparing) return;
    if (asked && !isFetching) void refetch();
    setAsked(true);
  };

  if (typeof data === 'string')
    return (
      <Button
        component="a"
        href={data}
        download=""
        leftSection={<Icon name="download" />}
        // The button that was pressed has turned into this link.
        ref={(link: HTMLElement | null) => {
          if (document.activeElement === document.body) link?.focus();
        }}
      >
        {filesReady}
      </Button>
    );
  return (
    <div ref={place} className={classes.bulk}>
      <Button
        kind="plain"
        leftSection={<Icon name="download" />}
        aria-disabled={preparing || undefined}
        onClick={press}
      >
        {preparing ? preparingFiles : downloadAll}
      </Button>
      {error !== null && (
        <p role="alert" className={classes.problem}>
          {wordsOf(error)}
        </p>
      )}
    </div>
  );
}
