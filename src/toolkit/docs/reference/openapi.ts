/** The pages of an OpenAPI document: an overview, a page for each group of operations, one for each schema. */
import {
  type ContractDocument,
  isObject,
  type Json,
  type JsonObject,
  objectAt,
} from '../../openapi/document.ts'
import { listOperations, METHODS, type Operation } from '../../openapi/operations.ts'
import { plural } from '../../openapi/plural.ts'
import { follow } from '../../openapi/resolve.ts'
import {
  type Block,
  createSlugs,
  heading,
  type MenuEntry,
  type Page,
  table,
  text,
  textAt,
} from '../blocks.ts'
import { operationAt } from './callbacks.ts'
import { code } from './constraints.ts'
import { type Described, type OperationContext, titleOf } from './context.ts'
import { listsOf } from './lists.ts'
import { operationBody, operationHeading } from './operations.ts'
import { firstSentence, pagesOfSchemas } from './schemaPages.ts'
import { createSchemas } from './schemas.ts'
import { securitySchemes, serversTable } from './servers.ts'
import { elementsOf } from './size.ts'

export interface Reference {
  title: string
  pages: Page[]
  menu: MenuEntry[]
  /** Words in code that lead to a place of this reference. */
  terms: Map<string, string>
}

/** HTML elements of the operations of a page, about; a group with more has several pages, so that each opens quickly. */
const MAX_ELEMENTS = 4500

/** HTML elements of the heading of an operation. */
const HEADING_ELEMENTS = 3

/** The blocks below the heading of an operation, before the page of each operation is known. */
interface Draft {
  body: Block[]
  /** The schemas whose pages name the operation. */
  carried: (Json | undefined)[]
  /** The body links to other operations. */
  isLinked: boolean
}

function draftOf(one: Unplaced, context: OperationContext): Draft {
  const carried: Draft['carried'] = []
  let isLinked = false
  const body = operationBody(
    { ...one, href: '' },
    {
      ...context,
      schemas: {
        ...context.schemas,
        show(schema, user) {
          if (user !== undefined) carried.push(schema)
          return context.schemas.show(schema)
        },
      },
      linkTo: () => {
        isLinked = true
        return undefined
      },
    },
  )
  return { body, carried, isLinked }
}

function bodyOf(one: Described, draft: Draft | undefined, context: OperationContext): Block[] {
  if (draft === undefined || draft.isLinked) return operationBody(one, context)
  const user = { href: one.href, title: titleOf(one.operation) }
  for (const schema of draft.carried) context.schemas.use(schema, user)
  return draft.body
}

/** An operation whose page is not known yet. */
type Unplaced = Omit<Described, 'href' | 'anchor'>

interface Group {
  name: string
  description: string
  /** The name without the number of a part. */
  tag: string
  /** Which page of the group it is, from 0. */
  part: number
  /** The number of pages of the group. */
  parts: number
  path: string
  operations: Described[]
}

export function openapiReference(
  document: ContractDocument,
  folder: string,
  terms: ReadonlyMap<string, string>,
): Reference {
  const { root } = document
  const info = objectAt(root, 'info')
  const index = `${folder}/index.html`
  const schemas = createSchemas(document, `${folder}/schemas`)
  const lists = listsOf(document)
  const scratch: OperationContext = {
    document,
    schemas,
    lists,
    authentication: `${index}#authentication`,
    linkTo: () => undefined,
    terms,
  }
  const drafts = new Map<Operation, Draft>()
  const groups = groupsOf(document, folder, (one) => {
    const draft = draftOf(one, scratch)
    drafts.set(one.operation, draft)
    return HEADING_ELEMENTS + elementsOf(draft.body)
  })
  const all = groups.flatMap(({ operations }) => operations)
  const byId = new Map(all.map(({ operation, href }) => [operation.operationId, `site:${href}`]))
  const context: OperationContext = { ...scratch, linkTo: (id) => byId.get(id) }
  const blocksOf = (one: Described): Block[] => [
    operationHeading(one, context),
    ...bodyOf(one, drafts.get(one.operation), context),
  ]
  const pages = groups.map(
    (group): Page => ({
      path: group.path,
      title: group.name,
      summary: firstSentence(group.description) || plural(group.operations.length, 'operation'),
      wide: true,
      isPart: group.parts > 1,
      blocks: [
        ...text(group.description),
        ...(group.operations.length > 1 ? operationsTable([group]) : []),
        ...group.operations.flatMap(blocksOf),
      ],
    }),
  )
  const overview: Page = {
    path: index,
    title: textAt(info, 'title') || 'API',
    summary: textAt(info, 'summary') || firstSentence(textAt(info, 'description')),
    blocks: overviewBlocks(document, groups),
  }
  const schemaPages = pagesOfSchemas(document, schemas, folder)
  return {
    title: overview.title,
    pages: [overview, ...pages, ...schemaPages],
    menu: [
      { title: 'Overview', href: index },
      ...groups.filter(({ part }) => part === 0).map((group) => menuOfGroup(group, groups)),
      ...(schemaPages.length > 0 ? [{ title: 'Schemas', href: `${folder}/schemas/index.html` }] : []),
    ],
    terms: termsOf(groups),
  }
}

