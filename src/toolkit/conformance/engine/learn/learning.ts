/** Learns invariants from the responses of a run: candidates, attacks on them, and those that are left. */
import { isMet, operandValues } from '../../../model/invariants.ts'
import { bodyProperties } from '../../../model/operationProperties.ts'
import type { Resource } from '../../../model/resources.ts'
import type { ContractDocument, Json, JsonObject } from '../../../openapi/document.ts'
import { listOperations } from '../../../openapi/operations.ts'
import { valueAt } from '../../../openapi/pointer.ts'
import { requestSchemas } from '../../../openapi/requestSchemas.ts'
import { memberOf, typesOf, viewOf, withoutNull } from '../../../schema/view.ts'
import type { LearnedInvariant, Recorded } from '../events.ts'
import { type CheckContext, NotObserved, type Plan } from '../rule.ts'
import { attack, changerOf } from './attack.ts'
import { type Attacks, type Candidate, candidatesOf, isConvincing, type SchemaFacts } from './candidates.ts'
import { columnsOf } from './columns.ts'
import { type SamplePlace, Samples } from './samples.ts'

/** The checks of attacks have ids that begin so. They are not in the plan. */
const ATTACKS = 'learned-invariants:'

/** Whether a request was an attack. Its response is not checked, as no check of the plan repeats it. */
export const isAttack = ({ check }: Pick<Recorded, 'check'>): boolean => check.startsWith(ATTACKS)

interface LearningOptions {
  document: ContractDocument
  plan: Plan
  /** Whether an operation is one of the run. */
  isSelected(operationId: string): boolean
}

/** The functions of a run that attacks use. */
interface AttackRun {
  contextOf(check: string): CheckContext
  /** Whether the run is over. */
  isOver(): boolean
  /** Deletes what the check created. */
  cleanUp(check: string): Promise<void>
  now(): number
}

/** Requests and milliseconds of all attacks of a run. */
const MAX_REQUESTS = 400
const MAX_MILLISECONDS = 10_000
/** Values of a property whose states are compared. */
const MAX_CHOICES = 8

/** A schema with its candidates. */
interface Learned {
  place: SamplePlace
  facts: SchemaFacts
  candidates: ReadonlyMap<Candidate, Attacks>
  /** The resource whose GET returns such an object. */
  resource: Resource | undefined
}

export class Learning {
  readonly #options: LearningOptions
  readonly #samples: Samples
  #sendable: ReadonlySet<string> | undefined

  constructor(options: LearningOptions) {
    const { document, plan } = options
    this.#options = options
    const lists = plan.graph.resources.flatMap(({ list }) => list?.operationId ?? [])
    this.#samples = new Samples(document, new Set(lists))
  }

