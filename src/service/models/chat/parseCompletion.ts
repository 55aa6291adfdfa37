import type { Completion } from '../models.ts'

/** A body that is not a chat completion. */
export class MalformedResponse extends Error {
  override readonly name = 'MalformedResponse'
}

/**
 * Reads the body of a chat completion; properties that the service does not use may have any form.
 *
 * @throws MalformedResponse when it contains no text
 */
export function parseCompletion(text: string): Omit<Completion, 'cost' | 'attempts'> {
  const body = parse(text)
  const choice = first(member(body, 'choices'))
  const message = member(choice, 'message')
  const content = member(message, 'content')
  // A model that rejects reports it in a property of its own.
  const output = typeof content === 'string' ? content : member(message, 'refusal')
  if (typeof output !== 'string') throw new MalformedResponse('has no message with a text')
  const reason = member(choice, 'finish_reason')
  return {
    output: wellFormed(output),
    finishReason: typeof reason === 'string' && reason !== '' ? wellFormed(reason.slice(0, 64)) : 'unknown',
    usage: usageOf(member(body, 'usage')),
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new MalformedResponse('is not JSON')
  }
}

const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined

const first = (value: unknown): unknown => (Array.isArray(value) ? value[0] : undefined)

/** A lone surrogate has no UTF-8: stored and read again it would be another text. */
const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd')

/** Null unless both counts are there: half a count would make a wrong price. */
function usageOf(usage: unknown): Completion['usage'] {
  const inputTokens = member(usage, 'prompt_tokens')
  const outputTokens = member(usage, 'completion_tokens')
  if (!isCount(inputTokens) || !isCount(outputTokens)) return null
  const total = member(usage, 'total_tokens')
  return { inputTokens, outputTokens, totalTokens: isCount(total) ? total : inputTokens + outputTokens }
}

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
