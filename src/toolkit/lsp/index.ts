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
 */
export async function serveStandardStreams(folder: string): Promise<void> {
  const connection = createConnection(
    ProposedFeatures.all,
    new StreamMessageReader(process.stdin),
    new StreamMessageWriter(process.stdout),
  )
  serveEditor({ connection, folder, version: '0.1.0' })
  await once(process.stdin, 'end')
}
