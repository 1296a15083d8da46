import pg from 'pg'

const ADDRESS = /^(postgres(?:ql)?:\/\/(?:[^/?]*@)?)([^/?]*)(.*)$/s

/** One address for each server that a url names: `postgres://app@a:5432,b:5432/loans` names two. */
export function serverAddresses(url: string): readonly string[] {
  const [, before = '', servers = '', after = ''] = ADDRESS.exec(url) ?? []
  return servers.includes(',') ? servers.split(',').map((server) => `${before}${server}${after}`) : [url]
}

/** How a connection travels: on this machine, encrypted to a server whose certificate is checked, or neither. */
export type Transport = 'local' | 'verified' | 'open'

const THIS_MACHINE = /^(\/|localhost$|127\.\d+\.\d+\.\d+$|::1$)/

/**
 * How connections to the servers of a url travel; the least safe of several. The driver's own reading of `sslmode`,
 * `ssl`, `sslrootcert` and `PGSSLMODE` decides: it checks certificates for all modes but `disable` and `no-verify`.
 *
 * Errors: a url that cannot be read, or a certificate file that is not there.
 */
export function transportOf(url: string): Transport {
  const each = serverAddresses(url).map((address) => {
    const { host, ssl } = new pg.Client({ connectionString: address }) as unknown as {
      readonly host: string
      readonly ssl:
        | boolean
        | { readonly rejectUnauthorized?: boolean; readonly checkServerIdentity?: unknown }
    }
    if (THIS_MACHINE.test(host)) return 'local'
    if (typeof ssl === 'boolean') return ssl ? 'verified' : 'open'
    const isChecked = ssl.rejectUnauthorized !== false && ssl.checkServerIdentity === undefined
    return isChecked ? 'verified' : 'open'
  })
  return each.find((one) => one === 'open') ?? each.find((one) => one === 'verified') ?? 'local'
}