  note(exchange: Recorded): void {
    if (this.#options.isSelected(exchange.operationId ?? '')) this.#samples.note(exchange)
  }

  /** Attacks the candidates, and returns those that are left, in the order of the document. */
  async learn(run: AttackRun): Promise<LearnedInvariant[]> {
    const all = this.#candidates()
    this.#samples.beginAttacks()
    await this.#attack(all, run)
    // Attacks show further objects: those inside may differ only now.
    return this.#candidates(all)
      .flatMap((one) => this.#survivors(one))
      .sort((a, b) => (a.schema < b.schema ? -1 : a.schema > b.schema ? 1 : 0))
  }

  /** The candidates of all schemas. @param attacked the same, with the results of attacks */
  #candidates(attacked: readonly Learned[] = []): Learned[] {
    return this.#samples.places().map((place) => {
      const resource = this.#resourceOf(place)
      const facts = this.#factsOf(place, resource)
      const before = attacked.find((one) => one.place === place)
      const resistedBy = (text: string) =>
        [...(before?.candidates ?? [])].find(([{ invariant }]) => invariant.text === text)?.[1] ?? {
          resisted: 0,
        }
      const objects = place.samples.map(({ object }) => object)
      const candidates = candidatesOf(objects, facts).map(
        (one) => [one, resistedBy(one.invariant.text)] as const,
      )
      return { place, facts, candidates: new Map(candidates), resource }
    })
  }

  async #attack(all: readonly Learned[], run: AttackRun): Promise<void> {
    const until = run.now() + MAX_MILLISECONDS
    let requests = 0
    const skipped = new Set(this.#options.plan.hints.skipOperations ?? [])
    const mayContinue = () => !run.isOver() && run.now() < until && requests++ < MAX_REQUESTS
    for (const resource of this.#options.plan.graph.resources) {
      const changer = changerOf(resource)
      const candidates = all.find((one) => one.resource === resource)?.candidates ?? new Map()
      const hasInner = all.some(({ place }) => isInnerOf(place, resource))
      if (changer === undefined || resource.create === undefined || resource.read === undefined) continue
      if (!this.#options.isSelected(changer.operationId)) continue
      if ([changer, resource.create].some((one) => skipped.has(one.operationId))) continue
      if ((candidates.size === 0 && !hasInner) || !mayContinue()) continue
      await attackOne(run, `${ATTACKS}${changer.operationId}`, {
        resource,
        candidates,
        hasInner,
        mayContinue,
      })
    }
  }

  #resourceOf({ wholeOf }: SamplePlace): Resource | undefined {
    return this.#options.plan.graph.resources.find(({ read }) => wholeOf.has(read?.operationId ?? ''))
  }

  #factsOf({ pointer, stated }: SamplePlace, resource: Resource | undefined): SchemaFacts {
    const { document, plan } = this.#options
    const view = viewOf(document, valueAt(document.root, pointer))
    const bodies = [resource?.create, resource?.update, resource?.put].map((one) =>
      bodyProperties(plan.api, one),
    )
    const property = (name: string) => withoutNull(document, viewOf(document, memberOf(view, name)))
    return {
      stated,
      isSendable: (root) =>
        resource === undefined
          ? this.#isOfRequests(pointer) && property(root).readOnly !== true
          : bodies.some((body) => body.has(root)),
      choicesOf: (root) => choicesIn(property(root)),
    }
  }

  #isOfRequests(pointer: string): boolean {
    const { document } = this.#options
    this.#sendable ??= requestSchemas(document, listOperations(document))
    return this.#sendable.has(pointer)
  }

  #survivors({ place, facts, candidates }: Learned): LearnedInvariant[] {
    const objects = place.samples.map(({ object }) => object)
    return [...candidates].flatMap(([candidate, attacks]): LearnedInvariant[] => {
      const { invariant } = candidate
      if (!isConvincing(candidate, objects, facts, attacks)) return []
      const met = place.samples.filter(({ object }) => isMet(invariant, object) === true)
      const [first] = met
      if (first === undefined) return []
      // The shortest response is the clearest example.
      const example = met.reduce((best, one) =>
        one.exchange.body.length < best.exchange.body.length ? one : best,
      )
      return [this.#learned(place, candidate, { ...attacks, observations: met.length, example })]
    })
  }

  #learned(
    { pointer, operations }: SamplePlace,
    { invariant }: Candidate,
    found: Attacks & { observations: number; example: { object: JsonObject; exchange: Recorded } },
  ): LearnedInvariant {
    const { object, exchange } = found.example
    const { number, method, path, status } = exchange
    return {
      invariant: invariant.text,
      schema: pointer,
      ...(this.#options.document.positionOf(pointer) !== undefined && {
        place: { pointer, ...this.#options.document.positionOf(pointer) },
      }),
      operations: [...operations].sort(),
      observations: found.observations,
      resisted: found.resisted,
      example: {
        ...{ exchange: number, method, path, status },
        values: [...operandValues(invariant, object)].map(([name, value]) => ({ name, value })),
      },
    }
  }
}

/** Numbers of objects that may be related: a result and two operands. */
const MIN_NUMBERS = 3

/** Whether the GET of a resource shows objects of a schema inside the item, with numbers that may be related. */
function isInnerOf({ operations, wholeOf, samples }: SamplePlace, { read }: Resource): boolean {
  const shows = read?.operationId ?? ''
  if (!operations.has(shows) || wholeOf.has(shows)) return false
  const columns = columnsOf(samples.map(({ object }) => object))
  return columns.filter(({ kind, isKey }) => kind === 'number' && !isKey).length >= MIN_NUMBERS
}

/** Attacks an item of one resource, and deletes it. */
async function attackOne(run: AttackRun, check: string, given: Parameters<typeof attack>[1]): Promise<void> {
  try {
    await attack(run.contextOf(check), given)
  } catch (error) {
    if (!(error instanceof NotObserved)) throw error
  } finally {
    await run.cleanUp(check)
  }
}

/** The values of an enum of strings, or of a flag. */
function choicesIn(view: JsonObject): Json[] {
  if (typesOf(view).join() === 'boolean') return [true, false]
  const values = Array.isArray(view.enum) ? view.enum.filter((one) => typeof one === 'string') : []
  return values.length > 1 && values.length <= MAX_CHOICES ? values : []
}
