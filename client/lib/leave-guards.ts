/** Asks whether to leave; true to go. */
type Guard = () => Promise<boolean>;

/** Guards that ask before the app itself leaves the page: logout, a link to another site, a reload. */
export function createLeaveGuards() {
  const guards = new Set<Guard>();
  let agreed = false;
  return {
    /** Adds a guard; returns its removal. */
    guard(ask: Guard): () => void {
      guards.add(ask);
      return () => void guards.delete(ask);
    },
    /** Whether the page may be left now. After agreement the same leave is not asked about again. */
    async mayLeave(): Promise<boolean> {
      agreed = false;
      for (const ask of guards) if (!(await ask())) return false;
      agreed = guards.size > 0;
      return true;
    },
    hasAgreed: (): boolean => agreed,
  };
}

export const leaveGuards = createLeaveGuards();
