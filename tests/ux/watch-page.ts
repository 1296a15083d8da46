import type { Page } from '@playwright/test'

/** What a page must not do: write to the console, fail, or send requests to foreign hosts. */
export interface Watched {
  readonly faults: string[]
  readonly foreign: string[]
}

/** A refused call is an answer; the browser writes it on the console all the same. */
const ANSWERED = /Failed to load resource: the server responded with a status of 4\d\d/

/** Watches a page from now on; content-policy and Trusted Types violations come as console errors too. */
export function watchPage(page: Page, host: string): Watched {
  const watched: Watched = { faults: [], foreign: [] }
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return
    if (!ANSWERED.test(message.text())) watched.faults.push(`${page.url()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => watched.faults.push(`${page.url()}: ${error.message}`))
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (/^(?:https?|wss?):$/.test(url.protocol) && url.host !== host) watched.foreign.push(request.url())
  })
  page.on('websocket', (socket) => {
    if (new URL(socket.url()).host !== host) watched.foreign.push(socket.url())
  })
  return watched
}
