/** An upload of which nothing moves for so long has stalled. The end of a part may take a while over a slow line. */
const STALL_MS = 120_000;

/** Notices uploads whose connection hangs: a browser itself waits for it without end. */
export function createStalls(
  later: (ms: number, run: () => void) => () => void,
  stalled: (id: string) => void,
) {
  const timers = new Map<string, () => void>();

  function end(id: string): void {
    timers.get(id)?.();
    timers.delete(id);
  }

  return {
    /** Something of it has moved: its time begins anew. */
    moved(id: string): void {
      end(id);
      const stop = later(STALL_MS, () => {
        timers.delete(id);
        stalled(id);
      });
      timers.set(id, stop);
    },
    /** It is over, or storage works on it. */
    end,
  };
}
