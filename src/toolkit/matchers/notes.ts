/** Which operations and statuses the matchers saw, in a file per process, for the report at the end of the run. */
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

export interface Note {
  /** Absolute path of the document. */
  document: string
  operationId: string
  status: number
}

const folder = (): string => join(process.cwd(), 'node_modules/.cache/specwright/api-coverage')

/** Notes an exchange where a reporter collects: it creates the folder at the start of the run. */
export function noteExchange(document: string, operationId: string, status: number): void {
  if (!existsSync(folder())) return
  const note: Note = { document: resolve(document), operationId, status }
  appendFileSync(join(folder(), `${process.pid}.jsonl`), `${JSON.stringify(note)}\n`)
}

/** Starts to collect notes; those of a former run are deleted. */
export function startNotes(): void {
  rmSync(folder(), { recursive: true, force: true })
  mkdirSync(folder(), { recursive: true })
}

/** Ends the collection. @returns the notes of all processes */
export function endNotes(): Note[] {
  if (!existsSync(folder())) return []
  const lines = readdirSync(folder()).flatMap((name) =>
    readFileSync(join(folder(), name), 'utf8').trim().split('\n'),
  )
  rmSync(folder(), { recursive: true, force: true })
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Note)
}
