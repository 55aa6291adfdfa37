/** Texts without any JSON around them: what a PUT wrote is what the GET hands out, the second time as well. */
import { type ApiOperation, bodyPlace } from '../../../model/api.ts'
import type { Resource } from '../../../model/resources.ts'
import { readHeader } from '../../../openapi/headers.ts'
import { mediaTypeOf } from '../../../openapi/json.ts'
import { fits, ofLength, stringFor } from '../../../schema/values/strings.ts'
import { typesOf, viewOf } from '../../../schema/view.ts'
import type { Check, CheckContext, Plan } from '../../engine/rule.ts'
import { expectRejection } from '../expectation.ts'

const LONGEST = 70_000

const isPlain = (operation: ApiOperation | undefined): boolean =>
  mediaTypeOf(operation?.body?.mediaType ?? '') === 'text/plain'

/** The texts that a PUT writes. */
export function* plainTexts({ graph }: Pick<Plan, 'graph'>): Iterable<Check> {
  for (const resource of graph.resources) {
    const operation = resource.put ?? (resource.update?.method === 'PUT' ? resource.update : undefined)
    if (operation === undefined || !isPlain(operation) || resource.read === undefined) continue
    yield {
      name: 'text',
      constraint: 'the text is stored',
      operation,
      run: (context) => writtenAndRead(context, resource, operation),
    }
  }
}

async function writtenAndRead(
  context: CheckContext,
  resource: Resource,
  operation: ApiOperation,
): Promise<void> {
  const { read } = resource
  const item = await context.item(resource, { fresh: true })
  const view = viewOf(context.api.document, operation.body?.schema)
  for (const round of ['first', 'second']) {
    const text = `${round} ${context.random.word(8)}`
    if (!fits(view, text)) return context.notObserved({ code: 'other-format', what: 'the string' })
    const wrote = await context.send(operation, { params: item.params, query: {}, headers: {}, body: text })
    if (wrote.status >= 300)
      return context.notObserved({ code: 'rejected', what: 'the string', status: wrote.status })
    const response = await context.read(item)
    // A plain string may be returned with markup around it.
    if (
      response.status < 300 &&
      mediaTypeOf(readHeader(response.headers, 'content-type') ?? '') !== 'text/plain'
    )
      return context.notObserved({
        code: 'absent',
        from: `the response of ${read?.operationId ?? 'GET'}`,
        what: 'plain text',
      })
    const received = response.body.toString()
    if (response.status < 300 && received === text) continue
    context.broken({
      code: 'text-not-stored',
      received: received.slice(0, 80),
      expected: text,
      details: { status: response.status },
      exchange: response,
      with: [item.made, wrote],
      place: read?.pointer ?? operation.pointer,
    })
  }
}

/** Texts that are too short or too long. */
export function* brokenTexts({ api }: Pick<Plan, 'api'>): Iterable<Check> {
  for (const operation of api.operations) {
    const { body } = operation
    const view = viewOf(api.document, body?.schema)
    if (body === undefined || !isPlain(operation) || !typesOf(view).includes('string')) continue
    const [least, most] = [view.minLength, view.maxLength].map(Number)
    const broken: [keyword: string, length: number][] = []
    if (least !== undefined && least > 0) broken.push(['minLength', least - 1])
    if (most !== undefined && most < LONGEST) broken.push(['maxLength', most + 1])
    for (const [keyword, length] of broken)
      yield {
        name: `body.${keyword}`,
        constraint: `body.${keyword}`,
        operation,
        async run(context) {
          const parts = await context.parts(operation, { fresh: true })
          const known = stringFor({ ...view, minLength: 0 }, context.random, 'text') ?? 'text'
          const text = ofLength({}, known, length) ?? known.slice(0, length).padEnd(length, 'x')
          const exchange = await context.send(operation, { ...parts, body: text })
          expectRejection(context, operation, exchange, {
            what: `a text of ${length} characters (${keyword})`,
            fitting: [400, 413, 422],
            any4xx: true,
            place: bodyPlace(operation),
          })
        },
      }
  }
}
