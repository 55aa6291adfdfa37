import { circlesOf, type Import, importsOf, processReads, type Sources } from './imports.ts'
import {
  FORBIDDEN_FOLDERS,
  LAYERED_FOLDERS,
  PACKAGES,
  PUBLISHED_ENTRIES,
  READERS_OF_THE_PROCESS,
  ROOMS,
  SQLITE_DRIVER,
} from './importTable.ts'

/** The violations of the architecture, each with what to do about it. */
export function violationsOf(sources: Sources): string[] {
  const imports = importsOf(sources)
  return [
    ...imports.flatMap(wrongImport),
    ...circlesOf(imports).map(
      (circle) =>
        `${circle.join(' → ')}: a circle. Move what both need into a file of its own, or hand it over as a parameter.`,
    ),
    ...LAYERED_FOLDERS.flatMap((base) =>
      circlesOf(betweenFolders(imports, base)).map(
        (circle) =>
          `${circle.join(' → ')}: a circle of folders. Move what both need into one of them, or into a folder below both.`,
      ),
    ),
    ...[...sources].flatMap(([path, text]) => [...wrongFolder(path), ...readsProcess(path, text)]),
  ]
}

function wrongImport({ from, specifier, to, typeOnly }: Import): string[] {
  if (specifier.includes('node_modules')) {
    return [`${from} imports ${specifier}: import a package by its name, and only what it exports.`]
  }
  if (specifier === 'better-sqlite3' && from !== SQLITE_DRIVER) {
    return [`${from} imports ${specifier}: which version of it a Node loads, ${SQLITE_DRIVER} alone knows.`]
  }
  if (to === undefined) return wrongPackage(from, specifier)
  if (from.startsWith('generated/')) {
    return to.startsWith('generated/') ? [] : [`${from} imports ${to}: generated/ stands on its own.`]
  }
  if (!from.startsWith('src/')) return []
  const [, own = ''] = from.split('/')
  const [top, other = ''] = to.split('/')
  if (top === 'src' && own !== other)
    return [`${from} imports ${to}: code of another package is imported by the package's name.`]
  if (PUBLISHED_ENTRIES.includes(to))
    return [`${from} imports ${to}: inside the toolkit, import the file that defines what you need.`]
  const room = roomOf(from)
  const allowed = ROOMS[room]
  if (allowed === undefined) {
    return [
      `${from} stands in the room ${room}, which test/architecture/importTable.ts does not know: say there what it may import.`,
    ]
  }
  if (allowed.includes('*') || roomOf(to) === room)
    return room === 'service/features' ? betweenFeatures(from, to) : []
  const place = to.replace(/^src\//, '')
  const given = allowed.map((entry) => (typeOnly ? entry.replace(/^type /, '') : entry))
  if (given.some((entry) => covers(entry, place))) return []
  const list = allowed.length > 0 ? allowed.join(', ') : 'nothing but itself'
  return [
    `${from} imports ${to}; ${room} may import ${list}. Take what you need as a parameter, and let app.ts hand it over.`,
  ]
}

/** Imports between the folders directly below `base`, as imports of folders. */
function betweenFolders(imports: readonly Import[], base: string): Import[] {
  const folderOf = (path: string) => new RegExp(`^${base}/[^/]+(?=/)`).exec(path)?.[0]
  return imports.flatMap((one) => {
    const from = folderOf(one.from)
    const to = one.to && folderOf(one.to)
    return from === undefined || to === undefined || from === to ? [] : [{ ...one, from, to }]
  })
}

/** Packages of this repository that a package may not import. */
function wrongPackage(from: string, specifier: string): string[] {
  const name = /^(specwright|prompt-service(?:-client)?)(?:\/|$)/.exec(specifier)?.[1]
  const [top, own = ''] = from.split('/')
  if (name === undefined || top !== 'src' || PACKAGES[own]?.includes(name)) return []
  return [
    `${from} imports ${specifier}: ${own} may import ${PACKAGES[own]?.join(', ') || 'no other package'}.`,
  ]
}

/** Features meet only through events, ids and queries.ts; only the record of handlers knows them all. */
function betweenFeatures(from: string, to: string): string[] {
  const [, , , feature] = from.split('/')
  const [, , , other, file] = to.split('/')
  if (from === 'src/service/features/handlers.ts' || feature === other || file === 'queries.ts') return []
  return [
    `${from} reaches into the feature ${other} (${to}): put the question into src/service/features/${other}/queries.ts and ask it there.`,
  ]
}

const roomOf = (path: string) => {
  const [top = path, wing = '', room = ''] = path.split('/')
  if (top !== 'src') return top
  return wing === 'service' || wing === 'toolkit' ? `${wing}/${room}` : wing
}

function covers(entry: string, place: string): boolean {
  if (entry.includes('*'))
    return new RegExp(`^${entry.replace('.', '\\.').replace('*', '[^/]+')}$`).test(place)
  return place === entry || place.startsWith(`${entry}/`)
}

function wrongFolder(path: string): string[] {
  const name = path
    .split('/')
    .slice(0, -1)
    .find((folder) => FORBIDDEN_FOLDERS.includes(folder))
  return name === undefined
    ? []
    : [`${path}: a folder named ${name} says nothing; name it after what its files do.`]
}

function readsProcess(path: string, text: string): string[] {
  if (!path.startsWith('src/') || READERS_OF_THE_PROCESS.includes(path)) return []
  return processReads(path, text).map(
    (line) =>
      `${path}:${line} reads process.argv or process.env: the entry of a program reads them and hands over what is needed.`,
  )
}
