import type { Endpoint, Role } from '#shared/lib/endpoint.ts';
import { openApi } from '#server/http/openapi.ts';
import { ENDPOINTS } from '#server/start/rooms.ts';

/** Everybody who has a login. */
export const ROLES: readonly Role[] = ['client', 'partner', 'operator', 'managed'];

type Paths = Record<string, Record<string, { readonly responses: Record<string, unknown> }>>;
const paths = openApi(
  'Talkback',
  ENDPOINTS.map(({ endpoint }) => endpoint),
  'talkback_studio',
)['paths'] as Paths;

/** Method and path. */
export const callName = ({ method, path }: Endpoint): string => `${method} ${path}`;

/** The roles that may make a call; of one that needs no login, all. */
export const rolesOf = ({ who }: Endpoint): readonly Role[] =>
  typeof who === 'string' ? ROLES : ROLES.filter((role) => who.includes(role));

/** Statuses of a call in the OpenAPI document. */
export const statusesOf = ({ method, path }: Endpoint): string[] =>
  Object.keys(paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]?.responses ?? {});
