/** The language server on the standard streams of this process. */
import { once } from 'node:events'
import {
  createConnection,
  ProposedFeatures,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node'
import { serveEditor } from './server.ts'

/**
 * Serves an editor until it closes standard input or sends `exit`.
 * @param folder workspace of editors that do not name one
 * @param version of the program, for the log of the editor
 * @param now milliseconds since the Unix epoch
 */
export async function serveStandardStreams(
  folder: string,
  version: string,
  now: () => number,
): Promise<void> {
  const connection = createConnection(
    ProposedFeatures.all,
    new StreamMessageReader(process.stdin),
    new StreamMessageWriter(process.stdout),
  )
  serveEditor({ connection, folder, version, now })
  await once(process.stdin, 'end')
}
