import { expect, test } from 'vitest'
import { AddressError, clientAddress, parseAddressList } from '../../../src/service/transport/addresses.ts'

const inside: [string, { given: [list: string[], address: string | undefined]; want: boolean }][] = [
  ['an address in a network', { given: [['10.0.0.0/8'], '10.255.255.255'], want: true }],
  ['an address beside it', { given: [['10.0.0.0/8'], '11.0.0.0'], want: false }],
  ['a single address', { given: [['192.0.2.7'], '192.0.2.7'], want: true }],
  ['the next one', { given: [['192.0.2.7'], '192.0.2.8'], want: false }],
  ['IPv4 as a dual-stack socket reports it', { given: [['10.0.0.0/8'], '::ffff:10.1.2.3'], want: true }],
  ['a network in its mapped form', { given: [['::ffff:10.0.0.0/104'], '10.1.2.3'], want: true }],
  ['IPv6', { given: [['fd00::/8'], 'fd12::1'], want: true }],
  ['IPv4 against all of IPv6', { given: [['::/0'], '10.0.0.1'], want: false }],
  ['IPv6 against all of IPv4', { given: [['0.0.0.0/0'], 'fd12::1'], want: false }],
  ['the second of two', { given: [['10.0.0.0/8', '::1'], '::1'], want: true }],
  ['an empty list', { given: [[], '127.0.0.1'], want: false }],
  ['no address', { given: [['0.0.0.0/0'], undefined], want: false }],
]
test.each(inside)('%s', (_, { given: [list, address], want }) => {
  expect(parseAddressList('--trust-proxy', list)(address)).toBe(want)
})

const wanted = 'expected an address or a network such as 10.0.0.0/8 or fd00::/8.'
const rejected: [string, { given: string; want: string }][] = [
  ['a name', { given: 'proxy.lan', want: `--trust-proxy proxy.lan: ${wanted}` }],
  ['a short form', { given: '10.1/8', want: `--trust-proxy 10.1/8: ${wanted}` }],
  ['an octal form', { given: '010.0.0.1', want: `--trust-proxy 010.0.0.1: ${wanted}` }],
  ['two prefixes', { given: '10.0.0.0/8/8', want: `--trust-proxy 10.0.0.0/8/8: ${wanted}` }],
  ['nothing', { given: '', want: `--trust-proxy : ${wanted}` }],
  [
    'too long a prefix',
    { given: '10.0.0.0/33', want: '--trust-proxy 10.0.0.0/33: the prefix length must be 0 to 32.' },
  ],
  ['no prefix', { given: 'fd00::/', want: '--trust-proxy fd00::/: the prefix length must be 0 to 128.' }],
]
test.each(rejected)('%s is no network', (_, { given, want }) => {
  expect(() => parseAddressList('--trust-proxy', [given])).toThrow(new AddressError(want))
})

const trusted = parseAddressList('--trust-proxy', ['10.0.0.0/8'])
const clients: [
  string,
  { given: [peer: string | undefined, forwardedFor: string | undefined]; want: string },
][] = [
  ['no proxy', { given: ['192.0.2.1', undefined], want: '192.0.2.1' }],
  ['a header from anyone', { given: ['192.0.2.1', '198.51.100.1'], want: '192.0.2.1' }],
  ['a trusted proxy', { given: ['10.0.0.1', '198.51.100.1'], want: '198.51.100.1' }],
  ['a chain of them', { given: ['10.0.0.1', '198.51.100.1, 10.0.0.2'], want: '198.51.100.1' }],
  [
    'what the client made up, on the left',
    { given: ['10.0.0.1', '203.0.113.9, 198.51.100.1'], want: '198.51.100.1' },
  ],
  [
    'a trusted address that the client made up',
    { given: ['10.0.0.1', '10.9.9.9, 198.51.100.1'], want: '198.51.100.1' },
  ],
  ['trusted proxies alone', { given: ['10.0.0.1', '10.0.0.3, 10.0.0.2'], want: '10.0.0.3' }],
  ['nonsense behind a proxy', { given: ['10.0.0.1', '198.51.100.1, unknown, 10.0.0.2'], want: '10.0.0.2' }],
  ['a proxy that says nothing', { given: ['10.0.0.1', undefined], want: '10.0.0.1' }],
  ['a dual-stack peer', { given: ['::ffff:10.0.0.1', '::ffff:198.51.100.1'], want: '198.51.100.1' }],
  ['one IPv6 address in two spellings', { given: ['2001:DB8:0::1', undefined], want: '2001:db8::1' }],
  ['a socket that is gone', { given: [undefined, undefined], want: 'unknown' }],
]
test.each(clients)('the client behind %s', (_, { given: [peer, forwardedFor], want }) => {
  expect(clientAddress(peer, forwardedFor, trusted)).toBe(want)
})
