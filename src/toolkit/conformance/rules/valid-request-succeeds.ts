import { defineRule } from '../run/rule.ts'
import { expectSuccess } from './expectation.ts'

/** What the document shows as valid is answered with a success that it declares. */
export const validRequestSucceeds = defineRule({
  id: 'valid-request-succeeds',
  title: 'A valid request gets a success that the document declares.',
  basis: 'the document',
  pack: 'core',
  *trials({ api }) {
    for (const operation of api.operations) {
      yield {
        name: 'base',
        constraint: 'success',
        operation,
        async run(bench) {
          const { exchange } = await bench.succeed(operation, { fresh: operation.method !== 'GET' })
          expectSuccess(bench, operation, exchange, 'a valid request')
        },
      }
    }
  },
})
