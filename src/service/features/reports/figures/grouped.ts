/** Tallies over the executions of a period, in every way that the reports show them. */
import type { ExecutionFigures } from '../../prompts/queries.ts'
import { promptNames } from '../../prompts/queries.ts'
import { type Axis, axisOf } from '../period.ts'
import { eachExecution, type Period, periodOf, ReportImpossible, type Source } from './source.ts'
import { count, newTally, type Tally } from './tally.ts'

/** A tally with the name of what it counts. */
export interface Group {
  name: string
  tally: Tally
}

interface Grouped {
  period: Period
  /** The prompt's name, or `All prompts`. */
  about: string
  axis: Axis
  all: Tally
  /** One for each step of the axis. */
  steps: Tally[]
  /** By prompt; by version where the report is about one prompt. The most executed first. */
  parts: Group[]
  partLabel: 'Prompt' | 'Version'
  /** The most executed first. */
  models: Group[]
}

/** @throws ReportImpossible when the prompt is gone */
export async function groupExecutions(source: Source): Promise<Grouped> {
  const { database, organizationId, parameters } = source
  const { promptId } = parameters
  const period = periodOf(source)
  const axis = axisOf(period.from, period.until)
  const all = newTally()
  const steps = axis.labels.map(newTally)
  const models = new Map<string, Tally>()
  const parts = new Map<string, Tally>()
  const partOf =
    promptId === undefined
      ? (execution: ExecutionFigures) => execution.prompt_id
      : ({ version }: ExecutionFigures) => (version === null ? 'Draft' : `Version ${version}`)

  await eachExecution(source, period, (execution) => {
    count(all, execution)
    const step = steps[axis.indexOf(execution.created_at)]
    if (step) count(step, execution)
    count(within(models, execution.model), execution)
    count(within(parts, partOf(execution)), execution)
  })

  const ids = promptId === undefined ? [...parts.keys()] : [promptId]
  const names = await database.read((tx) => promptNames(tx, organizationId, ids))
  const about = promptId === undefined ? 'All prompts' : names.get(promptId)
  if (about === undefined) throw new ReportImpossible('The prompt of the report does not exist any more.')
  return {
    period,
    about,
    axis,
    all,
    steps,
    parts: ordered(parts).map(({ name, tally }) => ({
      name: promptId === undefined ? (names.get(name) ?? name) : name,
      tally,
    })),
    partLabel: promptId === undefined ? 'Prompt' : 'Version',
    models: ordered(models),
  }
}

function within(groups: Map<string, Tally>, name: string): Tally {
  const tally = groups.get(name) ?? newTally()
  groups.set(name, tally)
  return tally
}

/** The most executed first; names decide among equals, so that the order is always the same. */
function ordered(groups: Map<string, Tally>): Group[] {
  return [...groups]
    .map(([name, tally]) => ({ name, tally }))
    .sort((a, b) => b.tally.executions - a.tally.executions || (a.name < b.name ? -1 : 1))
}
