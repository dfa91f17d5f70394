/** How a call of the API is sent: all that a browser needs of its declaration at run time. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: `/${string}`;
}

/** A call that reads. */
/* @__NO_SIDE_EFFECTS__ */
export function get<const P extends Call['path']>(path: P) {
  return { method: 'GET', path } as const;
}

/** A call that changes something. */
/* @__NO_SIDE_EFFECTS__ */
export function post<const P extends Call['path']>(path: P) {
  return { method: 'POST', path } as const;
}

/** A call that replaces what is there. */
/* @__NO_SIDE_EFFECTS__ */
export function put<const P extends Call['path']>(path: P) {
  return { method: 'PUT', path } as const;
}

/** A call that removes something. */
/* @__NO_SIDE_EFFECTS__ */
export function del<const P extends Call['path']>(path: P) {
  return { method: 'DELETE', path } as const;
}

/** The path with its parameters filled in, each encoded. */
export function fillPath(path: string, params: Readonly<Record<string, unknown>> = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
}
