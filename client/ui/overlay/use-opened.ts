import { useMounted } from '@mantine/hooks';

/**
 * `opened`, but closed in the first render: a floating part that is open from its start does not know who had the focus,
 * and cannot return it.
 */
export function useOpened(opened: boolean): boolean {
  return useMounted() && opened;
}
