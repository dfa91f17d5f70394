import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';

const PLACE = /(file:\/\/[^\s()]+\.mjs):(\d+):(\d+)/g;

interface Frame {
  getFileName(): string | null | undefined;
  toString(): string;
}

/**
 * Whether code outside of the build notes where it was called from, as Stripe's SDK does for each request; an error has
 * a message.
 */
export const isNote = (folder: string, { message }: Error, [first]: readonly Frame[]): boolean =>
  message === '' && first?.getFileName()?.startsWith(folder) !== true;

/** Replaces places in built files below `folder` by those in their sources; a map is read when it is first needed. */
export function toSources(folder: string): (text: string) => string {
  // Tens of MiB, seldom needed.
  const maps = new Map<string, WeakRef<SourceMap>>();
  const mapOf = (url: string): SourceMap | null => {
    const map = maps.get(url)?.deref() ?? (url.startsWith(folder) ? read(url) : null);
    if (map !== null) maps.set(url, new WeakRef(map));
    return map;
  };
  return (text) =>
    text.replaceAll(PLACE, (place: string, url: string, line: string, column: string) => {
      const found = mapOf(url)?.findEntry(Number(line) - 1, Number(column) - 1);
      if (found === undefined || !('originalSource' in found)) return place;
      const source = new URL(found.originalSource, url).href;
      return `${source}:${found.originalLine + 1}:${found.originalColumn + 1}`;
    });
}

function read(url: string): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(readFileSync(new URL(`${url}.map`), 'utf8')));
  } catch {
    return null;
  }
}

/** Makes stack traces of a built server name its sources. Node's own way reads all maps at the start: a third more CPU. */
export function nameSources(folder: string): void {
  const named = toSources(folder);
  Error.prepareStackTrace = (error: Error, frames: readonly Frame[]) => {
    const text = [Error.prototype.toString.call(error), ...frames.map(String)].join('\n    at ');
    return isNote(folder, error, frames) ? text : named(text);
  };
}
