import { describe, expect, it } from 'vitest'
import { corsHeaders, preflightHeaders } from '../../../src/service/server/cors.ts'
import { loadDocument } from '../../../src/toolkit/conformance/index.ts'
import { follow, isObject, type Json, objectAt } from '../../../src/toolkit/openapi/index.ts'

const listOf = (value: string | undefined) => (value ?? '').split(', ').map((name) => name.toLowerCase())

describe('corsHeaders', () => {
  it('allows any origin, without credentials mode, and exposes what clients need to read', () => {
    const headers = corsHeaders()
    expect(headers['Access-Control-Allow-Origin']).toBe('*')
    expect(headers).not.toHaveProperty('Access-Control-Allow-Credentials')
    const exposed = listOf(headers['Access-Control-Expose-Headers'])
    expect(exposed).toEqual(
      expect.arrayContaining([
        'etag',
        'location',
        'retry-after',
        'x-request-id',
        'x-ratelimit-remaining',
        'ratelimit',
      ]),
    )
  })

  it.each(['generated/openapi.v1.json', 'generated/openapi.oauth.json'])(
    'exposes every response header that %s declares',
    (file) => {
      const document = loadDocument(file)
      const declared = new Set<string>()
      const collect = (node: Json | undefined): void => {
        if (Array.isArray(node)) for (const member of node) collect(member)
        if (!isObject(node)) return
        for (const named of Object.values(objectAt(node, 'responses'))) {
          const response = follow(document, named)
          if ('text/html' in objectAt(response, 'content')) continue // pages are never shared
          for (const name of Object.keys(objectAt(response, 'headers'))) declared.add(name.toLowerCase())
        }
        for (const member of Object.values(node)) collect(member)
      }
      collect(document.root)
      // Scripts may read these without permission (the Fetch standard, "CORS-safelisted response-header name").
      const safe = [
        'cache-control',
        'content-language',
        'content-length',
        'content-type',
        'expires',
        'pragma',
      ]
      const exposed = new Set([...safe, ...listOf(corsHeaders()['Access-Control-Expose-Headers'])])
      expect(declared.size).toBeGreaterThan(3)
      expect([...declared].filter((name) => !exposed.has(name))).toEqual([])
    },
  )

  it('gives each response its own object', () => {
    const first = corsHeaders()
    first.X = '1'
    expect(corsHeaders()).not.toHaveProperty('X')
  })
})

describe('preflightHeaders', () => {
  it('names the methods of the path and the headers that requests may carry', () => {
    const headers = preflightHeaders(['GET', 'HEAD', 'POST'])
    expect(headers['Access-Control-Allow-Origin']).toBe('*')
    expect(headers['Access-Control-Allow-Methods']).toBe('GET, HEAD, POST')
    expect(headers.Allow).toBe('GET, HEAD, POST')
    expect(listOf(headers['Access-Control-Allow-Headers'])).toEqual(
      expect.arrayContaining([
        'authorization',
        'content-type',
        'idempotency-key',
        'if-match',
        'if-none-match',
      ]),
    )
    expect(Number(headers['Access-Control-Max-Age'])).toBeGreaterThan(0)
  })

  it('allows nothing on a path that does not exist', () => {
    const headers = preflightHeaders([])
    expect(headers['Access-Control-Allow-Methods']).toBe('')
    expect(headers).not.toHaveProperty('Allow')
  })
})
