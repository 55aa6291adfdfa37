/** One operation as a part of a page: parameters, responses and samples. */
import { type CredentialForm, credentialAlternatives } from '../../openapi/credentialForm.ts'
import {
  type ContractDocument,
  isObject,
  type Json,
  type JsonObject,
  objectAt,
} from '../../openapi/document.ts'
import type { Operation } from '../../openapi/operations.ts'
import { type Block, fold, type Tab, type TryIt, text, textAt } from '../blocks.ts'
import { isFile } from '../examples.ts'
import { samplesOf } from '../samples/languages.ts'
import { bodiesOf, isJsonType, parameterValue, plain, sampleRequest } from '../samples/request.ts'
import { badgesOf } from './badges.ts'
import { callbacks } from './callbacks.ts'
import { code } from './constraints.ts'
import { type Described, type OperationContext, titleOf } from './context.ts'
import { parameters, requestBody } from './inputs.ts'
import { listBlocks } from './lists.ts'
import { exampleTabs, responseExamples, responses, withoutStatus } from './responses.ts'
import { scopesOf, securitySentence, serverOf } from './servers.ts'

/** The heading of an operation, which its body follows. */
export function operationHeading({ operation, anchor }: Described, { document }: OperationContext): Block {
  const node = operation.operation
  const keywords = [
    operation.operationId,
    operation.method,
    operation.path,
    ...scopesOf(document, node).map((scope) => `scope ${scope}`),
  ]
  return {
    kind: 'heading',
    level: 2,
    text: titleOf(operation),
    id: anchor,
    badges: badgesOf(node, document.labels),
    keywords: keywords.join(' '),
  }
}

/** The blocks below the heading of an operation. */
export function operationBody(described: Omit<Described, 'anchor'>, context: OperationContext): Block[] {
  const { operation, href, incoming, pathItem } = described
  const { document, schemas } = context
  const node = operation.operation
  const user = { href, title: titleOf(operation) }
  const server = serverOf(document, [node, pathItem, document.root])
  const credentials = incoming ? [] : credentialAlternatives(document, node)
  const tryIt: TryIt | undefined = incoming ? undefined : tryItOf(document, operation, server, credentials)
  const main: Block[] = [
    ...text(textAt(node, 'description')),
    ...(node.security === undefined && document.root.security === undefined
      ? []
      : text(incoming ? '' : securitySentence(document, node, `site:${context.authentication}`))),
    ...externalDocs(node),
    ...(incoming ? [] : listBlocks(context.lists.get(operation.operationId))),
    ...parameters(operation, schemas),
    ...requestBody(document, node, schemas, user),
    ...responses(operation, context, user),
    ...callbacks(document, operation, context),
  ]
  return [
    { kind: 'endpoint', method: operation.method, path: operation.path, ...(tryIt && { tryIt }) },
    { kind: 'columns', main, side: side(document, operation, server, credentials[0] ?? [], incoming) },
  ]
}

/** Samples and examples, shown next to the description. */
function side(
  document: ContractDocument,
  operation: Operation,
  server: string,
  credentials: readonly CredentialForm[],
  incoming: boolean,
): Block[] {
  const blocks: Block[] = []
  if (!incoming) {
    const given = givenSamples(operation.operation)
    const made = samplesOf(sampleRequest(document, operation, server, credentials))
    const others = made.filter(
      ({ label, language }) => !given.some((one) => one.label === label || one.language === language),
    )
    blocks.push({
      kind: 'tabs',
      label: 'Language',
      remember: 'language',
      tabs: [...given, ...others].map(({ label, language, text: sample }) => ({
        label,
        blocks: [{ kind: 'code', language, text: sample }],
      })),
    })
  }
  const bodies = bodiesOf(document, operation.operation)
  const requests = bodies.flatMap(({ type, examples }) =>
    examples.map((example) => ({
      ...example,
      label: bodies.length > 1 ? `${example.label} (${type})` : example.label,
      type,
    })),
  )
  if (requests.length > 1 || (incoming && requests.length > 0))
    blocks.push({
      kind: 'details',
      summary: incoming ? 'Example of the body' : 'Examples of the body',
      open: incoming,
      blocks: [exampleTabs(requests)],
    })
  const responses = [...operation.responses].flatMap(([status, located]): Tab[] => {
    const examples = responseExamples(document, status, located)
    const files = Object.keys(objectAt(located.node, 'content')).filter(isFile)
    if (examples.length > 0) return [{ label: status, blocks: [exampleTabs(withoutStatus(examples))] }]
    return files.length === 0
      ? []
      : [{ label: status, blocks: text(`A file of type ${files.map(code).join(' or ')}.`) }]
  })
  if (responses.length > 0)
    blocks.push(fold('Responses', [{ kind: 'tabs', label: 'Status', tabs: responses }], true))
  return blocks
}

/** Those that the author wrote. */
function givenSamples(node: JsonObject): { label: string; language: string; text: string }[] {
  const list = node['x-codeSamples'] ?? node['x-code-samples']
  return (Array.isArray(list) ? list : []).flatMap((one) => {
    if (!isObject(one) || typeof one.source !== 'string') return []
    const language = textAt(one, 'lang').toLowerCase() || 'text'
    const known =
      { shell: 'bash', curl: 'bash', javascript: 'typescript', node: 'typescript', js: 'typescript' }[
        language
      ] ?? language
    return [{ label: textAt(one, 'label') || textAt(one, 'lang'), language: known, text: one.source }]
  })
}

function externalDocs(node: JsonObject): Block[] {
  const { externalDocs: docs } = node
  if (!isObject(docs) || textAt(docs, 'url') === '') return []
  return text(`More: [${textAt(docs, 'description') || textAt(docs, 'url')}](${textAt(docs, 'url')})`)
}

/** A body as it is sent; empty where only a file fits. */
function exampleText(type: string, value: Json | undefined): string {
  if (typeof value === 'string' && !isJsonType(type)) return value
  return value === undefined && isFile(type) ? '' : JSON.stringify(value ?? {}, null, 2)
}

function tryItOf(
  document: ContractDocument,
  operation: Operation,
  server: string,
  credentials: CredentialForm[][],
): TryIt {
  const [body] = bodiesOf(document, operation.operation)
  const parameters = operation.parameters.flatMap((parameter) => {
    const name = textAt(parameter, 'name')
    const place = textAt(parameter, 'in')
    if (
      place === 'cookie' ||
      (place === 'header' && ['accept', 'content-type', 'authorization'].includes(name.toLowerCase()))
    )
      return []
    const required = parameter.required === true
    return [
      { name, in: place, required, example: required ? plain(parameterValue(document, parameter)) : '' },
    ]
  })
  // The shortest example refers to the fewest resources, which a running server may not have.
  const [shortest] = (body?.examples ?? []).toSorted(
    (one, other) => JSON.stringify(one.value).length - JSON.stringify(other.value).length,
  )
  const value = shortest?.value
  return {
    method: operation.method,
    path: operation.path,
    server,
    parameters,
    ...(credentials.length > 0 && { credentials }),
    ...(body && {
      body: {
        type: body.type,
        example: exampleText(body.type, value),
      },
    }),
  }
}
