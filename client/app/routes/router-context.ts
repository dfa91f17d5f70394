import type { QueryClient } from '@tanstack/react-query';

/** Context of every loader. */
export interface RouterContext {
  readonly queryClient: QueryClient;
}
