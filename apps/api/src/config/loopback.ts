const LOOPBACK = /^(localhost|[a-z0-9-]+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

const HOST = /^(\[[0-9a-f:.]+\]|(?:[^:[\]]*[^:[\].])?)\.?(?::\d+)?$/

/** `localhost:8080` → `localhost`; lower case, without the one dot of the root. What is no host stays as it is. */
export function hostName(host: string): string {
  const text = host.toLowerCase()
  return HOST.exec(text)?.[1] ?? text
}

export const isLoopback = (host: string): boolean => LOOPBACK.test(hostName(host))

/** Personal data travels encrypted, or not beyond this machine. */
export function isSafeAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}
