import { Navigate } from '@tanstack/react-router';

/** With no musician listed no slug matches one: "no matching slug returns to /explore" (part 2 section 2). */
export function BookingPanel() {
  return <Navigate to="/explore" replace />;
}
