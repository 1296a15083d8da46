/** The only source of "now". Injected, so that a test or a simulated day can set it. */
export interface Clock {
  now(): Date
}
