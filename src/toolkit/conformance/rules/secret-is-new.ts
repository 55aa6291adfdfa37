import { isObject, type Json, type JsonObject } from '../../contract/index.ts'
import type { ApiOperation } from '../api/api.ts'
import { lastSegment, normal } from '../api/resources.ts'
import { typesOf, viewOf } from '../api/schemaView.ts'
import { defineRule, type Plan, type TrialContext } from '../run/rule.ts'
import { answerMembers, bodyMembers } from './compare.ts'

const SECRET =
  /^(client|signing|webhook|api|access|refresh|private|shared)?(secret|token|apikey|accesskey|password)(value|key)?$|^(secret|api|access)?key$/
const ROTATES = /(rotate|regenerate|renew|roll|reissue|reset)/i

/** What is made as a secret is made anew each time: two things have two, and after a rotation the old one is not given again. */
export const secretIsNew = defineRule({
  id: 'secret-is-new',
  title: 'Secrets that the server makes differ from thing to thing, and from rotation to rotation.',
  basis: 'the document; OWASP API2:2023',
  pack: 'core',
  *trials({ api, graph }) {
    for (const resource of graph.resources) {
      const { create, collection, item } = resource
      const member = create && secretOf({ api }, create)
      if (create !== undefined && member !== undefined && !collection.includes('{'))
        yield {
          name: 'of two',
          constraint: `/${member} is new`,
          operation: create,
          async run(context) {
            const one = await context.item(resource, { fresh: true })
            const other = await context.item(resource, { fresh: true })
            const [first, second] = [one, other].map(({ made }) => textAt(made.json, member))
            if (first === undefined || first !== second || isMasked(first)) return
            context.broken({
              message: `received the same ${member} for two things, expected another one for each`,
              exchange: other.made,
              with: [one.made],
              pointer: `/${member}`,
              place: create.pointer,
            })
          },
        }
      for (const operation of api.operations) {
        if (operation.method !== 'POST' || !operation.path.startsWith(`${item}/`)) continue
        const rotated = secretOf({ api }, operation)
        if (rotated === undefined || !ROTATES.test(`${operation.operationId} ${lastSegment(operation.path)}`))
          continue
        yield {
          name: `after ${lastSegment(operation.path)}`,
          constraint: `/${rotated} is new`,
          operation,
          run: (context) => rotates(context, operation, rotated, member),
        }
      }
    }
  },
})

/** The member of an answer that holds a secret of the server's making. */
function secretOf({ api }: Pick<Plan, 'api'>, operation: ApiOperation): string | undefined {
  const sent = bodyMembers(api, operation)
  return [...answerMembers(api, operation)].find(
    ([name, schema]) =>
      SECRET.test(normal(name)) &&
      !sent.has(name) &&
      typesOf(viewOf(api.document, schema)).includes('string'),
  )?.[0]
}

async function rotates(
  context: TrialContext,
  operation: ApiOperation,
  rotated: string,
  made: string | undefined,
): Promise<void> {
  const resource = context.graph.alongPath(operation.path).at(-1)
  if (resource === undefined) return
  const item = await context.item(resource, { fresh: true })
  const known = await context.succeed(operation, { fresh: true })
  const parts = { ...known.parts, params: { ...known.parts.params, ...item.params } }
  const answers = [await context.send(operation, parts), await context.send(operation, parts)]
  const [first, second] = answers.map(({ json, status }) =>
    status < 300 ? textAt(json, rotated) : undefined,
  )
  const old = made === undefined ? undefined : textAt(item.made.json, made)
  if (first === undefined) return context.notObserved(`the rotation was answered with ${answers[0]?.status}`)
  const same = first === old ? answers[0] : first === second ? answers[1] : undefined
  if (same === undefined || isMasked(first)) return
  context.broken({
    message: `received the ${rotated} from before the rotation, expected a new one`,
    exchange: same,
    with: [item.made, ...answers.filter((one) => one !== same)],
    pointer: `/${rotated}`,
    place: operation.pointer,
  })
}

const textAt = (json: unknown, member: string): string | undefined => {
  const value = isObject(json as Json) ? (json as JsonObject)[member] : undefined
  return typeof value === 'string' && value !== '' ? value : undefined
}

const isMasked = (secret: string): boolean =>
  /\*{2}|•|…|x{4}|\.{3}|redacted|hidden/i.test(secret) || secret.length < 8
