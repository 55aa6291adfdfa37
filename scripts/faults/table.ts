/** The lines of a table of faults, as Markdown. */
export interface Result {
  fault: string
  class: string
  /** By a rule that is meant for its class. */
  found: boolean
  by?: string
  message?: string
  /** Rules that broke and are not meant for it. */
  others?: string[]
  /** In how many exchanges the fault acted. */
  acted: number
  requests: number
  seconds: number
  /** Seconds of the kit's processor time, the server's not counted. */
  processor?: number
  endedEarly?: string
}

export function printTable(results: readonly Result[], of: number): void {
  console.log('| Class | Planted | Found | By |\n|---|---:|---:|---|')
  const share = (list: readonly Result[]) => list.filter(({ found }) => found).length
  for (const kind of [...new Set(results.map((one) => one.class))].sort()) {
    const own = results.filter((one) => one.class === kind)
    const rules = [...new Set(own.flatMap(({ by }) => by ?? []))].sort()
    console.log(`| ${kind} | ${own.length} | ${share(own)} | ${rules.join(', ')} |`)
  }
  const found = share(results)
  console.log(`| all | ${results.length} | ${found} (${((100 * found) / results.length).toFixed(1)} %) | |`)
  if (results.length < of) console.log(`\n${of - results.length} have not been planted yet.`)
  const seconds = results.map((one) => one.seconds).sort((a, b) => a - b)
  console.log(`\nMedian time to the finding ${seconds[Math.floor(seconds.length / 2)]} s.\n`)
  for (const { fault, acted, others, endedEarly } of results.filter((one) => !one.found))
    console.log(
      `- missed: ${fault}; acted in ${acted} exchanges${others ? `; broke ${others.join(', ')}` : ''}${endedEarly ? `; ${endedEarly}` : ''}`,
    )
}
