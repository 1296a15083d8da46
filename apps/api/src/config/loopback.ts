const LOOPBACK = /^(localhost|[a-z0-9-]+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** `localhost:8080` → `localhost`; lower case, no trailing dot. */
export function hostName(host: string): string {
  return host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')
}

export const isLoopback = (host: string): boolean => LOOPBACK.test(hostName(host))
