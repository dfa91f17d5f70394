import { request as httpRequest, type ClientRequest, type IncomingHttpHeaders } from 'node:http';
import * as contract from '#shared/files/contract.ts';
import type { Folder } from '#shared/files/contract.ts';
import type { InputOf } from '#shared/lib/endpoint.ts';
import type { SessionStatus } from '#shared/sessions/rules-status.ts';
import { vi } from 'vitest';
import { portOf, testApp, type TestApp } from '../api/app.ts';
import type { TestPerson } from '../api/people.ts';
import { makeSession, type TestSession } from './sessions.ts';
import { makeStudio, type Studio, type TestMusician } from '../api/studio.ts';
import { test as base } from '../api/test.ts';

/** A file as a browser has it: path and bytes. */
export interface SentFile {
  readonly path: string;
  readonly bytes: Buffer;
  readonly type?: string;
}

/** A response with its bytes; `cut` when the connection ended early. */
interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly cut: boolean;
}

interface Sending {
  readonly method?: string;
  readonly body?: Buffer;
  readonly headers?: Readonly<Record<string, string | number>>;
  readonly as?: TestPerson;
}

/** File calls, with bytes over a real connection. */
async function makeFilesApi(test: TestApp) {
  const port = await portOf(test);

  /** Starts a request to a link's front; the caller ends it. */
  const open = (link: string, { method = 'GET', headers = {}, as }: Sending = {}): ClientRequest => {
    const url = new URL(link);
    // the raw path: parsing would resolve hostile names
    return httpRequest({
      host: '127.0.0.1',
      port,
      method,
      path: link.slice(url.origin.length),
      headers: { host: url.host, ...(as ? { cookie: as.cookie } : {}), ...headers },
    });
  };

  const send = (link: string, sending: Sending = {}): Promise<RawAnswer> =>
    new Promise((answered, failed) => {
      const { body } = sending;
      const length = body === undefined ? {} : { 'content-length': body.length };
      const asked = open(link, { ...sending, headers: { ...length, ...sending.headers } });
      asked.on('error', failed);
      asked.on('response', (response) => {
        const chunks: Buffer[] = [];
        const end = (cut: boolean): void =>
          answered({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks),
            cut,
          });
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => end(false));
        response.on('error', () => end(true));
      });
      asked.end(body);
    });

  const links = (
    session_id: number,
    files: readonly InputOf<typeof contract.uploadLink>['body']['files'][number][],
    as: TestPerson | null,
  ) => test.call(contract.uploadLink, { body: { session_id, files: [...files] } }, as);

  /** Uploads files into the caller's folder without reporting them. */
  const upload = async (
    session_id: number,
    files: readonly SentFile[],
    as: TestPerson,
  ): Promise<string[]> => {
    const asked = files.map(({ path, bytes, type }) => ({
      fileName: path.slice(path.lastIndexOf('/') + 1),
      filePath: path,
      fileSize: bytes.length,
      ...(type === undefined ? {} : { fileType: type }),
    }));
    const answer = await links(session_id, asked, as);
    if (answer.status !== 200) throw new Error(`no links: ${answer.problem.detail}`);
    await Promise.all(
      answer.body.urls.map(async ({ url }, index) => {
        const { status } = await send(url, { method: 'PUT', body: files[index]?.bytes ?? Buffer.alloc(0) });
        if (status !== 200) throw new Error(`not stored: ${status}`);
      }),
    );
    return answer.body.urls.map(({ key }) => key);
  };

  const report = (session_id: number, as: TestPerson | null) =>
    test.call(
      contract.filesInfo,
      { body: { session_id, files_info: { status: 'presession-uploaded' } } },
      as,
    );

  return {
    open,
    send,
    links,
    upload,
    report,
    /** Uploads and reports files; returns the report's response. */
    async deliver(session_id: number, files: readonly SentFile[], as: TestPerson) {
      await upload(session_id, files, as);
      return report(session_id, as);
    },
    list: (session_id: number, folder: Folder, as: TestPerson | null) =>
      test.call(contract.listFiles, { query: { session_id, folder } }, as),
    /** What a folder lists, by path. */
    names: async (session_id: number, folder: Folder, as: TestPerson): Promise<string[]> => {
      const { body } = await test.call(contract.listFiles, { query: { session_id, folder } }, as);
      return body.files.map((file) => file.filePath);
    },
    link: (session_id: number, path: string, as: TestPerson | null, folder?: Folder) =>
      test.call(
        contract.downloadLink,
        { query: { session_id, path, ...(folder === undefined ? {} : { folder }) } },
        as,
      ),
    archiveLink: (session_id: number, as: TestPerson | null, folder?: Folder) =>
      test.call(
        contract.archiveLink,
        { body: { session_id, ...(folder === undefined ? {} : { folder }) } },
        as,
      ),
    deleteFolder: (session_id: number, as: TestPerson | null, folder?: Folder) =>
      test.call(
        contract.deleteFolder,
        { body: { session_id, ...(folder === undefined ? {} : { folder }) } },
        as,
      ),
    deleteOutput: (session_id: number, as: TestPerson | null) =>
      test.call(contract.deleteOutput, { body: { session_id } }, as),
  };
}

type FilesApi = Awaited<ReturnType<typeof makeFilesApi>>;

/** A small file that holds its own name, or a text. */
export const song = (path = 'song.wav', text = path): SentFile => ({ path, bytes: Buffer.from(text) });

/** An application, a client and a musician with sessions. */
export interface FilesStudio {
  readonly api: TestApp;
  readonly studio: Studio;
  readonly filesApi: FilesApi;
  readonly client: TestPerson;
  readonly musician: TestMusician;
  /** A session in a status, each at its own time; of `client` by default. */
  readonly session: (status?: SessionStatus, by?: TestPerson) => Promise<TestSession>;
}

/** `options` of the test application. */
export async function filesStudio(...options: Parameters<typeof testApp>): Promise<FilesStudio> {
  const api = await testApp(...options);
  const studio = await makeStudio(api);
  const filesApi = await makeFilesApi(api);
  const client = await studio.makeClient();
  const musician = await studio.makeMusician();
  return {
    api,
    studio,
    filesApi,
    client,
    musician,
    session: makesSessions({ api, studio, client, musician }),
  };
}

type Pair = Pick<FilesStudio, 'api' | 'studio' | 'client' | 'musician'>;

function makesSessions({ api, studio, client, musician }: Pair): FilesStudio['session'] {
  let made = 0;
  return (status = 'client_files_upload_required', by = client) => {
    made += 1;
    const isPast = status === 'partner_upload_required' || status === 'partner_deliverables_ready';
    const starts = api.clock.now().add({ hours: isPast ? -made - 24 : made + 24 });
    return makeSession(studio, { client: by, musician, status, starts });
  };
}

/** `test` with the file calls, a client and a musician, and `session`, which makes them a session. Restores mocks after each test. */
export const test = base
  .extend('restoresMocks', { auto: true }, ({}, { onCleanup }) => {
    onCleanup(() => {
      vi.restoreAllMocks();
    });
  })
  .extend('filesApi', { scope: 'file' }, ({ app }) => makeFilesApi(app))
  .extend('client', { scope: 'file' }, ({ studio }) => studio.makeClient())
  .extend('musician', { scope: 'file' }, ({ studio }) => studio.makeMusician())
  .extend('session', { scope: 'file' }, ({ app, studio, client, musician }) =>
    makesSessions({ api: app, studio, client, musician }),
  );
