/** The parts of the path of a request that was sent. */
import type { Recorded } from './events.ts'

export const segmentsOf = ({ path }: Recorded): string[] => (path.split('?', 1)[0] ?? '').split('/')
export const pairsOf = ({ path }: Recorded): string[] => {
  const at = path.indexOf('?')
  return at === -1 ? [] : path.slice(at + 1).split('&')
}
