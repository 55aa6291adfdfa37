/** Reads Arazzo 1.0 and 1.1: what may be sent one after the other, and what must come of it. */
import { parse } from 'yaml'
import type { Api, ApiOperation } from '../../../model/api.ts'
import { isObject, type Json, type JsonObject, objectAt } from '../../../openapi/document.ts'
import { closest } from '../../../openapi/nearest.ts'
import { pointerOfFragment, tokensOf, valueAt } from '../../../openapi/pointer.ts'
import { ConfigError, requiredText, requireFiniteTree } from '../../config/members.ts'
import { type MessageStep, messageStepOf, requireOrder } from './messageStep.ts'

/** An Arazzo description, and the name of its file for messages. */
export interface WorkflowFile {
  file: string
  text: string
}

export interface Workflow {
  id: string
  /** A JSON Schema. Its defaults and examples are used for missing inputs. */
  inputs: JsonObject | undefined
  dependsOn: string[]
  steps: Step[]
  outputs: Record<string, string>
}

export interface Step {
  id: string
  /** One of these: an operation of the document, another workflow, or a message that is waited for. */
  operation: ApiOperation | undefined
  workflow: string | undefined
  message: MessageStep | undefined
  parameters: StepParameter[]
  body: StepBody | undefined
  criteria: Criterion[]
  onSuccess: Action[]
  onFailure: Action[]
  outputs: Record<string, string>
}

interface StepParameter {
  name: string
  /** Undefined for an input of a workflow. */
  in: string | undefined
  value: Json
}

interface StepBody {
  mediaType: string | undefined
  payload: Json | undefined
  replacements: { target: string; value: Json }[]
}

export interface Criterion {
  condition: string
  type: 'simple' | 'regex' | 'jsonpath' | 'xpath'
  /** An expression for what `regex` and `jsonpath` look at. */
  context?: string
}

export interface Action {
  type: 'end' | 'goto' | 'retry'
  stepId: string | undefined
  workflowId: string | undefined
  /** In milliseconds. */
  retryAfter: number
  retryLimit: number
  criteria: Criterion[]
}

/**
 * The workflows of a description.
 * @param file for messages
 * @throws ConfigError that names the place and what was expected there
 */
export function readWorkflows(text: string, file: string, api: Api): Workflow[] {
  const root = treeOf(text, file)
  const entries = listAt(root, 'workflows', file)
  if (entries.length === 0) throw new ConfigError(`${file} has no "workflows"; expected at least one`)
  const workflows = entries.map((entry) => workflowOf(entry, { root, file, api }))
  const ids = new Set(workflows.map(({ id }) => id))
  for (const { id, dependsOn, steps } of workflows)
    for (const wanted of [...dependsOn, ...steps.flatMap(({ workflow }) => workflow ?? [])])
      if (!ids.has(wanted))
        throw new ConfigError(
          `${file}: workflow ${id} names the workflow "${wanted}"; there is ${[...ids].join(', ')}`,
        )
  for (const { id, dependsOn } of workflows) {
    const before = new Set(dependsOn)
    for (const one of before)
      for (const { dependsOn: further } of workflows.filter((other) => other.id === one))
        for (const next of further) before.add(next)
    if (before.has(id)) throw new ConfigError(`${file}: workflow ${id} depends on itself (dependsOn)`)
  }
  return workflows
}

interface Reading {
  root: JsonObject
  file: string
  api: Api
}

function treeOf(text: string, file: string): JsonObject {
  let tree: unknown
  try {
    tree = parse(text)
  } catch (error) {
    throw new ConfigError(`${file} is not valid YAML: ${(error as Error).message}`)
  }
  requireFiniteTree(tree, file)
  const version = isObject(tree) ? tree.arazzo : undefined
  if (isObject(tree) && typeof version === 'string' && /^1\.\d+\.\d+/.test(version)) return tree
  throw new ConfigError(
    `${file} has arazzo: ${JSON.stringify(version)}; expected an Arazzo description of version 1`,
  )
}

