/** Bodies of several forms (`anyOf`): servers ignore a property of another form than the one that was sent. */
import { expect, it } from 'vitest'
import { runConformance, runnerRules } from '../../../../src/toolkit/conformance/conform.ts'
import { documentOf } from '../../../../src/toolkit/openapi/documentOf.ts'
import { startJson } from './jsonServer.ts'

const text = { type: 'string' }
const id = { name: 'id', in: 'path', required: true, schema: text }
const shown = (schema: object) => ({ description: '', content: { 'application/json': { schema } } })
const toIban = { iban: { ...text, minLength: 1 }, amount: { type: 'integer', minimum: 1, maximum: 1000 } }
const toAccount = {
  account_id: { ...text, description: 'ID of an existing account.' },
  note: { ...text, minLength: 1 },
  due_on: { ...text, format: 'date', description: 'Must be in the future.' },
}
const form = (properties: object) => ({ type: 'object', required: Object.keys(properties), properties })
const FORMS = {
  IBAN: { schema: form(toIban), example: { iban: 'DE02120300000000202051', amount: 5 } },
  account: { schema: form(toAccount), example: { account_id: '1', note: 'Rent', due_on: '2051-03-04' } },
}
type Form = keyof typeof FORMS

/** Creation and reading. */
function collection(name: string, properties: object, body: object) {
  const whole = { type: 'object', required: ['id'], properties: { id: text, ...properties } }
  const [created, rejected] = [shown(whole), shown({ type: 'object' })]
  return {
    [`/${name}`]: {
      post: {
        operationId: `create-${name}`,
        requestBody: { required: true, content: { 'application/json': body } },
        responses: { 201: created, 422: rejected },
      },
    },
    [`/${name}/{id}`]: {
      parameters: [id],
      get: { operationId: `get-${name}`, responses: { 200: shown(whole), 404: { description: '' } } },
    },
  }
}

const documentWith = (first: Form, second: Form) =>
  documentOf({
    openapi: '3.1.0',
    info: { title: 'Bank', version: '1' },
    paths: {
      ...collection('accounts', { name: text }, { schema: form({ name: { ...text, minLength: 1 } }) }),
      ...collection(
        'transfers',
        { ...toIban, ...toAccount },
        { schema: { anyOf: [FORMS[first].schema, FORMS[second].schema] }, example: FORMS[first].example },
      ),
    },
  })

async function rulesWithFindings(first: Form, second: Form, isLax: boolean): Promise<string[]> {
  const stored = new Map<string, Record<string, unknown>>()
  await using server = await startJson(({ method, url, body }) => {
    const [, kind, key = ''] = url.split('?')[0]?.split('/') ?? []
    if (method !== 'POST') {
      const found = stored.get(`${kind} ${key}`)
      return found === undefined ? [404] : [200, found]
    }
    const { iban, amount, account_id, note, due_on, name } = JSON.parse(body)
    const isToIban = typeof iban === 'string' && typeof amount === 'number'
    const isRight = stored.has(`accounts ${account_id}`) && Date.parse(due_on) > Date.now()
    if (kind === 'transfers' && !isToIban && !isRight && !isLax) return [422, {}]
    const transfer = isToIban ? { iban, amount } : { account_id, note, due_on }
    const made = { id: `${stored.size + 1}`, ...(kind === 'transfers' ? transfer : { name }) }
    stored.set(`${kind} ${made.id}`, made)
    return [201, made]
  })
  const rules = ['unknown-item-not-found', 'created-read-back', 'promised-conflict-returned']
  const found = new Set<string>()
  await runConformance({
    document: documentWith(first, second),
    target: server.url,
    identities: [{ name: 'anyone', credentials: [] }],
    rules: runnerRules.filter((rule) => rules.includes(rule.id)),
    subscribers: [(event) => void (event.type === 'finding' && found.add(event.finding.rule))],
  })
  return [...found].sort()
}

it.each<[first: Form, second: Form, isLax: boolean, rules: string[]]>([
  ['IBAN', 'account', false, []],
  ['account', 'IBAN', false, []],
  ['account', 'IBAN', true, ['promised-conflict-returned', 'unknown-item-not-found']],
])(
  'transfers to an %s or an %s, on a server that accepts everything: %s',
  { timeout: 30_000 },
  async (first, second, isLax, rules) => {
    expect(await rulesWithFindings(first, second, isLax)).toEqual(rules)
  },
)
