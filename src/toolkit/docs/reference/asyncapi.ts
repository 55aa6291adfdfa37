/** The pages of an AsyncAPI document: an overview, and a page for each message. */
import { type ContractDocument, isObject, type JsonObject, objectAt } from '../../openapi/document.ts'
import { listMessages, type Message } from '../../openapi/messages.ts'
import { pointerOf, valueAt } from '../../openapi/pointer.ts'
import { follow, locate } from '../../openapi/resolve.ts'
import { type Block, createSlugs, fold, heading, json, type Page, table, text, textAt } from '../blocks.ts'
import { sampleOf } from '../examples.ts'
import { badgesOf } from './badges.ts'
import { code } from './constraints.ts'
import type { Reference } from './openapi.ts'
import { firstSentence, pagesOfSchemas } from './schemaPages.ts'
import { createSchemas, type Schemas } from './schemas.ts'
import { securitySchemes } from './servers.ts'

export function asyncapiReference(document: ContractDocument, folder: string): Reference {
  const { root } = document
  const info = objectAt(root, 'info')
  const index = `${folder}/index.html`
  const schemas = createSchemas(document, `${folder}/schemas`)
  const slug = createSlugs((name) => name.replaceAll(/[^\w.-]+/g, '-'))
  slug('index')
  slug('schemas')
  const messages = listMessages(document).map((message) => ({
    message,
    path: `${folder}/${slug(message.name)}.html`,
  }))
  const pages = messages.map(
    ({ message, path }): Page => ({
      path,
      title: message.name,
      summary: firstSentence(
        textAt(message.node, 'summary') ||
          textAt(message.node, 'title') ||
          textAt(message.node, 'description'),
      ),
      badges: badgesOf(message.node, document.labels),
      wide: true,
      blocks: messageBlocks(document, message, path, schemas),
    }),
  )
  const overview: Page = {
    path: index,
    title: textAt(info, 'title') || 'Events',
    summary: firstSentence(textAt(info, 'description')),
    blocks: [
      ...text(textAt(info, 'description')),
      {
        kind: 'table',
        head: ['Fact', 'Value'],
        rows: [
          ['Version', code(textAt(info, 'version'))],
          ['Description language', `AsyncAPI ${String(root.asyncapi)}`],
        ],
      },
      heading(2, 'Messages', 'messages'),
      {
        kind: 'table',
        head: ['Message', 'When'],
        rows: messages.map(({ message, path }) => [
          `[${message.name}](site:${path})`,
          textAt(message.node, 'summary') || textAt(message.node, 'title'),
        ]),
      },
      ...servers(document),
      ...channels(document),
      ...operations(document),
      heading(2, 'Authentication', 'authentication'),
      ...orElse(securitySchemes(document), 'The document names no way to authenticate.'),
    ],
  }
  const schemaPages = pagesOfSchemas(document, schemas, folder)
  return {
    title: overview.title,
    pages: [overview, ...pages, ...schemaPages],
    menu: [
      { title: 'Overview', href: index },
      ...messages.map(({ message, path }) => ({ title: message.name, href: path })),
      ...(schemaPages.length > 0 ? [{ title: 'Schemas', href: `${folder}/schemas/index.html` }] : []),
    ],
    terms: new Map(messages.map(({ message, path }) => [message.name, `site:${path}`])),
  }
}

const orElse = (blocks: Block[], words: string): Block[] => (blocks.length > 0 ? blocks : text(words))