function workflowOf(entry: JsonObject, reading: Reading): Workflow {
  const { file } = reading
  const id = requiredText(entry.workflowId, `${file}: workflowId of a workflow`)
  const at = `${file}: workflow ${id}`
  const common = {
    parameters: listAt(entry, 'parameters', at),
    onSuccess: listAt(entry, 'successActions', at),
    onFailure: listAt(entry, 'failureActions', at),
  }
  const steps = listAt(entry, 'steps', at)
  requireOrder(steps, at)
  return {
    id,
    inputs: entry.inputs === undefined ? undefined : resolved(objectAt(entry, 'inputs'), reading, at),
    dependsOn: textsAt(entry, 'dependsOn').map(lastName),
    steps: steps.map((step) => stepOf(step, common, reading, at)),
    outputs: expressionsAt(entry, 'outputs', at),
  }
}

function stepOf(
  entry: JsonObject,
  common: { parameters: JsonObject[]; onSuccess: JsonObject[]; onFailure: JsonObject[] },
  reading: Reading,
  within: string,
): Step {
  const id = requiredText(entry.stepId, `${within}: stepId of a step`)
  const at = `${within}, step ${id}`
  const own = listAt(entry, 'parameters', at).map((one) => parameterOf(one, reading, at))
  const inherited = common.parameters
    .map((one) => parameterOf(one, reading, at))
    .filter((one) => !own.some((same) => same.name === one.name && same.in === one.in))
  const actions = (name: string, defaults: JsonObject[]) =>
    (entry[name] === undefined ? defaults : listAt(entry, name, at)).map((one) => actionOf(one, reading, at))
  const workflow = typeof entry.workflowId === 'string' ? lastName(entry.workflowId) : undefined
  const message = workflow === undefined ? messageStepOf(entry, reading.root, at) : undefined
  return {
    id,
    workflow,
    message,
    operation: (workflow ?? message) === undefined ? operationOf(entry, reading, at) : undefined,
    parameters: [...inherited, ...own],
    body: entry.requestBody === undefined ? undefined : bodyOf(objectAt(entry, 'requestBody'), at),
    criteria: criteriaAt(entry, 'successCriteria', at),
    onSuccess: actions('onSuccess', common.onSuccess),
    onFailure: actions('onFailure', common.onFailure),
    outputs: expressionsAt(entry, 'outputs', at),
  }
}

