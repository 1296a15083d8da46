/** A page that was opened: its route's pattern, because an address may carry a token, and when. */
export interface OpenedPage {
  readonly route: string
  readonly at: Date
}

type PageListener = (page: OpenedPage) => void

const early: OpenedPage[] = []
let listener: PageListener | undefined

/** Notes that a page was opened. What reports it comes after the first paint; until then it waits here. */
export function recordPage(page: OpenedPage): void {
  if (listener) listener(page)
  else early.push(page)
}

/** Hears of every opened page, also of those opened before. */
export function hearPages(next: PageListener): void {
  listener = next
  for (const page of early.splice(0)) next(page)
}
