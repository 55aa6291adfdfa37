/** The map of the repository leads to files that exist. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const map = readFileSync(join(ROOT, 'docs/internals/map.md'), 'utf8')

const exists = (path: string) => existsSync(join(ROOT, path))
const namesIn = (text: string) =>
  [...text.matchAll(/`([\w./-]+(?:\.(?:ts|mjs|js|yaml)|\/))`/g)].map(([, name = '']) => name)

/** Every place and file of a row, as the reader would open it: relative to the row's place, else to the wing or the root. */
function* named(): Generator<[place: string, name: string, candidates: string[]]> {
  let wing = ''
  for (const line of map.split('\n')) {
    if (!line.startsWith('|'))
      wing = /`(src\/\w+)\/`/.exec(line)?.[1] ?? (line.startsWith('Further ') ? '' : wing)
    const [, place, content] = /^\| (`.*?) \| (.*) \|$/.exec(line) ?? []
    if (place === undefined || content === undefined || place.includes('<')) continue
    const places = namesIn(place)
    for (const name of places) yield [place, name, [join(wing, name)]]
    const first = join(wing, places[0] ?? '')
    const folder = exists(first) && statSync(join(ROOT, first)).isDirectory() ? first : dirname(first)
    for (const name of namesIn(content))
      yield [place, name, [join(folder, name), ...(name.includes('/') ? [join(wing, name), name] : [])]]
  }
}

test('every place and file that the map names is where it says', () => {
  const names = [...named()]
  expect(names.length).toBeGreaterThan(150)
  const lost = names.filter(([, , candidates]) => !candidates.some(exists))
  expect(lost.map(([place, name]) => `${place}: ${name}`)).toEqual([])
})
