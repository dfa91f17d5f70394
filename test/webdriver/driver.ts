/** An element of a page, as its driver names it. */
export type Handle = Readonly<Record<string, string>>;

/** One window of a browser, driven by whichever protocol it speaks. */
export interface Driver {
  readonly version: string;
  /** The folder in which downloads end. */
  readonly downloads: string;
  goto(url: string): Promise<void>;
  /** Calls a function, given as source, in the page; its result must be JSON. */
  evaluate(source: string, input: unknown): Promise<unknown>;
  /** Calls a function, given as source, in the page; its result must be an element or null. */
  element(source: string, input: unknown): Promise<Handle | null>;
  click(element: Handle): Promise<void>;
  type(element: Handle, text: string): Promise<void>;
  setFiles(input: Handle, files: readonly string[]): Promise<void>;
  screenshot(): Promise<Buffer>;
  /** Errors that pages wrote to the console or did not catch. */
  faults(): Promise<readonly string[]>;
  close(): Promise<void>;
}
