import type { Session } from '../../../shared/sessions/contract.ts';
import { Stars } from './Stars.tsx';

/** The client's rating of a session; absent while there is none or where ratings are off (part 2 "Client session panel"). */
export function RatingBlock({ session }: { readonly session: Session }) {
  return session.rating.status === 'rated' ? <Stars stars={session.rating.rating} /> : null;
}
