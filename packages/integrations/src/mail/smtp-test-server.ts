import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'

export type ReceivedMail = { readonly sender: string; readonly recipients: string[]; readonly data: string }

export type SmtpTestServer = {
  readonly url: string
  readonly received: ReceivedMail[]
  close(): Promise<void>
}

/**
 * A real SMTP server of one afternoon's worth (RFC 5321: EHLO, MAIL, RCPT, DATA, RSET, QUIT) on loopback,
 * so that the adapter is proved over a socket. Recipients starting with `refused` get 550, with `later` 451.
 */
export async function startSmtpTestServer(): Promise<SmtpTestServer> {
  const received: ReceivedMail[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    converse(socket, received)
  })
  const port = await listenLow(server, 23_000 + (process.pid % 4_000))
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Tries ports upward from the first one until one is free. */
async function listenLow(server: Server, first: number): Promise<number> {
  for (let port = first; port < first + 50; port += 1) {
    server.listen(port, '127.0.0.1')
    const free = await new Promise<boolean>((resolve) => {
      const refused = () => resolve(false)
      server.once('error', refused)
      server.once('listening', () => {
        server.off('error', refused)
        resolve(true)
      })
    })
    if (free) return port
  }
  throw new Error(`no free port from ${first}`)
}

function converse(socket: Socket, received: ReceivedMail[]): void {
  let pending = ''
  let sender = ''
  let recipients: string[] = []
  let data: string[] | undefined
  const reply = (line: string) => socket.write(`${line}\r\n`)
  const command = (line: string) => {
    const verb = line.slice(0, 4).toUpperCase()
    const address = /<([^>]*)>/.exec(line)?.[1] ?? ''
    if (verb === 'MAIL') {
      sender = address
      recipients = []
      return reply('250 ok')
    }
    if (verb === 'RCPT') {
      if (address.startsWith('refused')) return reply('550 no such mailbox')
      if (address.startsWith('later')) return reply('451 try again later')
      recipients.push(address)
      return reply('250 ok')
    }
    if (verb === 'DATA') {
      data = []
      return reply('354 go on')
    }
    if (verb === 'QUIT') return socket.end('221 bye\r\n')
    return reply(verb === 'EHLO' || verb === 'HELO' || verb === 'RSET' ? '250 ok' : '502 unknown')
  }
  const dataLine = (line: string, lines: string[]) => {
    if (line !== '.') return lines.push(line.startsWith('.') ? line.slice(1) : line)
    received.push({ sender, recipients, data: lines.join('\r\n') })
    data = undefined
    return reply('250 taken')
  }
  reply('220 test server')
  socket.on('data', (chunk) => {
    const lines = (pending + chunk.toString('utf8')).split('\r\n')
    pending = lines.pop() ?? ''
    for (const line of lines) {
      if (data === undefined) command(line)
      else dataLine(line, data)
    }
  })
}
