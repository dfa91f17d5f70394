import type { Work } from '../store/work.ts';

export interface Call {
  readonly work: Work;
  /** Ids of the path, in order. */
  readonly ids: readonly string[];
  readonly body: string;
  readonly query: URLSearchParams;
  /** `Prefer: return=representation` */
  readonly whole: boolean;
}

export interface Done {
  readonly status: number;
  /** null: no content. */
  readonly body: object | null;
}

export interface Route {
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** `/v1/billing/plans/:id` */
  readonly path: string;
  readonly run: (call: Call) => Promise<Done> | Done;
}

export const route = (method: Route['method'], path: string, run: Route['run']): Route => ({
  method,
  path,
  run,
});

export const ok = (body: object): Done => ({ status: 200, body });
export const created = (body: object): Done => ({ status: 201, body });
export const NO_CONTENT: Done = { status: 204, body: null };

/** A new object: whole where the caller prefers it, else the named fields. */
export const made = <T extends object>(object: T, whole: boolean, brief: readonly (keyof T)[]): Done =>
  created(
    whole
      ? object
      : Object.fromEntries(brief.filter((key) => object[key] !== undefined).map((key) => [key, object[key]])),
  );

/** The route of a path below /paypal, and its ids. */
export function match(
  routes: readonly Route[],
  method: string,
  path: string,
): { readonly route: Route; readonly ids: string[] } | null {
  const parts = path.split('/');
  for (const one of routes) {
    const wanted = one.path.split('/');
    if (one.method !== method || wanted.length !== parts.length) continue;
    if (!wanted.every((part, at) => part.startsWith(':') || part === parts[at])) continue;
    return { route: one, ids: parts.filter((_, at) => wanted[at]?.startsWith(':')) };
  }
  return null;
}
