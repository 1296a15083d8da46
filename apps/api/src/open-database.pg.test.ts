import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { openWhenThere } from './open-database.ts'

const QUICK = { limitMs: 5_000, retryMs: 50, noteMs: 200 }

let way: Server | undefined
afterEach(() => void way?.close())

/** The test's PostgreSQL under a port that nothing listens at yet; `open` lets connections through. */
async function absentDatabase() {
  const url = new URL(process.env['TEST_DATABASE_URL'] ?? '')
  const target = { host: url.hostname, port: Number(url.port) }
  const server = createServer((socket) => {
    const there = connect(target)
    socket.on('error', () => there.destroy())
    there.on('error', () => socket.destroy())
    socket.pipe(there).pipe(socket)
  })
  way = server
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  url.host = `127.0.0.1:${port}`
  return { url: url.href, open: () => server.listen(port, '127.0.0.1') }
}

function noted() {
  const notes: Record<string, unknown>[] = []
  return { notes, log: { warn: (facts: Record<string, unknown>) => void notes.push(facts) } as never }
}

test('a server that starts before its database waits for it and says so again and again', async () => {
  const { url, open } = await absentDatabase()
  const { notes, log } = noted()
  const opened = openWhenThere(log, { url }, QUICK)
  await wait(700)
  open()
  const database = await opened
  expect(database.version()).toMatch(/^PostgreSQL \d+/)
  await database.close()
  expect(notes.length).toBeGreaterThanOrEqual(3)
  expect(notes[0]).toEqual({ reason: 'ECONNREFUSED', waitedSeconds: 0, limitSeconds: 5 })
})

test('it gives up after its limit and says what was missing', async () => {
  const { url } = await absentDatabase()
  await expect(openWhenThere(noted().log, { url }, { ...QUICK, limitMs: 300 })).rejects.toThrow(
    'PostgreSQL could not be reached for 0 seconds (ECONNREFUSED). Look at the server that DATABASE_URL names.',
  )
})

test('a database that is there and refuses is not waited for', async () => {
  const url = new URL(process.env['TEST_DATABASE_URL'] ?? '')
  url.pathname = '/no_such_database'
  const { notes, log } = noted()
  await expect(openWhenThere(log, { url: url.href }, QUICK)).rejects.toThrow('3D000')
  expect(notes).toEqual([])
})
