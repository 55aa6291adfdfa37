/** Runs a workflow against the target step by step, and reports the step that fails. */
import { isObject, type Json, objectAt } from '../../../openapi/document.ts'
import { tokensOf, withValueAt } from '../../../openapi/pointer.ts'
import { validValue } from '../../../schema/values/valid.ts'
import type { RuleFact } from '../../messages/catalogue.ts'
import type { Recorded } from '../events.ts'
import type { Parts } from '../requests.ts'
import { type CheckContext, type Inbox, NotObserved, type Proof } from '../rule.ts'
import type { Action, Criterion, Step, Workflow } from './arazzo.ts'
import { isMet } from './criteria.ts'
import { evaluate, fill, type Outputs, type Scope, textOf, Unresolved } from './expressions.ts'

/** Steps in all, those of other workflows included: a `goto` may lead back. */
const MAX_STEPS = 100

/** The target did not do what a step expects; the finding is noted already. */
class Failed extends Error {
  override readonly name = 'Failed'
}

/** Runs the workflow to its end and reports problems to the context. */
export async function runWorkflow(
  context: CheckContext,
  workflows: readonly Workflow[],
  workflow: Workflow,
): Promise<void> {
  const steps = stepsOf(workflows, workflow)
  const awaited = steps.flatMap(({ message }) => message ?? [])
  const run = async (inbox?: Inbox) =>
    void (await new WorkflowRun(context, workflows, inbox).run(workflow, {}))
  try {
    if (awaited.length === 0) return await run()
    if (context.messages === undefined)
      return context.notObserved({ code: 'workflow-needs-receiver', workflow: workflow.id })
    const calls = steps.flatMap(({ operation }) => operation ?? [])
    await context.messages.serve(context, awaited, calls, run)
  } catch (error) {
    if (!(error instanceof Failed)) throw error
  }
}

const leadsTo = ({ workflow, onSuccess, onFailure }: Step): string[] =>
  [workflow, ...[...onSuccess, ...onFailure].map(({ workflowId }) => workflowId)].filter(
    (id) => id !== undefined,
  )

/** The steps of the workflow and of all workflows that it depends on, runs or continues with. */
export function stepsOf(workflows: readonly Workflow[], first: Workflow): Step[] {
  const reached = new Set([first])
  for (const { dependsOn, steps } of reached)
    for (const id of [...dependsOn, ...steps.flatMap(leadsTo)])
      for (const found of workflows.filter((one) => one.id === id)) reached.add(found)
  return [...reached].flatMap(({ steps }) => steps)
}

class WorkflowRun {
  readonly #context: CheckContext
  readonly #workflows: readonly Workflow[]
  readonly #inbox: Inbox | undefined
  readonly #done = new Map<string, { inputs: Outputs; outputs: Outputs }>()
  readonly #sent: Recorded[] = []
  #steps = 0

  constructor(context: CheckContext, workflows: readonly Workflow[], inbox: Inbox | undefined) {
    this.#context = context
    this.#workflows = workflows
    this.#inbox = inbox
  }

