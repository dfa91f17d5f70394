import fs from 'node:fs';
import path from 'node:path';

/** Longer texts are lists of rows; two rows show the same. */
const MAX_LENGTH = 20_000;
/** Statements that can be prepared: those that read or write rows. */
const PREPARABLE = /^\s*(select|insert|update|delete|merge|with|values)\b/i;

/** The shape of a statement: its text without the length of lists. null if it cannot be prepared. */
export function shapeOf(text: string): string | null {
  if (text.length > MAX_LENGTH || !PREPARABLE.test(text)) return null;
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\$\d+/g, '$')
    .replaceAll(/(\$)(?:, ?\$)+/g, '$1…')
    .replaceAll(/(\([^()]*\))(?:, ?\1)+/g, '$1…');
}

/** Recorded statements, one of each shape. */
export function recordedStatements(folder: string): string[] {
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
