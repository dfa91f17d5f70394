import type { Me } from '../../shared/me/contract.ts';
import { Banner } from '../ui/Banner.tsx';

/** What a person should know on every screen, below the navbar. */
export function Banners({ me }: { me: Me }) {
  if (me.role !== 'client' || me.status !== 'cancelled') return null;
  return (
    <Banner tone="waiting">
      Your membership is no longer active but you can still buy credits on demand!
    </Banner>
  );
}
