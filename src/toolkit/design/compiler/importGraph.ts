/** Which files of a program a change can reach: the compiler's own list of importing files, updated after changes. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, extname, join, resolve } from 'node:path'

/** The contents of the compiler's file of incremental runs, as far as they are used here. */
interface BuildInfo {
  fileNames: string[]
  fileInfos: (string | { affectsGlobalScope?: boolean })[]
  /** From 1, as the numbers in the lists. */
  fileIdsList?: number[][]
  referencedMap?: [file: number, list: number][]
}

export class ImportGraph {
  /** The files of the project itself, absolute. */
  readonly own: ReadonlySet<string>
  /** Those of them that change what every file sees. */
  readonly global: ReadonlySet<string>
  readonly #files: Set<string>
  readonly #imports = new Map<string, Set<string>>()
  readonly #importers = new Map<string, Set<string>>()
  /** By file, what it imported when the compiler read it, other than by a path. */
  readonly #bare = new Map<string, ReadonlySet<string>>()

  private constructor(files: Set<string>, own: Set<string>, global: Set<string>) {
    this.#files = files
    this.own = own
    this.global = global
  }

  /**
   * @param path the file of an incremental run
   * @returns undefined when the compiler writes another form
   */
  static read(path: string): ImportGraph | undefined {
    let info: BuildInfo
    try {
      info = JSON.parse(readFileSync(path, 'utf8')) as BuildInfo
    } catch {
      return undefined
    }
    const { fileNames, fileInfos, fileIdsList = [], referencedMap = [] } = info
    if (![fileNames, fileInfos, fileIdsList, referencedMap].every(Array.isArray)) return undefined
    const names = fileNames.map((name) => resolve(dirname(path), name))
    const isOwn = (name: string) => !/[\\/]node_modules[\\/]/.test(name) && existsSync(name)
    const own = new Set(names.filter(isOwn))
    const infoOf = (index: number) => fileInfos[index]
    const global = names.filter((name, index) => {
      const found = infoOf(index)
      return own.has(name) && typeof found === 'object' && found.affectsGlobalScope === true
    })
    const graph = new ImportGraph(new Set(names), own, new Set(global))
    for (const [file, list] of referencedMap) {
      const from = names[file - 1]
      for (const target of fileIdsList[list - 1] ?? []) {
        const to = names[target - 1]
        if (from !== undefined && to !== undefined) graph.#add(from, to)
      }
    }
    return graph
  }

  #add(from: string, to: string): void {
    for (const [map, key, value] of [
      [this.#imports, from, to],
      [this.#importers, to, from],
    ] as const) {
      const found = map.get(key)
      if (found === undefined) map.set(key, new Set([value]))
      else found.add(value)
    }
  }

  /** Reads the own files, where they are still as the compiler read them. */
  learn(isAsRead: (file: string) => boolean): void {
    for (const file of this.own) {
      const { bare } = specifiersOf(file)
      if (isAsRead(file)) this.#bare.set(file, bare)
    }
  }

  /**
   * Those files and all that import them, at first or second hand, the nearest first. Every own file where what
   * all of them see may have changed.
   */
  reach(files: Iterable<string>): Map<string, number> {
    const distance = new Map([...files].map((file) => [file, 0]))
    for (const [file, steps] of distance) {
      for (const importer of this.#importers.get(file) ?? [])
        if (!distance.has(importer) && this.own.has(importer)) distance.set(importer, steps + 1)
    }
    if ([...distance.keys()].some((file) => this.global.has(file)))
      for (const file of this.own) if (!distance.has(file)) distance.set(file, Number.POSITIVE_INFINITY)
    return distance
  }

  /**
   * Reads the present imports of a file of the program. Former imports stay: that only checks too much.
   * @returns false when only the compiler can resolve it
   */
  readImports(file: string): boolean {
    if (extname(file) === '.json') return true
    if (!existsSync(file)) return false // it is being replaced, or gone
    const text = readFileSync(file, 'utf8')
    if (this.global.has(file) || /\bdeclare\s+(global|module)\b|^\/\/\/\s*</m.test(text)) return false
    if (!/^\s*(import|export)\b/m.test(text)) return false // no module: what it declares is seen everywhere
    const { bare, relative } = specifiersOf(file)
    const known = this.#bare.get(file)
    return (
      [...bare].every((name) => name.startsWith('node:') || known?.has(name) === true) &&
      [...relative].every((name) => this.#addRelative(file, join(dirname(file), name)))
    )
  }

  /** @returns false when it leads to a file that is not in the program yet */
  #addRelative(from: string, path: string): boolean {
    const stem = path.replace(/\.([cm]?)js(x?)$/, '')
    const kinds = ['.ts', '.tsx', '.mts', '.cts', '.d.ts', '.d.mts', '.d.cts', '.js', '.jsx', '.json']
    const candidates = [
      path,
      ...kinds.flatMap((kind) => [stem + kind, path + kind, join(path, `index${kind}`)]),
    ]
    const hits = candidates.filter((candidate) => this.#files.has(candidate))
    for (const hit of hits) this.#add(from, hit)
    return (
      hits.length > 0 || !candidates.some((candidate) => extname(candidate) !== '' && existsSync(candidate))
    )
  }
}

/** The possible imports of a file: words that only look like it do no harm. */
function specifiersOf(file: string): { bare: Set<string>; relative: Set<string> } {
  const [bare, relative] = [new Set<string>(), new Set<string>()]
  if (extname(file) === '.json' || !existsSync(file)) return { bare, relative }
  const text = readFileSync(file, 'utf8')
  for (const [, name = ''] of text.matchAll(/\b(?:from|import|require)\b\s*\(?\s*['"]([^'"\n]+)['"]/g))
    (/^\.{1,2}(\/|$)/.test(name) ? relative : bare).add(name)
  return { bare, relative }
}
