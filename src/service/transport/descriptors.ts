/** How many connections fit into the descriptors that this process may have. */
import { readFileSync } from 'node:fs'

/** For databases, logs, threads and what is loaded late, such as the validator of development. */
const RESERVED_DESCRIPTORS = 64
/** Connections from clients and to receivers, of two environments. */
const SHARES = 4
/** However small the limit: with fewer, nothing works. */
const LEAST = 8

/** The limit of `ulimit -n`; Infinity where the system reports none. */
export function descriptorLimit(): number {
  try {
    const line = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))
    if (line !== null) return Number(line[1])
  } catch {
    // Not Linux: Node's own report has it too, and takes 30 ms.
  }
  const report = process.report.getReport() as unknown as { userLimits?: { open_files?: { soft?: unknown } } }
  const soft = Number(report.userLimits?.open_files?.soft)
  return Number.isFinite(soft) ? soft : Number.POSITIVE_INFINITY
}

/** Connections that one environment may have from clients, and as many to receivers. */
export const connectionsWithin = (limit: number): number =>
  Math.max(LEAST, Math.floor((limit - RESERVED_DESCRIPTORS) / SHARES))
