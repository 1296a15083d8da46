import { channelPath } from '@dolphin/contract/channel'
import { clientFrame } from '@dolphin/contract/channel-schema'
import { mutatedBytes } from '@dolphin/testkit/mutated-bytes'
import { openChannelSocket } from '@dolphin/api/testing/channel-socket'
import type { Scene } from '@dolphin/api/testing/call-coverage/scene'
import { openBrowser } from '@dolphin/api/testing/customers'
import type { TallyBook } from './call-tally.ts'
import { anyOf, type Draw, drawFor, inPercent, oneOf, within } from '@dolphin/api/testing/odd-input/draw'
import type { FuzzServer } from './fuzz-server.ts'
import type { Json, JsonObject } from '@dolphin/api/testing/odd-input/json'
import { ODD_TEXTS } from '@dolphin/api/testing/odd-input/odd-values'
import { wildRequest } from './wild-mutants.ts'

interface ChannelFuzz {
  readonly server: FuzzServer
  readonly scene: Scene
  readonly cases: number
  readonly seed: readonly number[]
  readonly tally: TallyBook
}

interface ChannelFault {
  readonly index: number
  readonly what: string
  readonly detail: string
}

type Frame = string | Uint8Array

/** The page closed the socket, or neither side did: the frames were accepted. */
const LEFT = 1_000
const SERVER_FAILED = 1_011
const QUIET_MS = 150
const DEADLINE_MS = 10_000

/** Sends made-up frames over real sockets; each ends with a reason of the contract, or goes on. */
export async function fuzzChannel(fuzz: ChannelFuzz): Promise<readonly ChannelFault[]> {
  const faults: ChannelFault[] = []
  for (let index = 0; index < fuzz.cases; index += 1) {
    const draw = drawFor('channel', ...fuzz.seed, index)
    const hello = await helloOf(fuzz)
    const frames = index % 2 === 0 ? goodFrames(draw, hello.frame) : oddFrames(draw, hello.frame)
    const code = await closeCode(fuzz.server.port, hello.channelId, frames)
    const areValid = frames.every((frame) => typeof frame === 'string' && isClientFrame(frame))
    fuzz.tally.add(areValid ? 'valid' : 'input', code === LEFT, code)
    if (code !== SERVER_FAILED && code !== 0) continue
    const what = code === 0 ? 'no end within the deadline' : 'the server failed'
    faults.push({ index, what, detail: frames.map((frame) => String(frame).slice(0, 1_000)).join('\n') })
  }
  return faults
}

async function helloOf({ server, scene }: ChannelFuzz) {
  const { session } = await openBrowser(server.api, scene.owner)
  // A session of the product carries where its channel is; the tests' clients need not know.
  const { accessToken, userCredential, channelId } = session as unknown as Record<string, string>
  const frame: JsonObject = {
    kind: 'authenticate',
    accessToken: accessToken ?? '',
    userCredential: userCredential ?? '',
    lastTicketId: null,
  }
  return { frame, channelId: channelId ?? '' }
}

const HEARTBEAT = { kind: 'heartbeat' } as const

/** Taken by the contract, whatever they say. */
function goodFrames(draw: Draw, hello: JsonObject): readonly Frame[] {
  const lastTicketId = anyOf(draw, LAST_TICKETS) ?? null
  const accessToken = inPercent(draw, 20)
    ? (anyOf(draw, ODD_TEXTS) ?? '').slice(0, 500)
    : hello['accessToken']
  const valid = JSON.stringify({ ...hello, lastTicketId, accessToken })
  const beats = Array.from({ length: within(draw, 0, 40) }, () => JSON.stringify(HEARTBEAT))
  return oneOf(draw, [[valid], [valid, ...beats], [...beats, valid], [valid, valid]])
}

function oddFrames(draw: Draw, hello: JsonObject): readonly Frame[] {
  const text = JSON.stringify(hello)
  const odd: Frame = oneOf(draw, [
    () => JSON.stringify(wildRequest(draw, { body: hello })['body'] ?? null),
    () => draw(mutatedBytes, Buffer.from(text)),
    () => Buffer.from(draw(mutatedBytes, Buffer.from(text))).toString('latin1'),
    () => text.slice(0, text.length / 2),
    () => '['.repeat(20_000),
    () => 'x'.repeat(70_000),
    () => anyOf(draw, ODD_TEXTS) ?? '',
    () => text.replace('{', '{"__proto__":{"kind":"heartbeat"},'),
    () => JSON.stringify({ ...hello, kind: 'welcome' }),
  ])()
  return inPercent(draw, 50) ? [odd] : [text, odd]
}

const LAST_TICKETS: readonly (string | null)[] = [
  null,
  '0',
  '1',
  '-1',
  '9007199254740993',
  '1e3',
  '0x10',
  ' ',
  '\u0000',
  '٣',
  '9'.repeat(64),
]

function isClientFrame(text: string): boolean {
  try {
    return clientFrame.safeParse(JSON.parse(text) as Json).success
  } catch {
    return false
  }
}

/** The code the socket was closed with; LEFT where it was still open a moment after the last frame, 0 where it hung. */
function closeCode(port: number, channelId: string, frames: readonly Frame[]): Promise<number> {
  const host = 'localhost:8080'
  const socket = openChannelSocket(`ws://127.0.0.1:${port}${channelPath(channelId)}`, {
    host,
    origin: `http://${host}`,
  })
  return new Promise((done) => {
    const deadline = setTimeout(() => (socket.terminate(), done(0)), DEADLINE_MS)
    const end = (code: number) => (clearTimeout(deadline), done(code))
    socket.on('close', end)
    socket.on('error', () => undefined)
    socket.on('open', () => {
      for (const frame of frames) socket.send(frame)
      setTimeout(() => socket.close(LEFT), QUIET_MS)
    })
  })
}
