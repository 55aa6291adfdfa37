/** Compares the rows of the database, and the deliveries at the receiver, with the responses to clients. */
import type pg from 'pg'
import type { Received } from '../../test/harness/receiver.ts'
import { type Acknowledged, CASES } from './load.ts'

interface Evidence {
  client: pg.Client
  acknowledged: Acknowledged
  /** With the time of its arrival, Unix milliseconds. */
  received: readonly { request: Received; at: number }[]
  /**
   * Deliveries that may arrive once more. Late: those of a killed process, once their lease has ended. Soon: those whose
   * outcome a restarted database did not store.
   */
  most: { late: number; soon: number }
}

/** Milliseconds of a delivery's lease, less what clocks and timers may differ by. */
const LEASE = 44_000

interface Verdict {
  faults: string[]
  /** For people. */
  facts: string[]
}

export async function verify({ client, acknowledged, received, most }: Evidence): Promise<Verdict> {
  const faults: string[] = []
  const rows = async <Row extends pg.QueryResultRow>(sql: string): Promise<Row[]> =>
    (await client.query<Row>(sql)).rows
  const ids = async (sql: string) => new Set((await rows<{ id: string }>(sql)).map(({ id }) => id))

  const prompts = await rows<{ id: string; name: string }>('SELECT id, name FROM prompts')
  const there = new Set(prompts.map(({ id }) => id))
  for (const [id, name] of acknowledged.prompts)
    if (!there.has(id)) faults.push(`the prompt ${id} (${name}) was acknowledged and is lost`)
  const names = prompts.map(({ name }) => name)
  for (const name of new Set(names)) {
    const count = names.filter((one) => one === name).length
    if (count > 1) faults.push(`${count} prompts are called ${name}: a repeated request made another one`)
  }

  for (const [id, numbers] of acknowledged.versions) {
    const stored = await client.query<{ version: string }>(
      'SELECT version FROM prompt_versions WHERE prompt_id = $1',
      [id],
    )
    const found = stored.rows.map(({ version }) => Number(version)).toSorted((a, b) => a - b)
    if (found.some((version, index) => version !== index + 1))
      faults.push(`the versions of ${id} have gaps: ${found.join(' ')}`)
    if (new Set(numbers).size !== numbers.length)
      faults.push(`a version number of ${id} was given twice: ${numbers.join(' ')}`)
    for (const number of numbers)
      if (!found.includes(number)) faults.push(`version ${number} of ${id} is lost`)
  }

  const executions = await ids('SELECT id FROM executions')
  for (const id of acknowledged.executions.keys())
    if (!executions.has(id)) faults.push(`the execution ${id} was acknowledged and is lost`)

  const evaluations = await rows<{ id: string; status: string; results: string; positions: string }>(
    `SELECT e.id, e.status, count(r.id) AS results, count(DISTINCT r.position) AS positions
     FROM evaluations e LEFT JOIN evaluation_results r ON r.evaluation_id = e.id GROUP BY e.id, e.status`,
  )
  const ended = new Map(evaluations.map((one) => [one.id, one]))
  for (const id of acknowledged.evaluations)
    if (!ended.has(id)) faults.push(`the evaluation ${id} was acknowledged and is lost`)
  for (const { id, status, results, positions } of evaluations) {
    if (status !== 'completed') faults.push(`the evaluation ${id} is ${status}`)
    if (Number(results) !== CASES || Number(positions) !== CASES)
      faults.push(`the evaluation ${id} has ${results} results of ${positions} cases, expected ${CASES}`)
  }

  // One event for each change, each received; the same one again only where an attempt was not recorded.
  const arrived = new Map<string, { last: number; type: string; subject: string }>()
  const repeated = { late: 0, soon: 0 }
  for (const { request, at } of received) {
    const { id, type, data } = JSON.parse(request.body.toString())
    const before = arrived.get(id)
    if (before) repeated[at - before.last >= LEASE ? 'late' : 'soon']++
    const subject = type.startsWith('evaluation.test') ? `${data.evaluationId} ${data.id}` : data.id
    arrived.set(id, { last: at, type, subject })
  }
  const subjectsOf = (type: string) =>
    [...arrived.values()].filter((one) => one.type === type).map(({ subject }) => subject)
  const expectEach = (type: string, expected: Iterable<string>) => {
    const got = subjectsOf(type)
    const wanted = new Set(expected)
    for (const one of wanted) if (!got.includes(one)) faults.push(`no ${type} of ${one} arrived`)
    if (new Set(got).size !== got.length) faults.push(`two events ${type} were raised of one change`)
    for (const one of got) if (!wanted.has(one)) faults.push(`${type} of ${one}, which is not there, arrived`)
  }
  expectEach('prompt.created', there)
  expectEach('evaluation.started', ended.keys())
  expectEach('evaluation.completed', ended.keys())
  if (subjectsOf('evaluation.test.completed').length !== CASES * evaluations.length) {
    const found = subjectsOf('evaluation.test.completed').length
    faults.push(`${found} events of cases arrived, expected ${CASES * evaluations.length}`)
  }
  for (const when of ['late', 'soon'] as const)
    if (repeated[when] > most[when])
      faults.push(`${repeated[when]} deliveries arrived again ${when}, expected at most ${most[when]}`)

  const left = await rows<{ kind: string; count: string }>(
    `SELECT kind, count(*) AS count FROM jobs WHERE kind IN ('delivery', 'evaluation') GROUP BY kind`,
  )
  for (const { kind, count } of left) faults.push(`${count} jobs of kind ${kind} are left`)
  const failed = await rows<{ status: string; count: string }>(
    `SELECT status, count(*) AS count FROM deliveries WHERE status NOT IN ('success', 'failed') GROUP BY status`,
  )
  for (const { status, count } of failed) faults.push(`${count} deliveries are ${status}`)

  return {
    faults,
    facts: [
      `${acknowledged.prompts.size} prompts, ${[...acknowledged.versions.values()].flat().length} versions, ${acknowledged.executions.size} executions, ${acknowledged.evaluations.size} evaluations and ${acknowledged.revoked} revocations were acknowledged`,
      `${arrived.size} events arrived; ${repeated.late} of them again after a kill (at most ${most.late}), ${repeated.soon} after a restart of the database (at most ${most.soon})`,
    ],
  }
}
