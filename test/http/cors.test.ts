import { describe, expect, it } from 'vitest'
import { corsHeaders, preflightHeaders } from '../../src/http/cors.ts'

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
