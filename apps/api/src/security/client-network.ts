import ipaddr from 'ipaddr.js'

/** A network that requests come from. */
export interface Network {
  /** In one notation, however the address was written: `192.0.2.7`, `2001:db8:0:1::/64`. */
  readonly name: string
  /** How many times the allowance of one caller it has. */
  readonly share: number
}

/** What a provider gives one household or machine; its owner has every address in it. Source: RFC 6177, section 2. */
const CALLER_PREFIX = 64
/** What a provider gives one site: 65,536 callers could be in it, or one. Source: RFC 6177, section 2. */
const SITE_PREFIX = 48
/** A site has more callers than one, and fewer than would pay for a flood. Our decision, docs/limits.md. */
export const SITE_SHARE = 10

/** Callers without an address that can be read share one network. */
const UNKNOWN: readonly [Network] = [{ name: 'unknown', share: 1 }]

/**
 * The networks by which a caller is limited, narrowest first: an IPv4 address; of an IPv6 address its /64, then its /48.
 * An IPv4 address in IPv6 notation (`::ffff:192.0.2.7`) is the IPv4 address.
 */
export function networksOf(address: string): readonly [Network, ...Network[]] {
  if (!ipaddr.isValid(address)) return UNKNOWN
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return [{ name: parsed.toString(), share: 1 }]
  return [
    { name: prefixOf(parsed, CALLER_PREFIX), share: 1 },
    { name: prefixOf(parsed, SITE_PREFIX), share: SITE_SHARE },
  ]
}

function prefixOf({ parts }: ipaddr.IPv6, bits: number): string {
  const kept = bits / 16
  return `${new ipaddr.IPv6(parts.map((part, at) => (at < kept ? part : 0))).toString()}/${bits}`
}
