import { describe, expect, it } from 'vitest'
import { AddressRejected, createAddressGuard } from '../../../../src/service/events/delivery/addressGuard.ts'

const guard = createAddressGuard()

describe('addresses that deliveries never go to', () => {
  it.each([
    ['loopback', '127.0.0.1'],
    ['loopback, far end', '127.255.255.254'],
    ['this network', '0.0.0.0'],
    ['private 10/8', '10.0.0.1'],
    ['private 172.16/12', '172.31.255.255'],
    ['private 192.168/16', '192.168.1.1'],
    ['carrier-grade NAT', '100.64.0.1'],
    ['metadata of Alibaba', '100.100.100.200'],
    ['metadata of most clouds', '169.254.169.254'],
    ['link-local', '169.254.1.1'],
    ['wire server of Azure', '168.63.129.16'],
    ['metadata of Oracle', '192.0.0.192'],
    ['documentation 1', '192.0.2.1'],
    ['documentation 2', '198.51.100.1'],
    ['documentation 3', '203.0.113.1'],
    ['6to4 relay', '192.88.99.1'],
    ['AS112', '192.175.48.1'],
    ['benchmarking', '198.19.0.1'],
    ['multicast', '224.0.0.1'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['unspecified', '::'],
    ['loopback', '::1'],
    ['mapped loopback', '::ffff:127.0.0.1'],
    ['mapped public', '::ffff:8.8.8.8'],
    ['translated', '::ffff:0:127.0.0.1'],
    ['compatible', '::127.0.0.1'],
    ['NAT64', '64:ff9b::7f00:1'],
    ['NAT64 of a public address', '64:ff9b::808:808'],
    ['local NAT64', '64:ff9b:1::7f00:1'],
    ['discard', '100::1'],
    ['Teredo', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
    ['benchmarking', '2001:2::1'],
    ['ORCHIDv2', '2001:20::1'],
    ['documentation', '2001:db8::1'],
    ['documentation, RFC 9637', '3fff::1'],
    ['6to4 of loopback', '2002:7f00:1::1'],
    ['ISATAP', '2606:4700::5efe:10.0.0.1'],
    ['ISATAP with the universal bit', '2606:4700::200:5efe:10.0.0.1'],
    ['unique local', 'fc00::1'],
    ['metadata of Amazon', 'fd00:ec2::254'],
    ['link-local', 'fe80::1'],
    ['link-local with a zone', 'fe80::1%eth0'],
    ['site-local', 'fec0::1'],
    ['multicast', 'ff02::1'],
    ['segment routing', '5f00::1'],
    ['not allotted', '4000::1'],
    ['no address', 'example.com'],
    ['nothing', ''],
  ])('%s: %s', (_name, address) => {
    expect(guard.allows(address)).toBe(false)
  })
})

describe('addresses that deliveries may go to', () => {
  it.each([
    ['1.1.1.1'],
    ['8.8.8.8'],
    ['100.63.255.255'],
    ['100.128.0.1'],
    ['172.15.255.255'],
    ['172.32.0.1'],
    ['168.63.129.15'],
    ['198.17.255.255'],
    ['223.255.255.255'],
    ['2001:200::1'],
    ['2001:4860:4860::8888'],
    ['2606:4700:4700::1111'],
    ['2a00:1450:4001::200e'],
    ['3ffe:ffff::1'],
  ])('%s', (address) => {
    expect(guard.allows(address)).toBe(true)
  })
})

describe('URLs that are refused before any lookup', () => {
  it.each([
    ['plain HTTP', 'http://example.com/'],
    ['another scheme', 'ftp://example.com/'],
    ['no scheme', 'example.com/hook'],
    ['no host', 'https://'],
    ['a user name', 'https://user@example.com/'],
    ['a password', 'https://:secret@example.com/'],
    ['dotted', 'https://127.0.0.1/'],
    ['decimal', 'https://2130706433/'],
    ['hexadecimal', 'https://0x7f000001/'],
    ['hexadecimal parts', 'https://0x7f.0x0.0x0.0x1/'],
    ['octal parts', 'https://0177.0.0.1/'],
    ['octal', 'https://017700000001/'],
    ['short', 'https://127.1/'],
    ['mixed', 'https://0x7f.1/'],
    ['zero', 'https://0/'],
    ['a final dot', 'https://127.0.0.1./'],
    ['full-width digits', 'https://１２７.０.０.１/'],
    ['ideographic full stops', 'https://127。0。0。1/'],
    ['circled digits', 'https://①②⑦.⓪.⓪.①/'],
    ['percent-encoded', 'https://%31%32%37.0.0.1/'],
    ['metadata in decimal', 'https://2852039166/'],
    ['metadata with a port', 'https://169.254.169.254:8443/latest'],
    ['IPv6 loopback', 'https://[::1]/'],
    ['IPv6 loopback, long', 'https://[0:0:0:0:0:0:0:1]:443/'],
    ['mapped', 'https://[::ffff:127.0.0.1]/'],
    ['mapped, hexadecimal', 'https://[::ffff:7f00:1]/'],
    ['NAT64', 'https://[64:ff9b::a9fe:a9fe]/'],
    ['unique local', 'https://[fd00:ec2::254]/'],
    ['localhost', 'https://localhost/'],
    ['localhost in capitals, with a final dot', 'https://LOCALHOST./'],
    ['below localhost', 'https://admin.localhost/'],
  ])('%s: %s', (_name, url) => {
    expect(() => guard.checkUrl(url)).toThrow(AddressRejected)
  })

  it.each([
    ['a name', 'https://hooks.example.com/in?x=1'],
    ['a port', 'https://hooks.example.com:8443/'],
    ['a public address', 'https://8.8.8.8/'],
    ['a public address in decimal', 'https://134744072/'],
    ['a public IPv6 address', 'https://[2606:4700:4700::1111]/'],
    ['a name beyond ASCII', 'https://bücher.example/'],
    ['a name that only begins like localhost', 'https://localhost.example.com/'],
  ])('but not %s: %s', (_name, url) => {
    expect(guard.checkUrl(url).protocol).toBe('https:')
  })
})

describe('exceptions', () => {
  const lenient = createAddressGuard(['127.0.0.0/8', 'fd12::/16'])

  it.each([
    ['inside an IPv4 block', '127.0.0.1', true],
    ['outside it', '10.0.0.1', false],
    ['inside an IPv6 block', 'fd12::1', true],
    ['outside it', 'fd13::1', false],
    ['the mapped form of an exception', '::ffff:127.0.0.1', false],
  ])('%s: %s', (_name, address, want) => {
    expect(lenient.allows(address)).toBe(want)
  })

  it('cover localhost when they cover an address of it', () => {
    expect(lenient.checkUrl('https://localhost:8443/').port).toBe('8443')
  })

  it('never cover plain HTTP', () => {
    expect(() => lenient.checkUrl('http://127.0.0.1/')).toThrow('expected an https:// address')
  })

  it.each([
    ['127.0.0.1', '127.0.0.2'],
    ['fd00::1', 'fd00::2'],
  ])('%s is itself alone', (address, next) => {
    const guard = createAddressGuard([address])
    expect([guard.allows(address), guard.allows(next)]).toEqual([true, false])
  })

  it('must be addresses or networks', () => {
    expect(() => createAddressGuard(['localhost'])).toThrow()
  })
})
