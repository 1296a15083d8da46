import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { SetupError } from '../../../../scripts/setup/step.mjs'

const BINARY = 1

/** Takes a message of the frontend apart, in the order in which PostgreSQL's protocol writes its fields. */
class MessageReader {
  #bytes
  #at = 0

  constructor(bytes) {
    this.#bytes = bytes
  }

  text() {
    const end = this.#bytes.indexOf(0, this.#at)
    const text = this.#bytes.toString('utf8', this.#at, end)
    this.#at = end + 1
    return text
  }

  shorts() {
    const count = this.#bytes.readInt16BE(this.#at)
    this.#at += 2
    return Array.from({ length: count }, () => {
      const value = this.#bytes.readInt16BE(this.#at)
      this.#at += 2
      return value
    })
  }

  values() {
    const formats = this.shorts()
    const count = this.#bytes.readInt16BE(this.#at)
    this.#at += 2
    return Array.from({ length: count }, (_, index) => {
      if ((formats[index] ?? formats[0]) === BINARY) throw new SetupError('a floor asks with texts alone')
      const length = this.#bytes.readInt32BE(this.#at)
      this.#at += 4
      if (length < 0) return null
      this.#at += length
      return this.#bytes.toString('utf8', this.#at - length, this.#at)
    })
  }
}

/** What one session asks, read from the bytes that go by; `heard` gets the statements that are sent at once. */
class SessionEar {
  #rest = Buffer.alloc(0)
  #isOpen = false
  #texts = new Map()
  #bound
  /** Of a read-only transaction that has begun. */
  #together
  #heard

  constructor(heard) {
    this.#heard = heard
  }

  take(chunk) {
    this.#rest = Buffer.concat([this.#rest, chunk])
    for (;;) {
      // The very first message, of user and database, has no type.
      const head = this.#isOpen ? 1 : 0
      if (this.#rest.length < head + 4) return
      const end = head + this.#rest.readInt32BE(head)
      if (this.#rest.length < end) return
      const [type, body] = [this.#rest.toString('latin1', 0, head), this.#rest.subarray(head + 4, end)]
      this.#rest = this.#rest.subarray(end)
      this.#isOpen = true
      this.#read(type, new MessageReader(body))
    }
  }

  #read(type, message) {
    if (type === 'P') this.#texts.set(message.text(), message.text())
    if (type === 'B') {
      message.text()
      const name = message.text()
      this.#bound = {
        name: name === '' ? undefined : name,
        text: this.#texts.get(name),
        values: message.values(),
      }
    }
    if (type === 'E') this.#take(this.#bound)
    if (type === 'Q') this.#take({ text: message.text(), values: [] })
  }

  #take(statement) {
    const together = this.#together
    if (statement.text === 'begin read only') this.#together = []
    else if (together === undefined) this.#heard([statement])
    else if (!/^(?:commit|rollback)$/.test(statement.text)) together.push(statement)
    else {
      this.#together = undefined
      this.#heard(together)
    }
  }
}

/**
 * Stands between a server and its database and hears what the server asks: a statement, or those of a read-only
 * transaction, with their names and values, each with the number of the session that it came by.
 *
 * @returns {Promise<{ url: string, listen: (send: () => Promise<unknown>) => Promise<Heard[]>, close: () => void }>}
 *   `url` leads through it; `listen` answers what was asked while something was sent, by the server's own rounds too
 *
 * @typedef {{ session: number, message: import('./bare-handler.ts').Message }} Heard
 */
export async function startStatementRecorder(databaseUrl) {
  const { hostname, port } = new URL(databaseUrl)
  const sockets = new Set()
  let [sessions, heard] = [0, []]
  const proxy = createServer((inside) => {
    const outside = connect(Number(port), hostname)
    const session = (sessions += 1)
    const ear = new SessionEar((message) => heard.push({ session, message }))
    for (const socket of [inside, outside]) {
      sockets.add(socket)
      socket.once('error', () => (inside.destroy(), outside.destroy()))
    }
    inside.on('data', (chunk) => ear.take(chunk))
    inside.pipe(outside).pipe(inside)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String(proxy.address().port)
  return {
    url: url.href,
    async listen(send) {
      heard = []
      await send()
      return heard
    },
    close() {
      for (const socket of sockets) socket.destroy()
      proxy.close()
    },
  }
}
