/**
 * Records the requests of a run, and finds the writes to data which was there before. It decides by only the requests and
 * responses, without the bookkeeping of the kit. An address counts as the run's own when a response to a POST or PUT
 * of the run brought one of its segments. It counts as empty when a GET of it was rejected just before.
 */
import { createTransport, type Transport } from '../../src/toolkit/conformance/engine/send.ts'

export interface RecordedWrite {
  method: string
  path: string
  status: number
}

export interface WriteRecorder {
  transport: Transport
  writes: RecordedWrite[]
  /** Writes to what the run did not create. A path without ids is checked by its state before and after. */
  foreign(): string[]
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE'])

export function recordWrites(target: string): WriteRecorder {
  const inner = createTransport(target, undefined, 16)
  const created = new Set<string>()
  const absent = new Set<string>()
  const writes: RecordedWrite[] = []
  const foreign: string[] = []
  /** The response of a path without ids before its first write, and its present one. */
  const states = new Map<string, { before: string | undefined; now: string | undefined; written: boolean }>()

  const collect = (value: unknown): void => {
    if (typeof value === 'string') for (const part of value.split('/')) created.add(part)
    else if (typeof value === 'number') created.add(String(value))
    else if (value !== null && typeof value === 'object') for (const one of Object.values(value)) collect(one)
  }
  const jsonOf = (body: Buffer): unknown => {
    try {
      return JSON.parse(body.toString())
    } catch {
      return undefined
    }
  }
  const plainOf = (path: string) => (path.split('?', 1)[0] ?? '').replace(/(?<=.)\/$/, '')
  const segmentsOf = (path: string) =>
    plainOf(path)
      .split('/')
      .filter((one) => one !== '')
      .flatMap((one) => {
        const whole = decodeURIComponent(one)
        return [whole, whole.split(':')[0] ?? whole]
      })

  const isOwn = (path: string): boolean =>
    segmentsOf(path).some((one) => created.has(one)) ||
    [...absent].some((one) => plainOf(path) === one || plainOf(path).startsWith(`${one}/`)) ||
    isUnlisted(path)
  /** Whether a list that the run has just read does not have it. */
  const isUnlisted = (path: string): boolean => {
    const parts = plainOf(path).split('/')
    return parts.some((one, index) => {
      const list = index > 1 ? states.get(parts.slice(0, index).join('/'))?.now : undefined
      return list !== undefined && /^\s*[[{]/.test(list) && /\d/.test(one) && !list.includes(one)
    })
  }

  return {
    writes,
    foreign: () => [
      ...foreign,
      ...[...states].flatMap(([path, { before, now, written }]) =>
        written && before !== now ? [`${path} was ${before} and is ${now}`] : [],
      ),
    ],
    transport: {
      close: () => inner.close(),
      async send(wire) {
        const path = plainOf(wire.path)
        const isWrite = !SAFE.has(wire.method)
        // The template shows which segments are ids; a request without an operation is classified by its segments.
        const hasId = wire.template === undefined ? undefined : wire.template.includes('{')
        const own = isWrite && isOwn(wire.path)
        const response = await inner.send(wire)
        const json = jsonOf(response.body)
        if (!isWrite) {
          if (wire.method === 'GET' && [400, 404, 410, 422].includes(response.status)) absent.add(path)
          if (wire.method === 'GET' && response.status < 300) {
            // A resource below the run's own, such as the result of a job, is the run's own.
            if (segmentsOf(path).some((one) => created.has(one))) collect(json)
            absent.delete(path)
            const state = states.get(path) ?? { before: undefined, now: undefined, written: false }
            const text = response.body.toString()
            states.set(path, {
              before: state.written ? state.before : text,
              now: text,
              written: state.written,
            })
          }
          return response
        }
        writes.push({ method: wire.method, path: wire.path, status: response.status })
        const state = states.get(path)
        const isSingleton = state !== undefined && !Array.isArray(jsonOf(Buffer.from(state.now ?? '')))
        // A list may be in an object, too: 201 is for what was not there before (RFC 9110, 15.3.2).
        const isCreation = wire.method === 'POST' && response.status === 201
        if (hasId !== true && isSingleton && !isCreation && response.status < 300) state.written = true
        if (hasId === true && !own) foreign.push(`${wire.method} ${wire.path} ${response.status}`)
        if (hasId === undefined && !own && !isSingleton && response.status < 300)
          foreign.push(`${wire.method} ${wire.path} ${response.status}`)
        if (
          response.status < 300 &&
          (wire.method === 'POST' || (wire.method === 'PUT' && response.status === 201))
        ) {
          collect(json)
          const { location } = response.headers
          if (typeof location === 'string') created.add(decodeURIComponent(location.split('/').at(-1) ?? ''))
          if (wire.method === 'PUT') created.add(decodeURIComponent(path.split('/').at(-1) ?? ''))
        }
        return response
      },
    },
  }
}
