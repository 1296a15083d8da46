import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { SetupError } from '../../scripts/setup/step.mjs'

/** A request is asked again until it has sent the same twice, for a server's own rounds come in between. */
const MOST_TRIES = 20
const CHANGES = /^\s*(?:begin|commit|rollback|insert|update|delete)\b/i
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

/** What one session asks, read from the bytes that go by; `heard` gets the statements that went as one message. */
class SessionEar {
  #rest = Buffer.alloc(0)
  #isOpen = false
  #texts = new Map()
  #bound
  #asked = []
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
    if (type === 'E') this.#asked.push(this.#bound)
    if (type === 'Q') this.#heard([{ text: message.text(), values: [] }])
    if (type !== 'S' || this.#asked.length === 0) return
    this.#heard(this.#asked)
    this.#asked = []
  }
}

const isSame = (one, other) => one !== undefined && JSON.stringify(one) === JSON.stringify(other)

/**
 * Stands between a server and its database and writes down what the server asks: messages of one or more statements
 * with their names and values, in their order.
 *
 * @returns {Promise<{ url: string, record: (send: () => Promise<unknown>) => Promise<object[][]>, close: () => void }>}
 *   `url` leads through it; `record` answers what a read asks each time, and refuses one that changes something
 */
export async function startStatementRecorder(databaseUrl) {
  const { hostname, port } = new URL(databaseUrl)
  const sockets = new Set()
  let heard = []
  const proxy = createServer((inside) => {
    const outside = connect(Number(port), hostname)
    const ear = new SessionEar((message) => heard.push(message))
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

  const ofOne = async (send) => {
    heard = []
    await send()
    return heard
  }
  return {
    url: url.href,
    async record(send) {
      let before
      for (let tries = 0; tries < MOST_TRIES; tries += 1) {
        const asked = await ofOne(send)
        const change = asked.flat().find(({ text }) => CHANGES.test(text))
        if (isSame(before, asked)) {
          if (change !== undefined) throw new SetupError(`a floor reads alone: ${change.text}`)
          return asked
        }
        before = asked
      }
      throw new SetupError(`a request asked something else each time: ${JSON.stringify(before)}`)
    },
    close() {
      for (const socket of sockets) socket.destroy()
      proxy.close()
    },
  }
}
