/** Features of OpenAPI 3.2: either supported, or reported with their position. */
import { isObject, type JsonObject } from './document.ts'
import type { Findings } from './findings.ts'
import type { Kind } from './grammar.ts'
import { METHODS } from './operations.ts'
import { pointerOf } from './pointer.ts'

/** Properties that earlier versions do not have. */
const SINCE_32: Partial<Record<Kind, readonly string[]>> = {
  openapi: ['$self'],
  pathItem: ['query', 'additionalOperations'],
  mediaType: ['itemSchema', 'itemEncoding', 'prefixEncoding'],
  components: ['mediaTypes'],
}

export function inspectFeatures32(
  kind: Kind,
  node: JsonObject,
  pointer: string,
  version: string,
  findings: Findings,
): void {
  if (version < '3.2') {
    for (const member of SINCE_32[kind] ?? []) {
      if (!(member in node)) continue
      findings.warning(
        'without-effect',
        pointer + pointerOf(member),
        `"${member}" is of OpenAPI 3.2; a document of ${version} cannot have it`,
      )
      delete node[member]
    }
  }
  if (kind === 'parameter' && node.in === 'querystring')
    findings.error(
      version < '3.2' ? 'without-effect' : 'unsupported',
      pointer + pointerOf('in'),
      'a parameter "in: querystring" is neither sent nor checked; describe the parameters of the query one by one',
    )
  if (kind === 'mediaType') sequence(node, pointer, findings)
  if (kind === 'pathItem') additional(node, pointer, findings)
  if (kind === 'openapi') tags(node, findings)
}

function sequence(node: JsonObject, pointer: string, findings: Findings): void {
  for (const member of ['itemSchema', 'itemEncoding', 'prefixEncoding'])
    if (member in node)
      findings.error(
        'unsupported',
        pointer + pointerOf(member),
        `"${member}" is not checked: a sequence of items is treated as one body`,
      )
}

function additional(node: JsonObject, pointer: string, findings: Findings): void {
  if (!isObject(node.additionalOperations)) return
  for (const method of Object.keys(node.additionalOperations)) {
    const at = pointer + pointerOf('additionalOperations', method)
    const fixed = [...METHODS, 'query'].find((one) => one === method.toLowerCase())
    if (fixed !== undefined)
      findings.error(
        'malformed',
        at,
        `the method ${method} has its own property, "${fixed}"; it is left out here`,
      )
    else if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(method))
      findings.error('malformed', at, `"${method}" is not an HTTP method; it is left out`)
    else continue
    delete node.additionalOperations[method]
  }
}

/** Tags form a tree: each `parent` is a tag, and none is its own ancestor. */
function tags(root: JsonObject, findings: Findings): void {
  if (!Array.isArray(root.tags)) return
  const parents = new Map<unknown, unknown>()
  for (const tag of root.tags) if (isObject(tag)) parents.set(tag.name, tag.parent)
  for (const [index, tag] of root.tags.entries()) {
    if (!isObject(tag) || tag.parent === undefined) continue
    const at = pointerOf('tags', index, 'parent')
    if (!parents.has(tag.parent)) {
      findings.error('malformed', at, `there is no tag "${tag.parent}"`)
      continue
    }
    const passed = new Set<unknown>([tag.name])
    for (let above: unknown = tag.parent; above !== undefined; above = parents.get(above)) {
      if (passed.has(above)) {
        findings.error('malformed', at, `the tag "${tag.name}" is its own ancestor`)
        break
      }
      passed.add(above)
    }
  }
}
