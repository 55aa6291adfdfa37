/**
 * Room reserved for a start on a full disk. SQLite must create the log's index (32 KiB) and the head of the log before it
 * can even read. Otherwise a disk that another program filled would prevent the restart of the service.
 */
import { randomFillSync } from 'node:crypto'
import { existsSync, rmSync, writeFileSync } from 'node:fs'

const SIZE = 256 * 1024

const reserveOf = (file: string) => `${file}.reserve`

/** Retains the reserve next to a database file, where there is room; random bytes, for some disks store zeros as nothing. */
export function maintainReserve(file: string): void {
  const reserve = reserveOf(file)
  if (existsSync(reserve)) return
  try {
    writeFileSync(reserve, randomFillSync(Buffer.alloc(SIZE)), { mode: 0o600, flag: 'wx' })
  } catch {
    rmSync(reserve, { force: true }) // there is no room, or no writing here: the start reports it where it matters
  }
}

/** Gives the reserve up. @returns whether there was one */
export function releaseReserve(file: string): boolean {
  const reserve = reserveOf(file)
  if (!existsSync(reserve)) return false
  rmSync(reserve)
  return true
}
