import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'

export type ReceivedMail = {
  readonly sender: string
  readonly recipients: string[]
  readonly data: string
  /** MAIL and RCPT as they came, with their parameters. */
  readonly options: readonly string[]
}

type Verb = 'AUTH' | 'MAIL'

export type SmtpTestServer = {
  readonly url: string
  readonly received: ReceivedMail[]
  /** From now on that command is refused with this code. */
  refuse(verb: Verb, code: number): void
  close(): Promise<void>
}

const REFUSED_RECIPIENTS: Readonly<Record<string, string>> = {
  refused: '550 no such mailbox',
  gone: '550 5.1.1 no such user here',
  full: '552 5.2.2 mailbox full',
  policy: '550 5.7.26 not authenticated',
  later: '451 try again later',
}

/**
 * A real SMTP server of one afternoon's worth (RFC 5321: EHLO, MAIL, RCPT, DATA, RSET, QUIT) on loopback,
 * so that the adapter is proved over a socket. Recipients starting with a name of REFUSED_RECIPIENTS are refused so.
 */
export async function startSmtpTestServer(): Promise<SmtpTestServer> {
  const received: ReceivedMail[] = []
  const refusals = new Map<Verb, number>()
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    converse(socket, received, refusals)
  })
  const port = await listenLow(server, 23_000 + (process.pid % 4_000))
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    refuse: (verb, code) => void refusals.set(verb, code),
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

function converse(socket: Socket, received: ReceivedMail[], refusals: ReadonlyMap<string, number>): void {
  let pending = ''
  let sender = ''
  let recipients: string[] = []
  let options: string[] = []
  let data: string[] | undefined
  const reply = (line: string) => socket.write(`${line}\r\n`)
  const command = (line: string) => {
    const verb = line.slice(0, 4).toUpperCase()
    const address = /<([^>]*)>/.exec(line)?.[1] ?? ''
    const refusal = refusals.get(verb)
    if (refusal !== undefined) return reply(`${refusal} refused`)
    if (verb === 'MAIL') {
      sender = address
      recipients = []
      options = [line]
      return reply('250 ok')
    }
    if (verb === 'RCPT') {
      const [, refused] = Object.entries(REFUSED_RECIPIENTS).find(([name]) => address.startsWith(name)) ?? []
      if (refused !== undefined) return reply(refused)
      recipients.push(address)
      options.push(line)
      return reply('250 ok')
    }
    if (verb === 'DATA') {
      data = []
      return reply('354 go on')
    }
    if (verb === 'QUIT') return socket.end('221 bye\r\n')
    if (verb === 'EHLO') return reply('250-test server\r\n250-AUTH PLAIN\r\n250 DSN')
    if (verb === 'AUTH') return reply('235 signed in')
    return reply(verb === 'HELO' || verb === 'RSET' ? '250 ok' : '502 unknown')
  }
  const dataLine = (line: string, lines: string[]) => {
    if (line !== '.') return lines.push(line.startsWith('.') ? line.slice(1) : line)
    received.push({ sender, recipients, data: lines.join('\r\n'), options })
    data = undefined
    return reply(`250 Ok: queued as queued-${String(received.length).padStart(6, '0')}`)
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
