/** `toMatchApi` for Jest, and for every `expect` with `extend`. */
import { type ApiMatcherOptions, type ApiMatchers, createApiMatchers } from './apiMatcher.ts'

export type { ApiMatcherOptions, ApiMatchers } from './apiMatcher.ts'
export type { SentRequest } from './received.ts'

/** The part of Jest's `expect` that is used. */
interface Expect {
  extend(matchers: Record<string, unknown>): void
}

/**
 * Adds `toMatchApi` and its alias `toSatisfyApiSpec` to `expect`. Call it in a file of `setupFilesAfterEnv`.
 *
 * @param expect `expect` of `@jest/globals`, or the global one
 * @param document path of the OpenAPI document, or the parsed document
 * @throws DocumentError for a document that cannot be read
 * @example
 * useApi(expect, 'openapi.yaml')
 * expect(await request(app).get('/books')).toSatisfyApiSpec()
 */
export function useApi(expect: Expect, document: string | object, options: ApiMatcherOptions = {}): void {
  const matchers: ApiMatchers = createApiMatchers(document, options)
  expect.extend({ ...matchers })
}
