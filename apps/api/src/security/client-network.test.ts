import { expect, test } from 'vitest'
import { networksOf } from './client-network.ts'

const namesOf = (address: string): readonly string[] => networksOf(address).map(({ name }) => name)

test.each([
  ['192.0.2.7', ['192.0.2.7']],
  ['::ffff:192.0.2.7', ['192.0.2.7']],
  ['::FFFF:c000:207', ['192.0.2.7']],
  ['2001:db8:1:2:3:4:5:6', ['2001:db8:1:2::/64', '2001:db8:1::/48']],
  ['2001:0DB8:0001:0002::1', ['2001:db8:1:2::/64', '2001:db8:1::/48']],
  ['fe80::1%eth0', ['fe80::/64', 'fe80::/48']],
  ['::1', ['::/64', '::/48']],
  ['', ['unknown']],
  ['no address', ['unknown']],
])('%s is limited as %o', (address, names) => {
  expect(namesOf(address)).toEqual(names)
})

test('every address of a /64 is one network, and a site has more than one caller’s share', () => {
  const [first, site] = networksOf('2001:db8:1:2::1')
  expect(networksOf('2001:db8:1:2:ffff:ffff:ffff:ffff')[0]).toEqual(first)
  expect(site?.share).toBeGreaterThan(first.share)
  expect(networksOf('2001:db8:1:3::1')[1]).toEqual(site)
  expect(networksOf('2001:db8:2:2::1')[1]).not.toEqual(site)
})
