import { reportDeprecations } from '../openapi/deprecationNotes.ts'
import { expandShared } from '../openapi/redocly/expandShared.ts'
import { contentsPageOnlyRefs } from './rules/contents-page-only-refs.ts'
import { exampleForEveryStatus } from './rules/example-for-every-status.ts'
import { filtersDocumented } from './rules/filters-documented.ts'
import { identifiersNamedAlike } from './rules/identifiers-named-alike.ts'
import { linksForIds } from './rules/links-for-ids.ts'
import { operationIdVerbNoun } from './rules/operation-id-verb-noun.ts'
import { pageSizeBounded } from './rules/page-size-bounded.ts'
import { paginationOneStyle } from './rules/pagination-one-style.ts'
import { patternInWords } from './rules/pattern-in-words.ts'
import { scopesDeclared } from './rules/scopes-declared.ts'
import { sortKeysListed } from './rules/sort-keys-listed.ts'

/** Our rules, as Redocly knows them: `house/<name of the rule's file>`. */
export default function plugin() {
  const both = {
    'contents-page-only-refs': contentsPageOnlyRefs,
    'pattern-in-words': patternInWords,
  }
  return {
    id: 'house',
    preprocessors: { oas3: { 'expand-shared': expandShared } },
    decorators: { oas3: { 'report-deprecations': reportDeprecations } },
    rules: {
      async3: both,
      oas3: {
        ...both,
        'example-for-every-status': exampleForEveryStatus,
        'filters-documented': filtersDocumented,
        'identifiers-named-alike': identifiersNamedAlike,
        'links-for-ids': linksForIds,
        'operation-id-verb-noun': operationIdVerbNoun,
        'page-size-bounded': pageSizeBounded,
        'pagination-one-style': paginationOneStyle,
        'scopes-declared': scopesDeclared,
        'sort-keys-listed': sortKeysListed,
      },
    },
  }
}
