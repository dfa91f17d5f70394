import { Outlet } from '@tanstack/react-router';
import { EmptyState } from '../ui/EmptyState.tsx';
import { PageTitle } from '../ui/PageTitle.tsx';

/** The musicians' listing while no musician is listed (part 2 "Explore and musician listing"). */
export function ExplorePage() {
  return (
    <>
      <PageTitle>Explore</PageTitle>
      <EmptyState title="No results found">
        There are no available sessions at the moment. Please check again soon!
      </EmptyState>
      <Outlet />
    </>
  );
}
