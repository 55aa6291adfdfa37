/** The processor time of processes, and the processors that they may run on: of Linux, else not known. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Milliseconds of a clock tick; of every Linux. */
const TICK = 10

/** Why processor time is not known here. */
export const processorTimeMissing: string | undefined = existsSync('/proc/self/stat')
  ? undefined
  : 'there is no /proc'

interface Stat {
  parent: number
  /** Ticks of the process, and of the children that ended. */
  ticks: number
}

/** Of proc(5); undefined for one that is gone. */
function statOf(pid: number): Stat | undefined {
  try {
    const [, fields = ''] = /\) (.*)$/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8').trim()) ?? []
    const words = fields.split(' ').map(Number)
    const [user = 0, system = 0, childUser = 0, childSystem = 0] = words.slice(11, 15)
    return { parent: words[1] ?? 0, ticks: user + system + childUser + childSystem }
  } catch {
    return undefined
  }
}

/** The process that started this one; undefined where it is not of this machine. */
export const parentOf = (pid: number): number | undefined => statOf(pid)?.parent

/** A process and its children that live. */
export function familyOf(pid: number): number[] {
  if (processorTimeMissing !== undefined) return [pid]
  const all = readdirSync('/proc').map(Number).filter(Number.isInteger)
  return [pid, ...all.filter((one) => parentOf(one) === pid)]
}

/** Milliseconds of a process and its children until now; those that ended are in it, too. */
export const timeOf = (pid: number): number =>
  familyOf(pid).reduce((sum, one) => sum + (statOf(one)?.ticks ?? 0), 0) * TICK

/**
 * Binds a process and its children, with all their threads, to these cores; processes that they start later inherit it.
 * @param cores as in taskset(1): `0`, `0-1`
 * @returns false where there is no taskset, or it may not
 */
export const pin = (cores: string, pid: number): boolean =>
  familyOf(pid).every((one) => {
    const done = spawnSync('taskset', ['-a', '-c', '-p', cores, String(one)], { stdio: 'ignore' })
    return done.status === 0 || parentOf(one) === undefined
  })