/** `operationId`, also behind `$sourceDescriptions.NAME.`, or `operationPath`: `{$sourceDescriptions.NAME.url}#/paths/…`. */
function operationOf(entry: JsonObject, { api }: Reading, at: string): ApiOperation {
  if (typeof entry.operationPath === 'string') {
    const [, path = '', method = ''] = tokensOf(pointerOfFragment(entry.operationPath.replace(/^[^#]*/, '')))
    const found = api.operations.find((one) => one.path === path && one.method === method.toUpperCase())
    if (found !== undefined) return found
    throw new ConfigError(
      `${at}: operationPath is "${entry.operationPath}"; the document has no ${method.toUpperCase()} ${path}`,
    )
  }
  const wanted = requiredText(entry.operationId, `${at}: operationId, operationPath or workflowId`)
  const name = wanted.startsWith('$sourceDescriptions.') ? lastName(wanted) : wanted
  const found = api.byId.get(name)
  if (found !== undefined) return found
  const near = closest(name, [...api.byId.keys()])
  throw new ConfigError(
    `${at}: operationId is "${wanted}", which the document has not${near === undefined ? '' : `; did you mean ${near}?`}`,
  )
}

function parameterOf(entry: JsonObject, reading: Reading, at: string): StepParameter {
  const shared = resolved(entry, reading, at)
  const value = entry.value ?? shared.value
  const name = requiredText(shared.name, `${at}: name of a parameter`)
  if (value === undefined) throw new ConfigError(`${at}: the parameter ${name} has no value`)
  return { name, in: typeof shared.in === 'string' ? shared.in : undefined, value }
}

function bodyOf(entry: JsonObject, at: string): StepBody {
  return {
    mediaType: typeof entry.contentType === 'string' ? entry.contentType : undefined,
    payload: entry.payload,
    replacements: listAt(entry, 'replacements', at).map(({ target, value = null }) => ({
      target: requiredText(target, `${at}: target of a replacement`),
      value,
    })),
  }
}

function actionOf(entry: JsonObject, reading: Reading, at: string): Action {
  const { type, stepId, workflowId, retryAfter, retryLimit, ...rest } = resolved(entry, reading, at)
  if (type !== 'end' && type !== 'goto' && type !== 'retry')
    throw new ConfigError(`${at}: type of an action is ${JSON.stringify(type)}; expected end, goto or retry`)
  return {
    type,
    stepId: typeof stepId === 'string' ? stepId : undefined,
    workflowId: typeof workflowId === 'string' ? lastName(workflowId) : undefined,
    retryAfter: amountOf(retryAfter, `${at}: retryAfter`, MAX_RETRY_SECONDS, 0) * 1000,
    retryLimit: amountOf(retryLimit, `${at}: retryLimit`, Number.MAX_SAFE_INTEGER, 1),
    criteria: criteriaAt(rest, 'criteria', at),
  }
}

/** A longer timer of Node fires immediately. */
const MAX_RETRY_SECONDS = 86_400

function amountOf(value: Json | undefined, at: string, max: number, otherwise: number): number {
  if (value === undefined) return otherwise
  if (typeof value === 'number' && value >= 0 && value <= max) return value
  throw new ConfigError(`${at} is ${JSON.stringify(value)}; expected a number from 0 to ${max}`)
}

function criteriaAt(entry: JsonObject, name: string, at: string): Criterion[] {
  return listAt(entry, name, at).map((one) => {
    const kind = isObject(one.type) ? one.type.type : (one.type ?? 'simple')
    if (kind !== 'simple' && kind !== 'regex' && kind !== 'jsonpath' && kind !== 'xpath')
      throw new ConfigError(
        `${at}: type of a criterion is ${JSON.stringify(kind)}; expected simple, regex, jsonpath or xpath`,
      )
    const condition = requiredText(one.condition, `${at}: condition of a criterion`)
    return { condition, type: kind, ...(typeof one.context === 'string' && { context: one.context }) }
  })
}

/** The target of `reference: $components.…` or `$ref: '#/…'`, or the object itself. */
function resolved(entry: JsonObject, { root }: Reading, at: string): JsonObject {
  const { reference, $ref } = entry
  const found =
    typeof reference === 'string'
      ? reference
          .slice(1)
          .split('.')
          .reduce(
            (node: Json | undefined, name) =>
              isObject(node) && Object.hasOwn(node, name) ? node[name] : undefined,
            root,
          )
      : typeof $ref === 'string'
        ? valueAt(root, pointerOfFragment($ref))
        : entry
  if (isObject(found)) return found
  throw new ConfigError(`${at}: the reference ${String(reference ?? $ref)} leads nowhere`)
}

function listAt(entry: JsonObject, name: string, at: string): JsonObject[] {
  const list = entry[name] ?? []
  if (Array.isArray(list) && list.every(isObject)) return list as JsonObject[]
  throw new ConfigError(`${at}: ${name} is ${JSON.stringify(list).slice(0, 80)}; expected a list of objects`)
}

const textsAt = (entry: JsonObject, name: string): string[] =>
  Array.isArray(entry[name]) ? (entry[name] as Json[]).filter((one) => typeof one === 'string') : []

function expressionsAt(entry: JsonObject, name: string, at: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(objectAt(entry, name)).map(([key, value]) => [
      key,
      requiredText(value, `${at}: output ${key}`),
    ]),
  )
}

/** `$workflows.a`, `$sourceDescriptions.b.a` and `a` are all `a`. */
const lastName = (text: string): string => (text.startsWith('$') ? (text.split('.').at(-1) ?? text) : text)
