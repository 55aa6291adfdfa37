/** Every breaking change has a message that shows it, and other code than that of `diff` confirms it on both sides. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { compareDocuments } from '../../../src/toolkit/diff/compare.ts'
import type { Finding } from '../../../src/toolkit/diff/finding.ts'
import { curlOf, exampleOf } from '../../../src/toolkit/diff/report/example.ts'
import { load } from '../../../src/toolkit/diff/source.ts'
import type { SampleRequest, Witness } from '../../../src/toolkit/diff/witness/message.ts'
import { createApi } from '../../../src/toolkit/model/api.ts'
import type { ContractDocument } from '../../../src/toolkit/openapi/document.ts'
import { readDocument } from '../../../src/toolkit/openapi/load.ts'
import { validate } from '../../../src/toolkit/requests/validate.ts'
import { createResponseChecker } from '../../../src/toolkit/responses/checkResponse.ts'
import { isDue } from '../../harness/thorough.ts'
import { type Case, filesOf } from './slots.ts'
import { write } from './writeFiles.ts'

const TABLES = ['requests', 'responses', 'operations', 'spellings', 'lists', 'further']
const read = (name: string): Case[] =>
  parse(readFileSync(new URL(`./verdicts/${name}.yaml`, import.meta.url), 'utf8')) as Case[]

/** Whether the request validator of the mock and of servers accepts it. */
function acceptsRequest(document: ContractDocument, request: SampleRequest): boolean {
  const api = createApi(document)
  const operation = api.operations.find(
    ({ method, template }) => method === request.method && template === request.template,
  )
  if (operation === undefined) return false
  const texts = (place: string) =>
    Object.fromEntries(
      request.parameters
        .filter((one) => one.in === place)
        .map(({ name, text }) => [name.toLowerCase(), text]),
    )
  const query = request.parameters.filter((one) => one.in === 'query').map(({ text }) => text)
  const params = Object.fromEntries(
    request.parameters.filter((one) => one.in === 'path').map(({ name, text }) => [name, text]),
  )
  try {
    validate(
      api,
      operation,
      {
        method: request.method,
        url: `${request.path}?${query.join('&')}`,
        headers: { ...texts('header'), ...(request.body && { 'content-type': request.body.mediaType }) },
        body: Buffer.from(request.body === undefined ? '' : JSON.stringify(request.body.value)),
      },
      params,
    )
    return true
  } catch {
    return false
  }
}

function acceptsResponse(
  document: ContractDocument,
  { to, response }: Witness & { kind: 'response' },
): boolean {
  const [method = '', url = ''] = to.split(' ')
  const problems = createResponseChecker(document).check({
    method,
    url: url.replace(/\{[^}]+\}/g, '1'),
    status: response.status,
    headers: {
      ...(response.mediaType !== undefined && { 'content-type': response.mediaType }),
      ...Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, String(value)])),
    },
    body: Buffer.from(response.body === undefined ? '' : JSON.stringify(response.body)),
  })
  return problems.every(({ rule }) => !/^(body-matches-schema|status-declared|headers-match)$/.test(rule))
}

interface Compared {
  id: string
  finding: Finding
  documents: { old: ContractDocument; new: ContractDocument }
}

function compared(one: Case): Compared[] {
  const [before, after] = [write(filesOf(one, 'old')), write(filesOf(one, 'new'))]
  const pairs = before.map((file, index) => ({ old: load(file), new: load(after[index] ?? '') }))
  const [old = '', now = ''] = [before[0], after[0]]
  return compareDocuments(pairs, Date.parse(one.today ?? '2026-11-22')).findings.map((finding) => ({
    id: one.id,
    finding,
    documents: { old: readDocument(old), new: readDocument(now) },
  }))
}

const isJson = ({ request }: Witness & { kind: 'request' }): boolean =>
  request.body === undefined || /json/.test(request.body.mediaType)

describe.each(TABLES)('witnesses of changes of %s', (table) => {
  it('are accepted by one version and rejected by the other', { timeout: 120_000 }, () => {
    let confirmed = 0
    for (const one of read(table)) {
      if (one.level !== 'breaking' || JSON.stringify(one).includes('asyncapi')) continue
      for (const { id, finding, documents } of compared(one)) {
        const { witness } = finding
        if (witness === undefined) continue
        const other = witness.validUnder === 'old' ? 'new' : 'old'
        if (witness.kind === 'request' && isJson(witness) && isAboutValues(finding)) {
          expect(acceptsRequest(documents.old, witness.request), `${id}: old`).toBe(true)
          expect(acceptsRequest(documents.new, witness.request), `${id}: new`).toBe(false)
          expect(curlOf(witness), id).toContain(witness.request.method === 'GET' ? 'curl' : '-X')
          confirmed++
        }
        // HTTP has no null in headers.
        const isSendable =
          witness.kind === 'response' && !Object.values(witness.response.headers).includes(null)
        if (
          witness.kind === 'response' &&
          isSendable &&
          /^response-/.test(finding.rule) &&
          !isStrict(finding)
        ) {
          expect(acceptsResponse(documents[witness.validUnder], witness), `${id}: accepted`).toBe(true)
          expect(acceptsResponse(documents[other], witness), `${id}: rejected`).toBe(false)
          confirmed++
        }
        expect(exampleOf(witness).verdict, id).toContain(`valid in the ${witness.validUnder} version`)
      }
    }
    expect(confirmed).toBeGreaterThan(table === 'lists' || table === 'spellings' ? 0 : 3)
  })
})

/** Credentials, names that are only undeclared, and how a parameter is written are not what the validator is about. */
const isAboutValues = ({ rule }: Finding): boolean =>
  /^request-/.test(rule) || /^(required-|became-required|body-became-required|operation-removed)/.test(rule)

/** Only the readers of a removed response property miss it: the response stays valid where objects are open. */
const isStrict = ({ rule }: Finding): boolean => rule === 'response-property-removed'

it('of a removed property names it, although the new name is required, too', () => {
  const seats = (name: string) => ({
    type: 'object',
    required: [name],
    properties: { [name]: { type: 'integer' } },
  })
  const renamed: Case = {
    id: 'renamed',
    at: 'resBody',
    old: seats('seats'),
    new: seats('capacity'),
    level: 'breaking',
  }
  const problems = compared(renamed).flatMap(({ finding }) =>
    isStrict(finding) ? (finding.witness?.problem ?? 'no witness') : [],
  )
  expect(problems).toEqual([expect.stringMatching(/^\/seats: /)])
})

it.runIf(isDue(4))('has a reason instead of a witness where a change of values is not breaking', () => {
  const undecided: string[] = []
  for (const table of [...TABLES, 'events'])
    for (const one of read(table))
      for (const { finding } of compared(one)) {
        if (finding.undecided === undefined) continue
        expect(finding.level).toBe('risky')
        undecided.push(one.id)
      }
  // Every change of the tables that validators can see has a witness.
  expect(undecided).toEqual([])
})