function messageBlocks(
  document: ContractDocument,
  message: Message,
  path: string,
  schemas: Schemas,
): Block[] {
  const { node, payloadPointer, headersPointer } = message
  const user = { href: path, title: message.name }
  const payload = payloadPointer === undefined ? undefined : schemaAt(document, payloadPointer)
  const headers = headersPointer === undefined ? undefined : schemaAt(document, headersPointer)
  const examples = (Array.isArray(node.examples) ? node.examples : []).filter(isObject)
  const made =
    examples.length > 0 || payload === undefined ? undefined : sampleOf(document, payload, 'response')
  const facts: string[][] = [
    ['Media type', code(message.contentType)],
    [
      'Direction',
      message.actions
        .map((action) => (action === 'send' ? 'sent by the service' : 'received by the service'))
        .join(', '),
    ],
    ['Address', message.addresses.flatMap((address) => (address === null ? [] : [code(address)])).join(', ')],
    [
      'Correlation',
      textAt(follow(document, node.correlationId), 'location') &&
        code(textAt(follow(document, node.correlationId), 'location')),
    ],
  ].filter(([, value]) => value !== '') as string[][]
  const bindings = objectAt(node, 'bindings')
  const main: Block[] = [
    ...text(
      [textAt(node, 'summary') || textAt(node, 'title'), textAt(node, 'description')]
        .filter((part) => part !== '')
        .join('\n\n'),
    ),
    ...table(['Fact', 'Value'], facts),
    ...(headers === undefined ? [] : [heading(2, 'Headers', 'headers'), ...schemas.show(headers)]),
    heading(2, 'Payload', 'payload'),
    ...(payload === undefined ? text('The document describes no payload.') : schemas.show(payload, user)),
    ...(Object.keys(bindings).length > 0 ? [fold('Bindings', [json(bindings)])] : []),
  ]
  const side: Block[] = [
    ...examples.flatMap((example): Block[] => [
      ...(isObject(example.headers) ? [json(example.headers, 'Headers')] : []),
      ...(example.payload === undefined
        ? []
        : [json(example.payload, textAt(example, 'summary') || textAt(example, 'name') || 'Payload')]),
    ]),
    ...(made === undefined ? [] : [json(made, 'Payload')]),
  ]
  return [{ kind: 'columns', main, side }]
}

/** A payload is a schema, or one with its language (Multi Format Schema Object). */
function schemaAt(document: ContractDocument, pointer: string) {
  const node = valueAt(document.root, pointer)
  const inner = follow(document, node)
  return typeof inner.schemaFormat === 'string' && inner.schema !== undefined ? inner.schema : node
}

function servers(document: ContractDocument): Block[] {
  const all = Object.entries(objectAt(document.root, 'servers'))
  if (all.length === 0) return []
  const rows = all.map(([name, given]) => {
    const server = follow(document, given)
    return [
      code(name),
      code(`${textAt(server, 'protocol')}://${textAt(server, 'host')}${textAt(server, 'pathname')}`),
      textAt(server, 'description'),
    ]
  })
  return [heading(2, 'Servers', 'servers'), ...table(['Server', 'Address', 'Description'], rows)]
}

function channels(document: ContractDocument): Block[] {
  const all = Object.keys(objectAt(document.root, 'channels'))
  if (all.length === 0) return []
  const rows = all.map((name) => {
    const { node } = locate(document, pointerOf('channels', name))
    const parameters = Object.keys(objectAt(node, 'parameters')).map((one) => code(one))
    return [
      code(name),
      typeof node.address === 'string' ? code(node.address) : 'decided at run time',
      parameters.join(', '),
      textAt(node, 'description') || textAt(node, 'summary'),
    ]
  })
  return [
    heading(2, 'Channels', 'channels'),
    ...table(['Channel', 'Address', 'Parameters', 'Description'], rows),
  ]
}

function operations(document: ContractDocument): Block[] {
  const all = Object.entries(objectAt(document.root, 'operations'))
  if (all.length === 0) return []
  const rows = all.map(([name, given]) => {
    const operation: JsonObject = follow(document, given)
    return [
      code(name),
      textAt(operation, 'action') === 'send' ? 'the service sends' : 'the service receives',
      textAt(operation, 'summary') || firstSentence(textAt(operation, 'description')),
      badgesOf(operation, document.labels)
        .map(({ text: words }) => words)
        .join(', '),
    ]
  })
  return [
    heading(2, 'Operations', 'operations'),
    ...table(['Operation', 'Direction', 'Description', ''], rows),
  ]
}
