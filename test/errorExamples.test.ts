/** The documented errors are the server's own; `npm run examples` writes them. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { realErrors, responseFiles, scenarioOf } from './examples/errors.ts'

/** Errors that need more than a request, and are seen in other tests. */
const UNSEEN: Readonly<Record<string, string>> = {
  'datasets/responses/ImportConflict.changed': 'the dataset must change while a file is read',
  'organization/responses/MemberForbidden.ownersOnly': 'takes a key of a member who is no owner',
  'reports/responses/ReportExportConflict.generating': 'the report must be asked for while it is made',
  'webhooks/responses/ResendConflict.pending': 'the delivery must be asked for between two attempts',
}

const documented = responseFiles().flatMap((file) => {
  const { content = {} } = parse(readFileSync(file, 'utf8'))
  const examples: Record<string, { value: unknown }> = content['application/json']?.examples ?? {}
  return Object.entries(examples)
    .map(([name, { value }]) => ({ file, name, value }))
    .filter(({ value }) => Object.hasOwn(Object(value), 'error'))
})

test('every documented error is brought about, or has its reason', () => {
  const without = documented
    .filter(({ file, name }) => !scenarioOf(file, name))
    .map(({ file, name }) => `${file.replace(/^openapi\/v1\/|\.yaml$/g, '')}.${name}`)
  expect(without.sort()).toEqual(Object.keys(UNSEEN).sort())
})

test('each is as the server answers it', { timeout: 60_000 }, async () => {
  const real = await realErrors(documented)
  const differing = real.filter(({ file, name, value }) => {
    const known = documented.find((one) => one.file === file && one.name === name)
    return JSON.stringify(known?.value) !== JSON.stringify(value)
  })
  expect(differing, 'run `npm run examples`').toEqual([])
})
