/** Deletes facts from documents of right servers, and counts those that a proposed overlay restores. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Identity,
  proposeOverlay,
  runConformance,
  runnerRules,
} from '../../../../src/toolkit/conformance/conform.ts'
import type { JsonObject } from '../../../../src/toolkit/openapi/document.ts'
import { documentOf, loadContract, readDocument } from '../../../../src/toolkit/openapi/index.ts'
import { type DocumentFact, factsOf, wrongIn } from './facts.ts'

/** A right server with its document. */
export interface RightServer {
  name: string
  root: JsonObject
  identities: Identity[]
  start(): Promise<{ target: string; close(): Promise<void> }>
}

export interface Restoration {
  deleted: DocumentFact[]
  restored: DocumentFact[]
  missed: DocumentFact[]
  /** Statements of the repaired document that the right one does not make. */
  wrong: string[]
  overlay: string
  withheld: string[]
}

/** Deletes facts that are not part of each other. */
function deleteSome(
  root: JsonObject,
  count: number,
  random: () => number,
): { left: JsonObject; deleted: DocumentFact[] } {
  const waiting = factsOf(root)
  const deleted: DocumentFact[] = []
  let left = root
  while (deleted.length < count && waiting.length > 0) {
    const [fact] = waiting.splice(Math.floor(random() * waiting.length), 1)
    if (fact === undefined) break
    const next = fact.delete(structuredClone(left))
    // Another deletion removed it, or the document states it twice.
    if (fact.isIn(documentOf(structuredClone(next)))) continue
    // A deletion that puts back another one.
    const names = new Set(factsOf(next).map(({ name }) => name))
    if (deleted.some((other) => names.has(other.name))) continue
    left = next
    deleted.push(fact)
  }
  return { left, deleted }
}

/** @param count how many facts are deleted in one document */
export async function restore(
  server: RightServer,
  count: number,
  random: () => number,
): Promise<Restoration> {
  const folder = mkdtempSync(join(tmpdir(), 'propose-'))
  const [file, right, output] = ['openapi.json', 'right.json', 'overlay.yaml'].map((name) =>
    join(folder, name),
  ) as [string, string, string]
  const { root } = server
  const { left, deleted } = deleteSome(root, count, random)
  writeFileSync(file, JSON.stringify(left))
  writeFileSync(right, JSON.stringify(root))
  const { target, close } = await server.start()
  try {
    let overlay = ''
    const { proposals, withheld } = await proposeOverlay({
      file,
      overlays: [],
      extends: 'openapi.json',
      output,
      write(text) {
        overlay = text
        writeFileSync(output, text)
      },
      run: (document, subscriber) =>
        runConformance({
          document,
          target,
          identities: server.identities,
          rules: runnerRules,
          subscribers: [subscriber],
        }),
    })
    const overlays = proposals.length > 0 ? [output] : []
    const contract = loadContract([file], { overlays })
    if (contract.findings.length > 0) throw new Error(JSON.stringify(contract.findings))
    const [repaired] = contract.documents
    if (repaired === undefined) throw new Error('The document is missing.')
    return {
      deleted,
      restored: deleted.filter((fact) => fact.isIn(repaired)),
      missed: deleted.filter((fact) => !fact.isIn(repaired)),
      wrong: wrongIn(repaired, readDocument(right)),
      overlay,
      withheld: withheld.map(({ code, subject, why }) => `${code} ${subject}: ${why}`),
    }
  } finally {
    await close()
    rmSync(folder, { recursive: true })
  }
}
