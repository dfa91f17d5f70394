import type { ReactNode } from 'react';
import { ErrorState } from '../ui/feedback/ErrorState.tsx';
import { errorMessage } from './error-message.ts';

/** The part of a query's result that decides what is shown. */
export interface QueryState<Data> {
  readonly data: Data | undefined;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly refetch: () => Promise<unknown>;
}

interface QueryViewProps<Data> {
  readonly query: QueryState<Data>;
  /** Shown until there is data or an error. */
  readonly loading: ReactNode;
  /** Replaces the error with its retry; null shows nothing. */
  readonly failed?: ReactNode;
  readonly errorTitle?: string;
  readonly messageOf?: (error: Error) => string;
  readonly children: (data: Data) => ReactNode;
}

/** A query's data, or its loading state, or its error with a retry. A failed refetch keeps the data. */
export function QueryView<Data>({
  query: { data, error, isFetching, refetch },
  loading,
  failed,
  errorTitle,
  messageOf = errorMessage,
  children,
}: QueryViewProps<Data>): ReactNode {
  if (data !== undefined) return children(data);
  if (error === null) return loading;
  if (failed !== undefined) return failed;
  return (
    <ErrorState
      {...(errorTitle !== undefined && { title: errorTitle })}
      onRetry={() => void refetch()}
      retrying={isFetching}
    >
      {messageOf(error)}
    </ErrorState>
  );
}
