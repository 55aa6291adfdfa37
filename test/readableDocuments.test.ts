/** The properties that generators and readers of the documents look for at their roots. */
import { describe, expect, it } from 'vitest'
import oauth from '../generated/openapi.oauth.json' with { type: 'json' }
import v1 from '../generated/openapi.v1.json' with { type: 'json' }

describe.each([
  ['v1', v1],
  ['oauth', oauth],
] as const)('the document of %s', (_, document) => {
  it('says whom to ask, and where each environment is', () => {
    expect(document.info.contact.name).toBe('Prompt Management Service')
    expect(document.servers.map(({ description }) => description)).toEqual(['Production', 'Development'])
  })

  it('has a name of its own for every operation, those of webhooks included', () => {
    const items = [
      ...Object.values(document.paths),
      ...Object.values('webhooks' in document ? document.webhooks : {}),
    ]
    const methods = ['get', 'put', 'post', 'delete', 'patch']
    const operations = items.flatMap((item) =>
      Object.entries(item as Record<string, { operationId?: string }>).filter(([method]) =>
        methods.includes(method),
      ),
    )
    const names = operations.map(([, { operationId }]) => operationId)
    expect(names.filter((name) => name === undefined)).toEqual([])
    expect(new Set(names).size).toBe(names.length)
  })
})
