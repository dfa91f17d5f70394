import fs from 'node:fs';
import path from 'node:path';

/** Lists of so many rows say nothing that one of two rows does not; longer texts are such lists. */
const LONGEST = 20_000;
/** What can be prepared: one statement that reads or writes rows. */
const ROWS = /^\s*(select|insert|update|delete|merge|with|values)\b/i;

/** What makes a statement another one: its text without how long its lists are. null: it is none that can be prepared. */
export function shapeOf(text: string): string | null {
  if (text.length > LONGEST || !ROWS.test(text)) return null;
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\$\d+/g, '$')
    .replaceAll(/(\$)(?:, ?\$)+/g, '$1…')
    .replaceAll(/(\([^()]*\))(?:, ?\1)+/g, '$1…');
}

/** The statements that a run has noted, one of each shape. */
export function notedIn(folder: string): string[] {
  const shapes = new Map<string, string>();
  for (const name of fs.readdirSync(folder).filter((entry) => entry.endsWith('.jsonl'))) {
    for (const line of fs.readFileSync(path.join(folder, name), 'utf8').split('\n').filter(Boolean)) {
      const text: unknown = JSON.parse(line);
      const shape = typeof text === 'string' ? shapeOf(text) : null;
      if (typeof text === 'string' && shape !== null && !shapes.has(shape)) shapes.set(shape, text);
    }
  }
  return [...shapes.values()];
}
