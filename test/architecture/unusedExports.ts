import { posix } from 'node:path'
import type { Sources } from './imports.ts'

/** Files whose exports are for others: those of package.json's `exports`, and what is loaded by its address. */
export const ENTRIES = [
  'src/client/index.ts',
  'src/client/webhooks.ts',
  'src/toolkit/cli/program/index.ts',
  'src/toolkit/conformance/index.ts',
  'src/toolkit/model/apiModel.ts',
  'src/toolkit/openapi/index.ts',
  'src/toolkit/openapi/text.ts',
  'src/toolkit/openapi/validation.ts',
  'src/toolkit/lint/ownRules.ts',
  'src/toolkit/lint/plugin.js',
  'src/toolkit/network/index.ts',
  'src/toolkit/requests/index.ts',
  'src/toolkit/matchers/coverageReporter.ts',
  'src/toolkit/matchers/jest.ts',
  'src/toolkit/matchers/vitest.ts',
  'src/toolkit/mock/index.ts',
  'src/toolkit/mock/msw.ts',
  'src/toolkit/server/index.ts',
  'src/toolkit/theme/index.ts',
]

/** Exported for a test that drives a part by itself, because through the public door it would need seconds or luck. */
export const DRIVEN_BY_TESTS: Record<string, readonly string[]> = {
  'src/service/events/apiVersions.ts': ['createApiVersions'],
  'src/service/features/evaluations/running/summarise.ts': ['startSummary', 'atShares'],
  'src/service/features/folders/model/folder.ts': ['findNamed'],
  'src/service/features/organization/model/apiKey.ts': ['createKey'],
  'src/service/models/offlineProvider.ts': ['SLOW_RESPONSE_MS'],
  'src/service/runtime/clock.ts': ['LOOK_INTERVAL'],
  'src/service/server/steps/accept.ts': ['acceptable', 'requireAcceptable'],
  'src/service/server/steps/announce.ts': ['announce'],
  'src/service/template/render.ts': ['MAX_RENDERING_LENGTH'],
  'src/service/transport/addresses.ts': ['AddressError'],
  'src/toolkit/diff/index.ts': ['sinceRelease', 'locationText', 'versionLine'],
  'src/toolkit/docs/search.ts': ['searchEngine'],
  'src/toolkit/generate/operationTable.ts': ['operationRows'],
  'src/toolkit/model/fixedValues.ts': ['fixedBy', 'fixedNames', 'unaffectedBy'],
  'src/toolkit/model/lockedValues.ts': ['lockedIn'],
  'src/toolkit/model/retainedValues.ts': ['retainedIn'],
  'src/toolkit/model/spokenDefaults.ts': ['defaultIn'],
}

const DECLARATION =
  /^export (?:declare )?(?:async )?(?:abstract )?(?:function\*?|const|let|class|interface|type|enum) ([\w$]+)/gm
const EXPORT_LIST = /^export (?:type )?\{([^}]*)\}(?: from '([^']+)')?/gm
const IMPORT_LIST = /^import (?:type )?(?:[\w$]+, )?\{([^}]*)\} from '([^']+)'/gm
const IMPORT_DEFAULT = /^import (?:type )?[\w$]+(?:, \{[^}]*\})? from '([^']+)'/gm
const NAMESPACE = /^(?:import|export) (?:type )?\*(?: as ([\w$]+))? from '([^']+)'/gm
const WHOLE = /\b(?:import|URL)\(\s*'(\.[^']+)'/g

/** Exports without an importer: of a value, that no code but a test imports. Each with what to do about it. */
export function unusedExports(sources: Sources): string[] {
  const used = usesOf(sources)
  const found: string[] = []
  for (const [path, text] of sources) {
    if (!path.startsWith('src/') || !path.endsWith('.ts') || ENTRIES.includes(path)) continue
    const importers = used.get(path) ?? new Map<string, Set<string>>()
    if (importers.has('*')) continue
    for (const name of exportedBy(text)) {
      const by = [...(importers.get(name) ?? [])]
      if (by.length === 0) found.push(`${path} exports ${name}, which nobody imports: take the export away.`)
      else if (by.every((from) => from.startsWith('test/')) && isValue(text, name) && !isDriven(path, name))
        found.push(
          `${path} exports ${name} for tests alone: test it through what uses it, or name it in DRIVEN_BY_TESTS.`,
        )
    }
  }
  return found
}

const isDriven = (path: string, name: string): boolean => DRIVEN_BY_TESTS[path]?.includes(name) === true

const isValue = (text: string, name: string): boolean =>
  !new RegExp(`^export (interface|type) ${name.replaceAll('$', '\\$')}\\b`, 'm').test(text)

function exportedBy(text: string): string[] {
  // Between an odd and an even backtick is a text that is written somewhere else.
  const own = [...text.matchAll(DECLARATION)].filter(
    ({ index }) => text.slice(0, index).split('`').length % 2 === 1,
  )
  const declared = own.map(([, name = '']) => name)
  const listed = [...text.matchAll(EXPORT_LIST)].flatMap(([, list = '']) => namesIn(list, 'exported'))
  return [...declared, ...listed]
}

/** `a`, `type a` and `a as b`, as they are called where they come from, or where they go. */
const namesIn = (list: string, side: 'imported' | 'exported'): string[] =>
  list
    .split(',')
    .map((one) => one.trim().replace(/^type /, ''))
    .filter((one) => one !== '')
    .map((one) => one.split(' as ')[side === 'imported' ? 0 : 1] ?? one)

/** The importers of each name, by file and name; `*` for an import of the whole file. */
function usesOf(sources: Sources): Map<string, Map<string, Set<string>>> {
  const used = new Map<string, Map<string, Set<string>>>()
  for (const [from, text] of sources) {
    const note = (specifier: string, names: readonly string[]) => {
      if (!specifier.startsWith('.')) return
      const to = posix.normalize(posix.join(posix.dirname(from), specifier))
      const ofFile = used.get(to) ?? new Map<string, Set<string>>()
      used.set(to, ofFile)
      for (const name of names) ofFile.set(name, (ofFile.get(name) ?? new Set()).add(from))
    }
    for (const [, list = '', specifier = ''] of text.matchAll(IMPORT_LIST))
      note(specifier, namesIn(list, 'imported'))
    for (const [, list = '', specifier = ''] of text.matchAll(EXPORT_LIST))
      note(specifier, namesIn(list, 'imported'))
    for (const [, specifier = ''] of text.matchAll(IMPORT_DEFAULT)) note(specifier, ['default'])
    for (const [, specifier = ''] of text.matchAll(WHOLE)) note(specifier, ['*'])
    for (const [, alias, specifier = ''] of text.matchAll(NAMESPACE)) {
      const members =
        alias === undefined ? ['*'] : [...text.matchAll(new RegExp(`\\b${alias}\\.([\\w$]+)`, 'g'))]
      note(specifier, alias === undefined ? ['*'] : members.map(([, name = '']) => name))
    }
  }
  return used
}
