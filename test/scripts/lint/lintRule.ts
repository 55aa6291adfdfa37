import { createConfig, lintFromString } from '@redocly/openapi-core'
import { stringify } from 'yaml'
import conventions from '../../../scripts/lint/ownConventions.ts'
import plugin from '../../../src/toolkit/lint/ownRules.ts'

/** The messages of one of our rules, of the toolkit or of this repository, on a document. */
export async function lintRule(rule: string, document: object): Promise<string[]> {
  const config = await createConfig({
    plugins: [plugin() as never, conventions() as never],
    rules: { [rule in conventions().rules.oas3 ? `reference/${rule}` : `house/${rule}`]: 'error' },
  })
  const problems = await lintFromString({ source: stringify(document), absoluteRef: '/openapi.yaml', config })
  return problems.map(({ message }) => message)
}

/** An OpenAPI document with the given paths. */
export const withPaths = (paths: object, more: object = {}): object => ({ openapi: '3.1.0', paths, ...more })

/** An OpenAPI document whose only operation is `POST /notes`, with a handful of properties replaced. */
export const withPost = (operation: object, more: object = {}): object =>
  withPaths({ '/notes': { post: { operationId: 'createNote', responses: {}, ...operation } } }, more)
