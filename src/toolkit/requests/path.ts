/** The path of a request, and the values of its variables. */
import type { ApiOperation } from '../model/api.ts'
import type { Json } from '../openapi/document.ts'
import { literalSource } from '../openapi/match.ts'
import type { HttpRequest } from './exchange.ts'

/** The path as `operation.path` has it, and the part of a server's URL before it. */
export function splitPath(
  operation: ApiOperation,
  { url }: Pick<HttpRequest, 'url'>,
): { concrete: string; prefix: string } {
  const written = url.split(/[?#]/, 1)[0] ?? ''
  const path = operation.template === operation.path ? written : written.replace(/\/$/, '')
  const parts = path.split('/')
  const depth = operation.path.split('/').length
  return {
    concrete: `/${parts.slice(parts.length - depth + 1).join('/')}`,
    prefix: parts.slice(0, parts.length - depth + 1).join('/'),
  }
}

/** The variables of the path, decoded. */
export const paramsOf = ({ path }: ApiOperation, concrete: string): Record<string, string> =>
  variablesIn(path, concrete) ?? {}

/** A template with the variables filled in, encoded. */
export const filledIn = (template: string, path: Record<string, string>): string =>
  template.replace(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''))

/** The values of a template's variables in a path, decoded; undefined for a path of another form. */
export function variablesIn(template: string, concrete: string): Record<string, string> | undefined {
  const names: string[] = []
  const source = template
    .replace(/#.*$/, '')
    .split(/(\{[^}]+\})/)
    .map((part) => {
      if (!part.startsWith('{')) return literalSource(part)
      names.push(part.slice(1, -1))
      return '([^/]+)'
    })
  const values = new RegExp(`^${source.join('')}$`).exec(concrete)?.slice(1)
  if (values === undefined) return undefined
  return Object.fromEntries(names.map((name, index) => [name, decoded(values[index] ?? '')]))
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A text of the URL as a value of these types; text without a number stays, because it was validated before. */
export function typedText(types: readonly string[], given: Json): Json {
  if (typeof given !== 'string' || types.includes('string')) return given
  if (types.includes('integer') || types.includes('number')) {
    const number = Number(given)
    if (given !== '' && Number.isFinite(number)) return number
  }
  if (types.includes('boolean') && (given === 'true' || given === 'false')) return given === 'true'
  if (types.includes('null') && given === '') return null
  return given
}