/** Words in code that lead to an operation or to a group. */
const termsOf = (groups: readonly Group[]): Map<string, string> =>
  new Map([
    // As authors link to a group for other renderers.
    ...groups.map(({ name, path }): [string, string] => [
      `tag/${name.replaceAll(/\s+/g, '-').toLowerCase()}`,
      `site:${path}`,
    ]),
    ...groups
      .flatMap(({ operations }) => operations)
      .map(({ operation, href }): [string, string] => [operation.operationId, `site:${href}`]),
  ])

/** Operations of a larger group are listed on the page that they are on. */
const MAX_MENU_ENTRIES = 100

function menuOfGroup({ tag, path }: Group, groups: readonly Group[]): MenuEntry {
  const pages = groups.filter((one) => one.tag === tag)
  const all = pages.flatMap(({ operations }) => operations)
  const entries =
    pages.length === 1 || all.length <= MAX_MENU_ENTRIES
      ? all.map(menuEntry)
      : pages.map((page) => ({
          title: `Part ${page.part + 1} of ${page.parts}`,
          href: page.path,
          entries: page.operations.map(menuEntry),
        }))
  return { title: tag, href: path, entries }
}

const menuEntry = ({ operation, href, incoming }: Described): MenuEntry => ({
  title: titleOf(operation),
  href,
  badge: {
    text: incoming ? 'event' : operation.method,
    kind: incoming ? 'event' : operation.method.toLowerCase(),
  },
})

/** The number of segments that all paths begin with, such as a version. Parameters end them. */
function commonPrefix(paths: readonly string[]): number {
  const [first = [], ...others] = paths.map((path) => path.split('/').slice(1))
  const length = first.findIndex(
    (segment, at) =>
      segment.startsWith('{') || others.some((other) => other[at] !== segment || other.length === at + 1),
  )
  return others.length === 0 || length < 0 ? 0 : length
}

const nameAfter = (prefix: number, path: string): string => path.split('/')[prefix + 1] ?? ''

/** Operations by their first tag, in the order of the document's tags; webhooks by theirs. */
function groupsOf(
  document: ContractDocument,
  folder: string,
  sizeOf: (operation: Unplaced) => number,
): Group[] {
  const { root } = document
  const described = new Map<string, JsonObject>()
  for (const tag of Array.isArray(root.tags) ? root.tags : [])
    if (isObject(tag)) described.set(textAt(tag, 'name'), tag)
  const lists = new Map<string, Unplaced[]>([...described.keys()].map((name) => [name, []]))
  const put = (one: Unplaced, otherwise: string) => {
    const { tags } = one.operation.operation
    const name = Array.isArray(tags) && typeof tags[0] === 'string' ? tags[0] : otherwise
    lists.set(name, [...(lists.get(name) ?? []), one])
  }
  const prefix = commonPrefix(Object.keys(objectAt(root, 'paths')))
  for (const operation of listOperations(document)) {
    const pathItem = follow(document, objectAt(root, 'paths')[operation.path])
    put(
      { operation, incoming: false, pathItem },
      described.size > 0 ? 'Other' : nameAfter(prefix, operation.path) || 'Operations',
    )
  }
  for (const name of Object.keys(objectAt(root, 'webhooks'))) {
    const pathItem = follow(document, objectAt(root, 'webhooks')[name])
    for (const method of METHODS)
      if (isObject(pathItem[method]))
        put(
          { operation: operationAt(document, pathItem, method, name, name), incoming: true, pathItem },
          'Webhooks',
        )
  }
  const slug = createSlugs()
  slug('index')
  slug('schemas')
  const anchorOf = createSlugs((id) =>
    /^[A-Za-z][\w.-]*$/.test(id)
      ? id
      : id
          .replaceAll(/[^A-Za-z0-9]+/g, '-')
          .replaceAll(/^-|-$/g, '')
          .toLowerCase() || 'operation',
  )
  return [...lists].flatMap(([name, list]) => {
    const pages = divided(list, sizeOf)
    return pages.map((part, at): Group => {
      const path = `${folder}/${slug(at === 0 ? name : `${name} ${at + 1}`)}.html`
      const tag = described.get(name)
      const operations = part.map((one) => {
        const anchor = anchorOf(one.operation.operationId)
        return { ...one, anchor, href: `${path}#${anchor}` }
      })
      const title = (tag && (textAt(tag, 'x-displayName') || textAt(tag, 'summary'))) || name
      return {
        name: pages.length > 1 ? `${title} (${at + 1} of ${pages.length})` : title,
        tag: title,
        part: at,
        parts: pages.length,
        description: at === 0 && tag ? textAt(tag, 'description') : '',
        path,
        operations,
      }
    })
  })
}