  #named(id: string): Workflow {
    const found = this.#workflows.find((one) => one.id === id)
    return (
      found ?? this.#context.notObserved({ code: 'workflow-not-run', problem: `there is no workflow ${id}` })
    )
  }

  async run(workflow: Workflow, given: Outputs): Promise<Outputs> {
    for (const id of workflow.dependsOn) if (!this.#done.has(id)) await this.run(this.#named(id), {})
    const inputs = { ...defaultsOf(this.#context, workflow), ...given }
    const scope: Scope = { inputs, steps: new Map(), workflows: this.#done, url: this.#context.target ?? '' }
    const outputs = new Map<string, Outputs>()
    scope.steps = outputs
    for (let at = 0; at < workflow.steps.length; ) {
      const step = workflow.steps[at] as Step
      const action = await this.#take(workflow, step, scope, outputs)
      if (action?.type === 'end') break
      if (action?.workflowId !== undefined) {
        await this.run(this.#named(action.workflowId), {})
        break
      }
      const next = action === undefined ? at + 1 : workflow.steps.findIndex(({ id }) => id === action.stepId)
      if (next === -1)
        this.#context.notObserved({
          code: 'workflow-not-run',
          problem: `workflow ${workflow.id} has no step ${action?.stepId}`,
        })
      at = next
    }
    const results = outputsOf(workflow.outputs, scope)
    this.#done.set(workflow.id, { inputs, outputs: results })
    return results
  }

  /** Runs a step with its retries. @returns the next step, if it is not the following one */
  async #take(
    workflow: Workflow,
    step: Step,
    scope: Scope,
    outputs: Map<string, Outputs>,
  ): Promise<Action | undefined> {
    for (let tries = 0; ; tries++) {
      if (++this.#steps > MAX_STEPS)
        this.#context.notObserved({
          code: 'workflow-not-run',
          problem: `workflow ${workflow.id} has more than ${MAX_STEPS} steps`,
        })
      const seen = await this.#attempt(step, scope)
      const unmet = unmetOf(step, seen)
      if (unmet === undefined) {
        outputs.set(step.id, outputsOf(step.outputs, seen))
        return step.onSuccess.find((action) => applies(action, seen))
      }
      const action = step.onFailure.find((one) => applies(one, seen))
      if (action?.type === 'retry' && tries < action.retryLimit) {
        await this.#context.wait(action.retryAfter)
        continue
      }
      if (action?.type === 'goto') return action
      // If the workflow declares an end for this response, the target is not at fault.
      if (action?.type === 'end' && action.criteria.length > 0)
        throw new NotObserved({
          code: 'workflow-not-run',
          problem: `workflow ${workflow.id} ends at step ${step.id}, as it foresees`,
        })
      this.#fail(workflow, step, seen, unmet)
    }
  }

  /** The scope after the step's request or nested workflow. */
  async #attempt(step: Step, scope: Scope): Promise<Scope> {
    try {
      if (step.workflow !== undefined) {
        const inputs = step.parameters.map(({ name, value }): [string, Json] => [name, fill(value, scope)])
        const outputs = await this.run(this.#named(step.workflow), Object.fromEntries(inputs))
        return { ...scope, steps: new Map([...scope.steps, [step.id, outputs]]) }
      }
      if (step.message !== undefined) return await this.#receive(step, scope)
      const { operation } = step
      if (operation === undefined)
        return this.#context.notObserved({
          code: 'workflow-not-run',
          problem: `step ${step.id} names no operation`,
        })
      const parts = partsOf(step, scope)
      this.#inbox?.direct(operation, parts)
      const exchange = await this.#context.send(operation, parts, { stated: true })
      this.#sent.push(exchange)
      await this.#inbox?.directed(operation, exchange, parts)
      return { ...scope, exchange, parts }
    } catch (error) {
      if (!(error instanceof Unresolved)) throw error
      const last = this.#sent.at(-1)
      if (last === undefined)
        return this.#context.notObserved({
          code: 'workflow-not-run',
          problem: `step ${step.id}: ${error.message}`,
        })
      this.#context.broken({
        code: 'step-input-missing',
        subject: error.expression,
        details: { step: step.id },
        exchange: last,
        with: this.#sent.slice(0, -1),
      })
      throw new Failed()
    }
  }

  /** Waits for the message of a step and validates it. */
  async #receive(step: Step, scope: Scope): Promise<Scope> {
    const { message: awaited } = step
    if (awaited === undefined || this.#inbox === undefined)
      return this.#context.notObserved({ code: 'no-receiver' })
    const { correlation } = awaited
    const message = await this.#inbox.receive(
      awaited,
      correlation === undefined ? undefined : fill(correlation, scope),
      (one) => step.criteria.every((criterion) => isMet(criterion, { ...scope, message: one })),
    )
    if (message === undefined) return scope
    const problems = message.problems()
    for (const problem of problems)
      this.#broken(step, { ...problem, within: `the message at step ${step.id}` })
    if (problems.length > 0) throw new Failed()
    return { ...scope, message }
  }

  /** The proof is what was sent before. */
  #broken(step: Step, fact: RuleFact & Pick<Proof, 'pointer' | 'within'>): void {
    const exchange = this.#sent.at(-1)
    if (exchange === undefined)
      this.#context.notObserved({
        code: 'workflow-not-run',
        problem: `step ${step.id} fails, and no request was sent before`,
      })
    this.#context.broken({ ...fact, exchange, with: this.#sent.slice(0, -1) })
  }

  #fail(workflow: Workflow, step: Step, { exchange, message }: Scope, expected: string): never {
    const unmet = { subject: step.id, expected, details: { workflow: workflow.id } }
    if (step.message !== undefined) {
      this.#broken(step, { ...unmet, code: 'step-message-unmet', received: message?.payload })
      throw new Failed()
    }
    if (exchange === undefined)
      return this.#context.notObserved({
        code: 'workflow-not-run',
        problem: `step ${step.id} of workflow ${workflow.id} failed; expected ${expected}`,
      })
    this.#context.broken({
      ...unmet,
      code: 'step-unmet',
      received: exchange.status,
      exchange,
      with: this.#sent.filter((one) => one !== exchange),
      ...(step.operation !== undefined && { place: step.operation.pointer }),
    })
    throw new Failed()
  }
}

