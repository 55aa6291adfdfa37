/** docs/internals/source-facts.yaml as a table, and what is wrong with a fact in it. */
import { existsSync, readFileSync } from 'node:fs'
import { parse } from 'yaml'
import type { JsonObject } from '../../src/toolkit/openapi/index.ts'
import { pointerOfFragment, valueAt } from '../../src/toolkit/openapi/index.ts'
import { hasTitle } from './titles.ts'

export interface Fact {
  id: string
  section: string
  fact: string
  /** `file.json#/pointer` in generated/, or a file of the project. */
  source?: string
  /** `file > part of a title`. */
  test?: string
  /** The planted fault that turns it red, where one does; test/toolkit/conformance/eventFaults. */
  fault?: string
  status?: string
  why?: string
}

export const readFacts = (text: string): Fact[] => parse(text) as Fact[]

const MEMBERS = ['id', 'section', 'fact', 'source', 'test', 'fault', 'status', 'why']
const documents = new Map<string, JsonObject>()

/** The problems of a fact, in words; empty when it is open with a reason, or proven. */
export function faultsOf(fact: Fact): string[] {
  const strangers = Object.keys(fact).filter((member) => !MEMBERS.includes(member))
  const faults = strangers.map((member) => `${member} is no member of a fact`)
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(fact.id)) faults.push('id must be words in small letters with dashes')
  for (const member of ['section', 'fact'] as const) if (!fact[member]) faults.push(`${member} is missing`)
  if (fact.status === 'open') return fact.why ? faults : [...faults, 'an open fact must say why']
  if (fact.status !== undefined) faults.push(`the status is ${fact.status}, expected open or none`)
  if (fact.source === undefined) faults.push('source is missing')
  else if (!isThere(fact.source)) faults.push(`${fact.source} is not there`)
  const [file, ...title] = fact.test?.split(' > ') ?? []
  if (file === undefined) faults.push('no test proves it')
  else if (!existsSync(file)) faults.push(`${file} is not there`)
  else if (!hasTitle(file, title.join(' > '))) faults.push(`${file} has no test "${title.join(' > ')}"`)
  return faults
}

function isThere(place: string): boolean {
  const [file = '', fragment] = place.split('#')
  if (fragment === undefined) return existsSync(file)
  let document = documents.get(file)
  if (document === undefined) {
    if (!existsSync(`generated/${file}`)) return false
    document = JSON.parse(readFileSync(`generated/${file}`, 'utf8')) as JsonObject
    documents.set(file, document)
  }
  return valueAt(document, pointerOfFragment(`#${fragment}`)) !== undefined
}
