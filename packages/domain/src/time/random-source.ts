/** The only source of chance. Injected; cryptographic in production, seeded in tests and simulation. */
export interface RandomSource {
  bytes(count: number): Uint8Array
}
