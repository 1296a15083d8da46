import type { Door } from '../apps/api/src/testing/test-client.ts'

/** A door through which one borrower's requests come from an address of their own, as limits expect. */
export function ownDoor(door: Door, serial: number): Door {
  const address = `10.${(serial >> 16) & 255}.${(serial >> 8) & 255}.${serial & 255}`
  return {
    inject: (request) =>
      door.inject({ ...request, headers: { ...request.headers, 'x-forwarded-for': address } }),
  }
}
