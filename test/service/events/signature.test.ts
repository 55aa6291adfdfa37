import { describe, expect, it } from 'vitest'
import { signatureHeaders } from '../../../src/service/events/signature.ts'

// Literal vectors; `printf '%s' '1700000000.{}' | openssl dgst -sha256 -hmac '<secret>'` gives the same.
const OLD = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='
const NEW = 'whsec_/////////////////////////////////////////w=='

describe('the signature of a delivery', () => {
  it.each([
    [
      'an empty body',
      {
        given: { body: '', secrets: [OLD] },
        want: ['a2defc4ab87b10e38410eed6f4ee714955d953fa993d581bf8cfe1a9bd6b0932'],
      },
    ],
    [
      'a short body',
      {
        given: { body: '{}', secrets: [OLD] },
        want: ['c96db64dcac97ab83cf9a5c23aebfdd84148c3fd17caeb1ff7f359754d7d0025'],
      },
    ],
    [
      'text beyond ASCII, as UTF-8',
      {
        given: { body: '{"name":"Größe 🙂"}', secrets: [OLD] },
        want: ['6f3ef813fa22190d126f06de535a6ff52a8a5b3a77d00ba9e0cffb4ef698c273'],
      },
    ],
    [
      'two secrets while a rotation overlaps',
      {
        given: { body: '{}', secrets: [NEW, OLD] },
        want: [
          '017865da6026a74e40d57f494dcba74663e231e4491e45b795f8dda7702bae6e',
          'c96db64dcac97ab83cf9a5c23aebfdd84148c3fd17caeb1ff7f359754d7d0025',
        ],
      },
    ],
  ])('%s', (_name, { given, want }) => {
    expect(signatureHeaders(Buffer.from(given.body), given.secrets, 1_700_000_000)).toEqual({
      'X-Service-Signature': ['t=1700000000', ...want.map((digest) => `v1=${digest}`)].join(','),
      'X-Service-Timestamp': '1700000000',
    })
  })

  it('covers bytes, not text', () => {
    const broken = signatureHeaders(Buffer.from([0xff, 0xfe]), [OLD], 1_700_000_000)
    const replaced = signatureHeaders(Buffer.from('\ufffd\ufffd'), [OLD], 1_700_000_000)
    expect(broken['X-Service-Signature']).not.toBe(replaced['X-Service-Signature'])
  })
})
