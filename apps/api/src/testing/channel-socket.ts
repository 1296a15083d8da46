import { WebSocket } from 'ws'

/** A real socket to a server that listens, with the headers a browser would send. */
export const openChannelSocket = (url: string, headers: Readonly<Record<string, string>>): WebSocket =>
  new WebSocket(url, { headers })
