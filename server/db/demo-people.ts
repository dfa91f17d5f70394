import type { Database } from './database.ts';

/** The demo studio's sign-ins (decisions 12), and who each is. */
const DEMO_PEOPLE: Readonly<Record<string, string>> = {
  'client@demo.test': 'a client with the Studio 5 plan',
  'client2@demo.test': 'another one',
  'trial@demo.test': 'on trial',
  'ondemand@demo.test': 'on demand, with limitations',
  'cancelled@demo.test': 'whose plan ended',
  'annual@demo.test': 'with a yearly plan',
  'signup@demo.test': 'no plan yet',
  'legacy@demo.test': 'a member from before',
  'managed@demo.test': 'whose sessions the operator books',
  'partner@demo.test': 'a partner, drummer',
  'partner2@demo.test': 'a partner, mixing engineer',
  'operator@demo.test': 'the operator',
};

/** The demo sign-ins that are in this database, each with who it is. */
export async function demoPeople(db: Database): Promise<{ email: string; who: string }[]> {
  const rows = await db
    .selectFrom('people')
    .select('email')
    .where('email', 'in', Object.keys(DEMO_PEOPLE))
    .execute();
  const here = new Set(rows.map((row) => row.email));
  return Object.entries(DEMO_PEOPLE)
    .filter(([email]) => here.has(email))
    .map(([email, who]) => ({ email, who }));
}
