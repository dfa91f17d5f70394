import { Outlet } from '@tanstack/react-router';
import { EmptyState } from '../ui/EmptyState.tsx';
import { PageTitle } from '../ui/PageTitle.tsx';

/** My Sessions while there are none (part 2 "My Sessions"). */
export function SessionsPage() {
  return (
    <>
      <PageTitle>My Sessions</PageTitle>
      <EmptyState title="You're all caught up">{"You don't have any upcoming sessions, yet!"}</EmptyState>
      <Outlet />
    </>
  );
}
