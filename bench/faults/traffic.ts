/** Recorded exchanges of `conform`, stored in the cache for interrupted runs. */

import { hash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Exchange } from './observe.ts'
import { pathOf } from './results.ts'

const fileOf = (target: string, fault: string) =>
  join(pathOf(target, 'traffic'), `${hash('sha1', fault).slice(0, 16)}.json.gz`)

export function writeTraffic(target: string, fault: string, exchanges: readonly Exchange[]): void {
  mkdirSync(pathOf(target, 'traffic'), { recursive: true })
  const text = JSON.stringify(exchanges, (_, value) =>
    isBuffer(value) ? { base64: Buffer.from(value.data).toString('base64') } : value,
  )
  writeFileSync(fileOf(target, fault), gzipSync(text))
}

export function readTraffic(target: string, fault: string): Exchange[] | undefined {
  const file = fileOf(target, fault)
  if (!existsSync(file)) return undefined
  return JSON.parse(gunzipSync(readFileSync(file)).toString(), (name, value) =>
    name === 'body' ? Buffer.from((value as { base64: string }).base64, 'base64') : value,
  ) as Exchange[]
}

/** The form in which JSON.stringify passes on a Buffer. */
const isBuffer = (value: unknown): value is { data: number[] } =>
  typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer'
