/** Checks single exchanges against an OpenAPI document. */

import { statedInvariants } from '../model/statedInvariants.ts'
import type { ContractDocument } from '../openapi/document.ts'
import { readHeader } from '../openapi/headers.ts'
import { createMatcher } from '../openapi/match.ts'
import { responseFor } from '../openapi/operations.ts'
import { createSchemaValidator, type ValidationOptions } from '../schema/validate.ts'
import { responseChecks } from './checks.ts'
import { gatherFacts } from './facts.ts'
import type { Exchange, Finding, Profile, ResponseContext } from './finding.ts'
import { responseMessage } from './messages.ts'

export interface ResponseChecker {
  /**
   * Returns the violations of an exchange; empty when there are none.
   * @param options.profile `full` (the default) or `core`: only the requirements of HTTP and of parts with `document.mark`
   */
  check(exchange: Exchange, options?: { profile?: Profile }): Finding[]
}

/**
 * Prepares a checker; make one for a document and use it for every exchange, for schemas are compiled once.
 *
 * @param document from `loadDocument` or `documentOf`
 * @param validation `closed: true` also reports properties that the document does not declare: for a server's own tests
 * @throws DocumentError when it is not an OpenAPI document, a reference leads nowhere or an invariant cannot be parsed
 * @example
 * const checker = createResponseChecker(loadDocument('openapi.json'))
 * checker.check({ method: 'GET', url: '/prompts', status: 200, headers: { ... }, body })
 */
export function createResponseChecker(
  document: ContractDocument,
  validation: ValidationOptions = {},
): ResponseChecker {
  const match = createMatcher(document)
  const facts = gatherFacts(document)
  // One that cannot be parsed stops here, and not at a response.
  statedInvariants(document)
  const validate = createSchemaValidator(document, { ...validation, direction: 'response' })
  return {
    check(exchange, { profile = 'full' } = {}) {
      const { operation, methods, further } = match(exchange.method, exchange.url)
      const context: ResponseContext = {
        document,
        exchange,
        operation,
        methods,
        further,
        response: operation && responseFor(operation, exchange.status),
        declaresHeader: (name) => facts.headers.has(name.toLowerCase()),
        errorCodes: facts.errorCodes,
        header: (name) => readHeader(exchange.headers, name),
        validate,
      }
      const findings: Finding[] = []
      for (const [rule, check] of Object.entries(responseChecks)) {
        for (const problem of check(context)) {
          if (profile === 'core' && problem.provenance !== 'specified') continue
          findings.push({
            rule,
            operationId: operation?.operationId ?? null,
            status: exchange.status,
            message: responseMessage(problem),
            ...problem,
          })
        }
      }
      return findings
    },
  }
}

const checkers = {
  open: new WeakMap<ContractDocument, ResponseChecker>(),
  closed: new WeakMap<ContractDocument, ResponseChecker>(),
}

/** @param closed whether properties that the document does not declare are findings */
export function checkerOf(document: ContractDocument, closed: boolean): ResponseChecker {
  const known = checkers[closed ? 'closed' : 'open']
  const checker = known.get(document) ?? createResponseChecker(document, { closed })
  known.set(document, checker)
  return checker
}