/** Parts of a list whose sizes are below `MAX_ELEMENTS`, in its order and about equally large. */
function divided<T>(list: readonly T[], sizeOf: (one: T) => number): T[][] {
  const sizes = list.map(sizeOf)
  const total = sizes.reduce((sum, size) => sum + size, 0)
  const share = total / Math.max(1, Math.ceil(total / MAX_ELEMENTS))
  const parts: T[][] = []
  let filled = 0
  for (const [at, one] of list.entries()) {
    const size = sizes[at] ?? 0
    const part = parts.at(-1)
    if (part === undefined || filled + size > MAX_ELEMENTS || filled >= share) {
      parts.push([one])
      filled = size
    } else {
      part.push(one)
      filled += size
    }
  }
  return parts
}

const operationsTable = (groups: readonly Group[]): Block[] =>
  table(
    ['Operation', 'Request'],
    groups.flatMap(({ operations }) =>
      operations.map(({ operation, href, incoming }) => [
        `[${titleOf(operation).replaceAll(/[[\]]/g, '')}](site:${href})${operation.operation.deprecated === true ? ' (deprecated)' : ''}`,
        incoming ? `event ${code(operation.path)}` : code(`${operation.method} ${operation.path}`),
      ]),
    ),
  )

function overviewBlocks(document: ContractDocument, groups: readonly Group[]): Block[] {
  const { root } = document
  const info = objectAt(root, 'info')
  const contact = objectAt(info, 'contact')
  const license = objectAt(info, 'license')
  const facts: string[][] = [
    ['Version', code(textAt(info, 'version'))],
    ['Description language', `OpenAPI ${String(root.openapi)}`],
    [
      'Contact',
      link(
        textAt(contact, 'name') || textAt(contact, 'email'),
        textAt(contact, 'url') || (textAt(contact, 'email') && `mailto:${textAt(contact, 'email')}`),
      ),
    ],
    ['License', link(textAt(license, 'name'), textAt(license, 'url'))],
    ['Terms', link(textAt(info, 'termsOfService') && 'Terms of service', textAt(info, 'termsOfService'))],
    [
      'More',
      link(
        textAt(objectAt(root, 'externalDocs'), 'description') ||
          textAt(objectAt(root, 'externalDocs'), 'url'),
        textAt(objectAt(root, 'externalDocs'), 'url'),
      ),
    ],
  ].filter(([, value]) => value !== '' && value !== '``')
  const servers = serversTable(root.servers)
  const security = securitySchemes(document)
  const { labels } = document
  return [
    ...text(textAt(info, 'description') || textAt(info, 'summary')),
    ...table(['Fact', 'Value'], facts),
    ...(servers.length > 0 ? [heading(2, 'Servers', 'servers'), ...servers] : []),
    heading(2, 'Authentication', 'authentication'),
    ...(security.length > 0 ? security : text('The document names no way to authenticate.')),
    ...(labels !== undefined && JSON.stringify(root).includes(`"${labels.extension}"`)
      ? [
          heading(2, labels.title, 'provenance'),
          ...table(
            ['Badge', 'Meaning'],
            Object.entries(labels.values).map(([name, words]) => [code(name), words]),
          ),
        ]
      : []),
    heading(2, 'Operations', 'operations'),
    ...operationsOf(groups),
  ]
}

/** Operations of a larger document are listed on the pages of their groups. */
const MAX_LISTED = 400

function operationsOf(groups: readonly Group[]): Block[] {
  const count = groups.reduce((sum, { operations }) => sum + operations.length, 0)
  if (count > MAX_LISTED)
    return table(
      ['Group', 'Description', 'Operations'],
      groups.map(({ name, path, description, operations }) => [
        `[${name.replaceAll(/[[\]]/g, '')}](site:${path})`,
        firstSentence(description),
        String(operations.length),
      ]),
    )
  return groups.flatMap((group): Block[] => [
    heading(
      3,
      `[${group.name.replaceAll(/[[\]]/g, '')}](site:${group.path})`,
      `group-${group.path.split('/').at(-1)?.replace('.html', '')}`,
    ),
    ...operationsTable([group]),
  ])
}

const link = (words: string, url: string): string => (url === '' ? words : `[${words}](${url})`)
