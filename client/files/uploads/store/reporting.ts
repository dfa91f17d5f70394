import type { Session } from '#shared/sessions/contract.ts';
import type { Backoff } from './backoff.ts';
import { classifyFailure } from './failures.ts';
import type { GroupState } from './group.ts';
import type { Item } from './item.ts';
import type { UploadPorts } from './ports.ts';

/** Files that arrive one after the other are reported together, after this time. */
const REPORT_MS = 1500;
/** The contract's maximum of keys in one call. */
const MAX_KEYS = 1000;

interface ReportingHooks {
  isOver(sessionId: number, group: GroupState): boolean;
  /** What has arrived while the rest of its group is still to come. */
  unreported(sessionId: number): readonly Item[];
  listed(session: Session, reported: readonly Item[]): void;
  settle(sessionId: number): void;
  changed(): void;
}

/** Reports files to the studio: some while others are still to come, and complete groups. */
export function createReporting(ports: UploadPorts, backoff: Backoff, hooks: ReportingHooks) {
  const isUnavailable = (error: unknown) => classifyFailure(ports.failure(error)) === 'away';

  async function reportSome(sessionId: number, group: GroupState): Promise<void> {
    const keyed = hooks.unreported(sessionId).filter(({ state }) => state.key !== null);
    const some = keyed.slice(0, MAX_KEYS);
    let isRefused = false;
    group.listing = 'busy';
    if (!hooks.isOver(sessionId, group) && some.length > 0) {
      try {
        const keys = some.flatMap(({ state }) => state.key ?? []);
        const session = await ports.report(group.session, { keys });
        group.partial = true;
        hooks.listed(session, some);
      } catch (error) {
        // The report of the whole group lists them as well.
        isRefused = !isUnavailable(error);
      }
    }
    group.listing = null;
    if (!isRefused && !hooks.isOver(sessionId, group)) hooks.settle(sessionId);
  }

  return {
    /** Reports what has arrived, soon, while the rest of the group is still to come. */
    reportSomeSoon(sessionId: number, group: GroupState): void {
      group.listing ??= ports.later(REPORT_MS, () => void reportSome(sessionId, group));
    },

    /** Reports that a group is complete, until it comes through. */
    async reportGroup(sessionId: number, group: GroupState, unreported: readonly Item[]): Promise<void> {
      const isOver = () => hooks.isOver(sessionId, group);
      try {
        const session = await backoff.until(() => ports.report(group.session), isUnavailable, isOver);
        if (session === null) return;
        group.report = 'reported';
        group.partial = false;
        hooks.listed(session, unreported);
        hooks.settle(sessionId);
      } catch (error) {
        // A group that was given up may have no file at all.
        const isEmpty = unreported.length === 0;
        group.partial = false;
        group.report = isEmpty ? 'reported' : 'failed';
        group.problem = isEmpty ? null : ports.errorMessage(error);
        if (isEmpty) hooks.settle(sessionId);
        hooks.changed();
      }
    },
  };
}
