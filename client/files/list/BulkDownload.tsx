import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Folder } from '#shared/files/contract.ts';
import { downloadAll, filesReady, preparingFiles } from '#shared/files/texts.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Icon } from '../../ui/button/Icon.tsx';
import { linkOfArchive } from '../api.ts';
import classes from './FolderFiles.module.css';

/** Polling interval until the archive is ready (docs/product/files.md#download-all). */
const POLL_MS = 2000;

/** All files of a folder as one zip: requested, prepared, then a plain link. */
export function BulkDownload({ sessionId, folder }: { sessionId: number; folder: Folder }) {
  const [isRequested, setIsRequested] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['archive', sessionId, folder],
    queryFn: ({ signal }) => linkOfArchive(sessionId, folder, signal),
    enabled: isRequested,
    refetchInterval: (query) => (query.state.data === null && query.state.error === null ? POLL_MS : false),
    refetchOnWindowFocus: false,
    staleTime: 0,
    gcTime: 0,
  });
  const preparing = isRequested && error === null && typeof data !== 'string';
  const press = () => {
    if (preparing) return;
    if (isRequested && !isFetching) void refetch();
    setIsRequested(true);
  };

  if (typeof data === 'string')
    return (
      <Button
        component="a"
        href={data}
        download=""
        leftSection={<Icon name="download" />}
        // The pressed button was replaced by this link.
        ref={(link: HTMLElement | null) => {
          if (document.activeElement === document.body) link?.focus();
        }}
      >
        {filesReady}
      </Button>
    );
  return (
    <div ref={root} className={classes.bulk}>
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
          {errorMessage(error)}
        </p>
      )}
    </div>
  );
}
