import type { ReactNode } from 'react';
import type { Studio } from '#shared/content/contract.ts';
import type { Me } from '#shared/me/contract.ts';
import type { Viewer } from '../../operator/content/preview/previews.ts';
import type { Known } from './still-client.ts';

/** Who looks at which part, in which studio. */
export interface Look {
  readonly viewer: Viewer;
  readonly part: string;
  readonly me: Me;
  readonly studio: Studio | undefined;
  readonly now: Temporal.Instant;
}

/** The components that show a document, with what they read. */
export interface Drawing {
  /** Beside the person and the studio; it may replace these. */
  readonly known: Known;
  readonly screen: ReactNode;
  /** The address that the screen believes to be at. */
  readonly at?: string;
}

/** Draws a document whose check found nothing. */
export type Draw<T> = (value: T, look: Look) => Drawing;