/** The first unmet criterion. Without criteria, a success or any message is expected. */
function unmetOf(step: Step, scope: Scope): string | undefined {
  if (step.message !== undefined && scope.message === undefined)
    return `one from ${step.message.written} in time`
  if (step.criteria.length === 0)
    return scope.exchange === undefined || scope.exchange.status < 400 ? undefined : 'a success'
  const unmet = step.criteria.find((criterion) => !isMet(criterion, scope))
  return unmet && wordsOf(unmet)
}

const wordsOf = ({ condition, type, context }: Criterion): string =>
  type === 'simple' ? condition : `${context ?? ''} to satisfy the ${type} ${condition}`

const applies = (action: Action, scope: Scope): boolean => action.criteria.every((one) => isMet(one, scope))

function outputsOf(expressions: Record<string, string>, scope: Scope): Outputs {
  const found = Object.entries(expressions).flatMap(([name, expression]): [string, Json][] => {
    const value = evaluate(expression, scope)
    return value === undefined ? [] : [[name, value]]
  })
  return Object.fromEntries(found)
}

/** Inputs that nothing gives: their defaults and examples, else values that fit their schemas. */
function defaultsOf({ api: { document }, random }: CheckContext, { inputs }: Workflow): Outputs {
  if (inputs === undefined) return {}
  const made = validValue(inputs, { document, random, extent: 'full', examples: true }, 'inputs')
  const defaults = Object.entries(objectAt(inputs, 'properties')).flatMap(
    ([name, schema]): [string, Json][] => {
      const value = objectAt({ schema }, 'schema').default
      return value === undefined ? [] : [[name, value]]
    },
  )
  return { ...(isObject(made) ? made : {}), ...Object.fromEntries(defaults) }
}

function partsOf(step: Step, scope: Scope): Parts {
  const parts: Parts = { params: {}, query: {}, headers: {}, cookies: {} }
  for (const { name, in: place, value } of step.parameters) {
    const filled = fill(value, scope)
    if (place === 'path') parts.params[name] = filled
    else if (place === 'header') parts.headers[name] = textOf(filled)
    else if (place === 'cookie') parts.cookies = { ...parts.cookies, [name]: filled }
    else parts.query[name] = filled
  }
  const { body } = step
  if (body === undefined) return parts
  let payload = body.payload === undefined ? undefined : fill(body.payload, scope)
  for (const { target, value } of body.replacements)
    payload = withValueAt(payload ?? {}, tokensOf(target), fill(value, scope))
  const { mediaType } = body
  const declared = step.operation?.body?.mediaType
  if (typeof payload === 'string' && mediaType !== undefined && !/json/.test(mediaType))
    parts.raw = { mediaType, text: payload }
  else parts.body = payload
  if (mediaType !== undefined && mediaType !== declared && parts.raw === undefined)
    parts.headers['Content-Type'] = mediaType
  return parts
}
