/** The model of lists of public documents, against facts that were judged by hand. */
import { describe, expect, it } from 'vitest'
import { modelOf } from '../../../src/toolkit/model/apiModel.ts'
import { RELIABLE } from '../../../src/toolkit/model/evidence.ts'
import type { Filter } from '../../../src/toolkit/model/filters.ts'
import { documentOf, type JsonObject } from '../../../src/toolkit/openapi/index.ts'
import { PUBLIC_LISTS, type PublicList } from './publicLists.ts'

/** The parts of a text between spaces outside braces. */
function partsOf(text: string): string[] {
  const parts = ['']
  let depth = 0
  for (const sign of text) {
    if (sign === '{') depth++
    if (sign === '}') depth--
    if (sign === ' ' && depth === 0) parts.push('')
    else parts.push(`${parts.pop() ?? ''}${sign}`)
  }
  return parts.filter((part) => part !== '')
}

/** `id:string owner:{name:string}` */
const propertiesIn = (text: string): Record<string, JsonObject> =>
  Object.fromEntries(
    partsOf(text).map((part) => [
      part.slice(0, part.indexOf(':')),
      schemaOf(part.slice(part.indexOf(':') + 1)),
    ]),
  )

function schemaOf(shape: string): JsonObject {
  if (shape.startsWith('[')) return { type: 'array', items: schemaOf(shape.slice(1, -1)) }
  if (shape.startsWith('{')) return { type: 'object', properties: propertiesIn(shape.slice(1, -1)) }
  if (shape.startsWith('enum(')) return { type: 'string', enum: shape.slice(5, -1).split(',') }
  if (shape === 'any') return {}
  const [type = '', format] = shape.split('/')
  return format === undefined ? { type } : { type, format }
}

const response = (schema: object) => ({
  200: { description: 'OK', content: { 'application/json': { schema } } },
})

const readOf = (path: string) => ({
  get: {
    operationId: `read ${path}`,
    parameters: [
      { name: /\{(.*)\}/.exec(path)?.[1], in: 'path', required: true, schema: { type: 'string' } },
    ],
    responses: response({ $ref: '#/components/schemas/Item' }),
  },
})

const lastWord = (path: string): string =>
  path
    .replace(/\.json$|\/$/, '')
    .split('/')
    .filter((part) => !part.startsWith('{'))
    .at(-1) ?? 'items'

function documentWith({
  path,
  parameter: own,
  also,
  items,
  at,
  around,
  parameters,
  properties,
}: PublicList): JsonObject {
  const described = new Map(properties.map(([name, description]) => [name, description]))
  const item = {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(propertiesIn(items)).map(([name, schema]) => [
        name,
        { ...schema, description: described.get(name) ?? '' },
      ]),
    ),
  }
  const array = { type: 'array', items: { $ref: '#/components/schemas/Item' } }
  const list = at.split('/').reduceRight<object>(
    (inner, name, index) => ({
      type: 'object',
      properties: { [name]: inner, ...(index === 0 ? propertiesIn(around) : {}) },
    }),
    array,
  )
  const collection = `/${lastWord(path)}`
  const parameter = own === '' ? 'id' : own
  return {
    openapi: '3.1.0',
    info: { title: 'Excerpt', version: '1' },
    paths: {
      [collection]: {
        get: {
          operationId: 'list',
          parameters: parameters.map(([name, shape, description]) => ({
            name,
            in: 'query',
            description,
            schema: schemaOf(shape.replace('deep ', '')),
            ...(shape.startsWith('deep ') && { style: 'deepObject' }),
          })),
          responses: response(at === '' ? array : list),
        },
      },
      ...Object.fromEntries([`${collection}/{${parameter}}`, ...also].map((one) => [one, readOf(one)])),
    },
    components: { schemas: { Item: item } },
  } as unknown as JsonObject
}

const factOf = ({ properties, operator, each }: Filter): string =>
  `${each ? 'each ' : ''}${properties.map((path) => path.join('.')).join('|')} ${operator}`.trim()

interface Row {
  row: string
  checked: string
  found: string
  confidence: number
}

type Fact = [fact: string, confidence: number]

function rowsOf(given: PublicList): Row[] {
  const { resources, lists } = modelOf(documentOf(documentWith(given)))
  const [resource] = resources
  const list = resource?.list ?? lists[0]
  const found = new Map<string | undefined, Fact>(
    list?.filters.map((filter) => [filter.parameter, [factOf(filter), filter.evidence.confidence]]),
  )
  const { pagination, sorting } = list ?? {}
  found.set(pagination?.limit?.parameter, ['limit', 1])
  found.set(pagination?.parameter, [pagination?.style ?? '', pagination?.evidence.confidence ?? 0])
  for (const { style, parameter, limit } of pagination?.others ?? []) {
    found.set(parameter, [style, 1])
    if (limit !== undefined) found.set(limit, ['limit', 1])
  }
  found.set(sorting?.parameter, ['sort', sorting?.evidence.confidence ?? 0])
  found.set(sorting?.direction, ['direction', sorting?.evidence.confidence ?? 0])
  const roles = new Map<string, Fact>(
    resource?.properties.map(({ property, role, evidence }) => [property, [role, evidence.confidence]]),
  )
  const cursor = pagination?.cursor
  const facts: Record<string, Fact | undefined> = {
    ...(list?.total !== undefined && { total: [list.total, 1] }),
    ...(cursor !== undefined && cursor.in !== 'item' && { next: [cursor.at, 1] }),
  }
  const place = `${given.api} ${given.path}`
  const rowOf = (name: string, sign: string, checked: string, [fact, confidence]: Fact = ['-', 1]): Row => ({
    row: `${place} ${sign}${name}`,
    checked,
    found: fact,
    confidence,
  })
  return [
    ...given.parameters.map(([name, , , checked]) =>
      // The first property of a parameter that is an object.
      rowOf(
        name,
        '?',
        checked,
        found.get(name) ?? [...found].find(([key]) => key?.startsWith(`${name}[`))?.[1],
      ),
    ),
    ...given.properties.map(([name, , checked]) => rowOf(name, '.', checked, roles.get(name))),
    ...Object.entries(given.facts).map(([name, checked]) => rowOf(name, '=', checked, facts[name])),
  ]
}

