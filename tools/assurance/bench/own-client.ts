import type { HttpClient } from '../../../apps/api/src/testing/test-client.ts'

/** A door through which one borrower's requests come from an address of their own, as limits expect. */
export function clientOfOwnAddress(httpClient: HttpClient, serial: number): HttpClient {
  const address = `10.${(serial >> 16) & 255}.${(serial >> 8) & 255}.${serial & 255}`
  return {
    inject: (request) =>
      httpClient.inject({ ...request, headers: { ...request.headers, 'x-forwarded-for': address } }),
  }
}
