/**
 * Reads Prometheus' text format (version 0.0.4) by its grammar, without the library that wrote it, and throws where the
 * text or the naming conventions are broken.
 */

export interface Sample {
  name: string
  labels: Record<string, string>
  value: number
}

export interface Family {
  type: string
  help: string
  samples: Sample[]
}

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*'
const VALUE = String.raw`[+-]?(?:Inf|NaN|\d+(?:\.\d+)?(?:e[+-]?\d+)?)`
const LABEL = String.raw`[a-zA-Z_]\w*="(?:[^"\\\n]|\\["\\n])*"`
const SAMPLE = new RegExp(`^(${NAME})(?:\\{(${LABEL}(?:,${LABEL})*)\\})? (${VALUE})$`)

/** @returns the families by name */
export function parseMetrics(text: string): Map<string, Family> {
  if (!text.endsWith('\n')) throw new Error('The last line has no end.')
  const families = new Map<string, Family>()
  let current: { name: string; family: Family } | undefined
  for (const line of text.split('\n')) {
    if (line === '') continue
    const help = new RegExp(`^# HELP (${NAME}) (.+)$`).exec(line)
    const type = new RegExp(`^# TYPE (${NAME}) (counter|gauge|histogram|summary)$`).exec(line)
    if (help?.[1]) {
      if (families.has(help[1])) throw new Error(`${help[1]} is told twice.`)
      current = { name: help[1], family: { type: '', help: help[2] ?? '', samples: [] } }
      families.set(current.name, current.family)
    } else if (type) {
      if (!current || current.name !== type[1]) throw new Error(`${line}: comes without its HELP.`)
      current.family.type = type[2] ?? ''
    } else addSample(line, current)
  }
  for (const [name, family] of families) requireSound(name, family)
  return families
}

function addSample(line: string, current: { name: string; family: Family } | undefined): void {
  const [, name = '', labels = '', value = ''] = SAMPLE.exec(line) ?? []
  if (name === '') throw new Error(`This is no sample: ${line}`)
  if (!current || name.replace(/_(bucket|sum|count)$/, '') !== current.name.replace(/_(sum|count)$/, ''))
    throw new Error(`${line}: belongs to no family.`)
  const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label, text]) => [label, text])
  const number = Number(value.replace('Inf', 'Infinity'))
  current.family.samples.push({ name, labels: Object.fromEntries(pairs), value: number })
}

function requireSound(name: string, { type, samples }: Family): void {
  const seen = new Set<string>()
  for (const sample of samples) {
    const key = `${sample.name} ${JSON.stringify(Object.entries(sample.labels).toSorted())}`
    if (seen.has(key)) throw new Error(`${key} is told twice.`)
    seen.add(key)
  }
  if (type === '') throw new Error(`${name} has no TYPE.`)
  if (type === 'counter' && !name.endsWith('_total')) throw new Error(`The counter ${name} has no _total.`)
  if (type !== 'counter' && name.startsWith('prompt_service_') && name.endsWith('_total'))
    throw new Error(`${name} is no counter.`)
  if (/_(milliseconds|ms|minutes|kilobytes|percent)(_|$)/.test(name))
    throw new Error(`${name} is not in base units.`)
  if (type === 'histogram') requireCumulative(name, samples)
}

function requireCumulative(name: string, samples: readonly Sample[]): void {
  const series = new Map<string, Sample[]>()
  for (const sample of samples) {
    const { le: _, ...labels } = sample.labels
    const key = JSON.stringify(Object.entries(labels).toSorted())
    series.set(key, [...(series.get(key) ?? []), sample])
  }
  for (const [key, all] of series) {
    const buckets = all.filter((one) => one.name === `${name}_bucket`)
    const count = all.find((one) => one.name === `${name}_count`)?.value
    const ordered = buckets.every(({ value }, index) => value >= (buckets[index - 1]?.value ?? 0))
    const last = buckets.at(-1)
    if (!ordered || last?.labels.le !== '+Inf' || last.value !== count)
      throw new Error(`${name} ${key}: the buckets do not add up to the count.`)
    if (!all.some((one) => one.name === `${name}_sum`)) throw new Error(`${name} ${key} has no sum.`)
  }
}

/** The sum of the samples of a family that have these labels; undefined when there is none. */
export function total(
  families: ReadonlyMap<string, Family>,
  name: string,
  labels: Record<string, string> = {},
): number | undefined {
  const [family = ''] = [name, name.replace(/_(count|sum|bucket)$/, '')].filter((one) => families.has(one))
  const found = (families.get(family)?.samples ?? []).filter(
    (sample) =>
      sample.name === name &&
      Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
  )
  return found.length === 0 ? undefined : found.reduce((sum, { value }) => sum + value, 0)
}
