/** Files of a client that openapi-typescript or `specwright generate` wrote from one of the documents. */
import { resolve } from 'node:path'
import type ts from 'typescript'
import { objectAt } from '../../openapi/document.ts'
import type { LoadedDocument } from '../location.ts'
import type { DocumentPair } from '../source.ts'
import type { ClientProject } from './program.ts'

export interface TypesFile {
  path: string
  text: string
  pair: Required<DocumentPair>
}

/**
 * The files whose interface `paths` has paths of a document.
 * @example typesFilesOf(project, pairs) // [{ path: '/web/src/api.d.ts', … }]
 */
export function typesFilesOf({ ts, program }: ClientProject, pairs: readonly DocumentPair[]): TypesFile[] {
  return program.getSourceFiles().flatMap((file) => {
    const paths = pathsIn(ts, file)
    const best = paths && bestPair(paths, pairs)
    return best ? [{ path: resolve(file.fileName), text: file.text, pair: best }] : []
  })
}

function pathsIn(typescript: typeof ts, file: ts.SourceFile): string[] | undefined {
  for (const statement of file.statements) {
    const members = typescript.isInterfaceDeclaration(statement)
      ? statement.members
      : typescript.isTypeAliasDeclaration(statement) && typescript.isTypeLiteralNode(statement.type)
        ? statement.type.members
        : undefined
    if (members === undefined || (statement as ts.InterfaceDeclaration).name.text !== 'paths') continue
    return members.flatMap(({ name }) =>
      name !== undefined && typescript.isStringLiteral(name) ? [name.text] : [],
    )
  }
  return undefined
}

/** The document with the most of the paths. */
function bestPair(paths: readonly string[], pairs: readonly DocumentPair[]) {
  const declared = ({ root }: LoadedDocument) => {
    const own = objectAt(root, 'paths')
    return paths.filter((path) => Object.hasOwn(own, path)).length
  }
  const counted = pairs.flatMap(({ old, new: now }) =>
    old && now ? [{ pair: { old, new: now }, count: Math.max(declared(old), declared(now)) }] : [],
  )
  const [best] = counted.sort((a, b) => b.count - a.count)
  return best !== undefined && best.count > 0 ? best.pair : undefined
}
