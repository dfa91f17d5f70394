import type { ComponentType } from 'react';
import type { Role } from '#shared/lib/endpoint.ts';
import type { Session } from '#shared/sessions/contract.ts';

/** Components of the session panel from higher rooms; the route passes them. */
export interface PanelComponents {
  /** The picture of the session's track. */
  readonly Cover: ComponentType<{ readonly session: Session; readonly title: string }>;
  /** The tab of the session's files. */
  readonly Files: ComponentType<{
    readonly session: Session;
    readonly role: Role;
  }>;
  /** The tab of its conversation. */
  readonly Messages: ComponentType<{
    readonly threadId: string;
    /** The other side's name, for an empty conversation. */
    readonly other: string;
    readonly zone: string;
    /** Called when new messages were read. */
    readonly onRead: () => void;
  }>;
  /** The panel's footer below the conversation. */
  readonly MessagesFooter: ComponentType<{
    readonly threadId: string;
    readonly role: Role;
    readonly partner: string;
    readonly endsAt: Temporal.Instant;
  }>;
}
