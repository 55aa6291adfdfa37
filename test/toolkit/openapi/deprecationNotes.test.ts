import { expect, test } from 'vitest'
import { withDeprecations } from '../../../src/toolkit/openapi/deprecationNotes.ts'

const operation = (more: object) => ({ paths: { '/a': { get: { responses: {}, ...more } } } })
const both = { deprecated: true, 'x-deprecated-at': '2026-01-01', 'x-sunset': '2027-01-01T00:00:00Z' }

test('an operation, a parameter and a member tell their days to the reader', () => {
  const parameter = { name: 'old', in: 'query', description: 'A colour.', ...both }
  const member = { type: 'string', deprecated: true, 'x-sunset': '2027-01-01' }
  const tree = {
    ...operation({ ...both, parameters: [parameter] }),
    components: {
      schemas: { Thing: { properties: { member, value: member, plain: { deprecated: true } } } },
    },
  }
  const reported = JSON.parse(JSON.stringify(withDeprecations(tree)))
  const { get } = reported.paths['/a']
  expect(get.description).toBe('**Deprecated since 2026-01-01, ends on 2027-01-01.**')
  expect(get['x-badges']).toEqual([
    { name: 'Deprecated since 2026-01-01, ends on 2027-01-01', color: '#b42318' },
  ])
  expect(get.parameters[0].description).toBe('**Deprecated since 2026-01-01, ends on 2027-01-01.** A colour.')
  const { properties } = reported.components.schemas.Thing
  expect(properties.member.description).toBe('**Deprecated, ends on 2027-01-01.**')
  expect(properties.value).toEqual(properties.member)
  expect(properties.plain).toEqual({ deprecated: true })
  expect(withDeprecations(reported)).toEqual(reported)
  expect(tree).not.toEqual(reported)
})

test('an example that looks deprecated is left alone', () => {
  const tree = operation({ examples: { a: { value: both } }, 'x-note': both.deprecated })
  expect(withDeprecations(tree)).toEqual(tree)
})
