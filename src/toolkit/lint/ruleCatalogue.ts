/** The rules of `lint`: one definition each. The table in `docs/reference/lint-rules.md` is written from them. */

interface LintRule {
  /** `error` rules are always on; the others are off unless `redocly.yaml` enables them. */
  severity: 'error' | 'off'
  requires: string
  /** A part of a document that the rule reports. */
  fails: string
  fix: string
}

/** By the name that findings show. */
export const lintRules: Readonly<Record<string, LintRule>> = {
  readable: {
    severity: 'error',
    requires: 'A file can be parsed as YAML or JSON.',
    fails: 'paths: [',
    fix: 'Correct the syntax at the line of the finding.',
  },
  'no-unresolved-refs': {
    severity: 'error',
    requires: 'Each `$ref` leads to an existing place, and not back to itself.',
    fails: "$ref: '#/components/schemas/Ordr'",
    fix: 'Correct the path. The finding names the most similar one.',
  },
  'document/malformed': {
    severity: 'error',
    requires: 'Each part of a document has the type that the specification requires.',
    fails: 'parameters: { name: id }',
    fix: 'Use the type that the finding names.',
  },
  'document/invalid-keyword': {
    severity: 'error',
    requires: 'Each keyword of a schema has a value of its type.',
    fails: 'maximum: ten',
    fix: 'Correct the value.',
  },
  'document/invalid-pattern': {
    severity: 'error',
    requires: 'Each `pattern` is a regular expression of ECMA-262.',
    fails: "pattern: '('",
    fix: 'Correct the expression.',
  },
  'document/invalid-id': {
    severity: 'error',
    requires: 'An `$id` is a URI reference without a fragment.',
    fails: "$id: '#order'",
    fix: 'Remove the fragment, or use `$anchor`.',
  },
  'document/invalid-invariant': {
    severity: 'error',
    requires: 'Each sentence of `x-invariants` can be parsed, and names properties that the schema declares.',
    fails: "x-invariants: ['total = price']",
    fix: 'Correct the sentence. The finding names the column or the property.',
  },
  'document/contradiction': {
    severity: 'error',
    requires: 'Some value can match the keywords of a schema.',
    fails: '{ minimum: 10, maximum: 5 }',
    fix: 'Correct the bounds, the default or the enum.',
  },
  'document/duplicate': {
    severity: 'error',
    requires: 'Each `operationId` occurs once.',
    fails: 'operationId: listOrders (twice)',
    fix: 'Rename one of the operations.',
  },
  'house/contents-page-only-refs': {
    severity: 'off',
    requires: 'The entry file contains only references: one file for each path, message and schema.',
    fails: 'paths: { /orders: { get: … } }',
    fix: 'Move the path to its own file, and refer to it.',
  },
  'house/example-for-every-status': {
    severity: 'off',
    requires: 'Each response has an example for each media type.',
    fails: 'content: { application/json: { schema: … } }',
    fix: 'Add `example` next to `schema`.',
  },
  'house/filters-documented': {
    severity: 'off',
    requires:
      'Each query parameter of a list has the name of a property of its items, or a description. A property that `x-conformance.filter` names exists.',
    fails: '{ name: kind, in: query, schema: … }',
    fix: 'Describe the parameter, or name the property with `x-conformance.filter`.',
  },
  'house/identifiers-named-alike': {
    severity: 'off',
    requires:
      'All resources name their identifier in the same way: `id`, or the name of the resource and `Id`. Natural keys such as slugs may differ.',
    fails: 'Order: { properties: { orderNumber: … } }',
    fix: 'Rename the property as most resources do.',
  },
  'house/links-for-ids': {
    severity: 'off',
    requires: 'A `201` response links to the operations that accept the new ID.',
    fails: '201: { content: … }',
    fix: 'Add `links` to the operations that use the ID, first the one that reads it.',
  },
  'house/operation-id-verb-noun': {
    severity: 'off',
    requires: 'An `operationId` is a verb that fits the method, then a noun.',
    fails: 'get: { operationId: orders }',
    fix: 'Use camelCase with one of the listed verbs, for example `listOrders`.',
  },
  'house/page-size-bounded': {
    severity: 'off',
    requires: 'The parameter for the page size has a maximum.',
    fails: '{ name: limit, in: query, schema: { type: integer } }',
    fix: 'Declare the largest page that the server returns as `maximum`.',
  },
  'house/pagination-one-style': {
    severity: 'off',
    requires: 'All lists use one pagination style.',
    fails: '`cursor` in one list, `page` in another',
    fix: 'Use the style of most lists.',
  },
  'house/pattern-in-words': {
    severity: 'off',
    requires: 'Each `pattern` has its meaning in words, in `x-expected`, and one wording everywhere.',
    fails: "pattern: '^https://'",
    fix: 'Add `x-expected: an https:// URL`.',
  },
  'house/scopes-declared': {
    severity: 'off',
    requires: 'Each operation requires scopes, and each flow offers them.',
    fails: 'security: [{ login: [] }]',
    fix: 'List the scopes in `security`, and declare each in the flow.',
  },
  'house/sort-keys-listed': {
    severity: 'off',
    requires: 'The parameter for the sort key has an enum.',
    fails: '{ name: sort, in: query, schema: { type: string } }',
    fix: 'List the sort keys in an `enum`.',
  },
}
