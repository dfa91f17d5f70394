import { Navigate } from '@tanstack/react-router';

/** While there are no sessions: "Session id not found: redirect to /sessions" (part 2 section 2). */
export function SessionPanel() {
  return <Navigate to="/sessions" replace />;
}
