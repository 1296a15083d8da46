import type { FastifyRequest } from 'fastify'

/** A target that names scheme and host before its path. Source: RFC 9112, section 3.2.2. */
const ABSOLUTE = /^https?:\/\/([^/?#]*)([^]*)$/i

/**
 * The host that a request is for, with its port: its own Host header alone. Whatever a proxy, or a caller who poses as one,
 * tells of another is not read: portfolio and caches depend on it.
 */
export const hostOf = ({ headers }: Pick<FastifyRequest, 'headers'>): string => headers.host ?? ''

/** The path and query of a request target, without the host that some name before it. */
export function originForm(target: string): string {
  const path = ABSOLUTE.exec(target)?.[2]
  if (path === undefined) return target
  return path.startsWith('/') ? path : `/${path}`
}

/** Whether a request has one Host, and its target names no other. Source: RFC 9112, section 3.2. */
export function namesOneHost({ raw, originalUrl }: Pick<FastifyRequest, 'raw' | 'originalUrl'>): boolean {
  // What opens a channel within this process brings none.
  const { rawHeaders = [] } = raw as Partial<typeof raw>
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host')
  const host = raw.headers.host?.toLowerCase() ?? ''
  if (hosts.length > 1 || host === '') return false
  const authority = ABSOLUTE.exec(originalUrl)?.[1]
  return authority === undefined || authority.toLowerCase() === host
}