/** Errors of the model, with its findings instead. */
const MISSES: Record<string, string> = {
  'Appwrite /database/collections/{collectionId}/documents .$collection': '-',
  'BBC /podcasts ?network_url_key': '-',
  'BBC /podcasts ?category': '-',
  'BBC /podcasts .total_available_episodes': '-',
  'NeoWs /rest/v1/neo/sentry ?is_active': '-',
  'OpenFEC /schedules/schedule_a/ ?last_index': '-',
  'OpenFEC /schedules/schedule_a/ ?max_amount': '-',
  'OpenFEC /schedules/schedule_a/ ?max_image_number': '-',
  'OpenFEC /schedules/schedule_a/ ?min_amount': '-',
  'OpenFEC /schedules/schedule_a/ ?min_image_number': '-',
  'Pims /events/{event_id}/promotions ?family': '-',
  'Vercel /v9/projects/{idOrName}/domains ?redirects': 'redirect eq',
  'api.video /videos ?title': 'title eq',
  'Apideck /crm/leads ?pass_through': 'pass_through.example_downstream_property eq',
  'Apideck /crm/notes ?pass_through': 'pass_through.example_downstream_property eq',
  'Apideck /crm/custom-object-schemas ?pass_through': 'pass_through.example_downstream_property eq',
  'Brevo /senders ?domain': 'each ips.domain eq',
  'Codat /companies/{companyId}/connections .integrationKey': '-',
  'Coolify /applications .manual_webhook_secret_gitlab': '-',
  'Directus /presets .bookmark': '-',
  'Figma /v1/activity_logs ?events': '-',
  'GitHub /repos/{owner}/{repo}/hooks/{hook_id}/deliveries ?status': 'status eq',
  'GitHub /repos/{owner}/{repo}/hooks/{hook_id}/deliveries .delivered_at': 'volatile',
  'Gotify /application/{id}/message .appid': '-',
  'Hetras /api/hotel/v0/hotels/{hotelId}/rateplans =total': '-',
  'Hetras /api/hotel/v0/hotels/{hotelId}/rateplans/{rateplanCode}/rates =total': '-',
  'Intercom /events .name': 'id',
  'Listmonk /campaigns/running/stats ?campaign_id': '-',
  'Listmonk /bounces ?source': 'each results.source eq',
  'Meilisearch /batches ?uids': 'uid eq',
  'Mittwald /v2/projects/{projectId}/app-installations ?searchTerm': 'description|shortId search',
  'Mittwald /v2/projects/{projectId}/mail-addresses ?search': 'search',
  'NetBox /api/virtualization/interfaces/ ?bridge_id': '-',
  'NetBox /api/vpn/l2vpns/ ?type__isw': 'each type eq',
  'SendGrid /subusers/stats/sums .name': 'id',
  'Sentry /api/0/projects/{organization_id_or_slug}/{project_id_or_slug}/releases/ ?environment':
    'lastDeploy.environment eq',
  'Sentry /api/0/organizations/{organization_id_or_slug}/monitors/ ?owner': 'owner.id eq',
  'Stream /api/v2/users .unread_threads': '-',
  'Svix /api/v1/app/{app_id}/msg/{msg_id}/endpoint .statusText': '-',
  'Twilio /2010-04-01/Accounts/{AccountSid}/Usage/Records/Yearly.json .count': '-',
}

describe('lists of public documents', () => {
  const rows = PUBLIC_LISTS.flatMap(rowsOf)
  const table = rows.map(({ row, checked, found }): [string, string, string] => [
    row,
    MISSES[row] ?? checked,
    found,
  ])

  it.each(table)('%s is %s', (_row, expected, found) => {
    expect(found).toBe(expected)
  })

  it('are understood for the most part, and hardly any is misunderstood', () => {
    const facts = rows.filter(({ checked }) => checked !== '-')
    const claims = rows.filter(({ found, confidence }) => found !== '-' && confidence >= RELIABLE)
    const isRight = ({ checked, found }: Row) => checked === found
    expect(new Set(PUBLIC_LISTS.map(({ api }) => api)).size).toBeGreaterThanOrEqual(65)
    expect(rows.length).toBeGreaterThan(1_300)
    expect(facts.filter(isRight).length / facts.length).toBeGreaterThan(0.95)
    expect(claims.filter(isRight).length / claims.length).toBeGreaterThan(0.97)
  })

  it('names only what is wrong among the misses', () => {
    const wrong = rows.filter(({ checked, found }) => checked !== found).map(({ row }) => row)
    expect(Object.keys(MISSES).filter((row) => !wrong.includes(row))).toEqual([])
  })
})
