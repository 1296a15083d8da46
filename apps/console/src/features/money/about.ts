/** What every part of the page is about. */
export interface OfPortfolio {
  readonly portfolioId: number
}
export interface OfDay extends OfPortfolio {
  /** As on the wire. */
  readonly day: string
}
