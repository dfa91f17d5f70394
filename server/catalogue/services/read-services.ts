import { EditableService } from '#shared/catalogue/contract-service.ts';
import { formOf, type FormField } from '#shared/content/rules-form.ts';
import type { Db } from '../../db/transaction.ts';
import * as queries from './queries-services.ts';
import { editableOf, flagsOf, seenOf } from './stored.ts';

/** Musicians that a service's page names. */
const NAMED = 50;

/** A service as the console lists it. */
export type ListedRow = Awaited<ReturnType<typeof queries.allServices>>[number];

/** Every service, stopped or not, each with how many musicians offer it. */
export function everyService(db: Db): Promise<ListedRow[]> {
  return queries.allServices(db);
}

/** A service with what can be changed of it, the form for that, and who offers it; undefined when there is none. */
export async function serviceForEditing(db: Db, id: string) {
  const row = await queries.serviceById(db, id);
  if (row === undefined) return undefined;
  return {
    row,
    flags: flagsOf(row),
    value: editableOf(row),
    form: formFor(row),
    seen: seenOf(row),
    offering: await queries.offeringMusicians(db, id, NAMED),
  };
}

/** The fields of the form; a service that needs no files has none about them. */
function formFor({ files_deadline_enabled }: queries.ServiceRow): FormField[] {
  const fields = formOf(EditableService, { html: [], kinds: new Map() });
  return fields.filter(({ path }) => files_deadline_enabled || !path.startsWith('file'));
}
