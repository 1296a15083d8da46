import { say } from '../../../../scripts/setup/step.mjs'
import { closedLoop } from '../closed-loop.mjs'
import { HttpClient } from '../http-client.mjs'
import { middle, TURNS } from '../turns.mjs'
import { startFloor } from './floor-server.mjs'

/** Share of the recorded writes that goes ahead, so that every session has prepared its statements. */
const WARM_UP_SHARE = 0.25

/** @typedef {{ most: number, floor: number }} BesideFloor requests a second at most, in the middle of the turns */

async function withFloor(work, measure) {
  const floor = await startFloor(work)
  const client = new HttpClient(floor.port)
  const ask = async (request) => {
    const { status, text } = await client.send('GET', `/${request}`)
    if (status !== 200) throw new Error(`the floor: ${status} ${text}`)
  }
  try {
    return await measure(ask)
  } finally {
    client.close()
    floor.stop()
  }
}

/** @returns {Promise<BesideFloor>} */
async function inTurns(askCall, askFloor) {
  const [calls, floors] = [[], []]
  for (let turn = 0; turn < TURNS; turn += 1) {
    for (const [rates, ask] of [
      [calls, askCall],
      [floors, askFloor],
    ]) {
      const { perSecond, errors } = await ask(turn)
      for (const [reason, times] of errors) say(`    ${times} × ${reason}`)
      rates.push(perSecond)
    }
  }
  return { most: middle(calls), floor: middle(floors) }
}

/** The most that a read reaches, and a bare handler with its statements, again and again. */
export async function readBesideFloor(send, work, { lanes, warmUpSeconds, seconds }) {
  return await withFloor(work, async (ask) => {
    const [askCall, askFloor] = [send, () => ask(0)].map(
      (one) => (time) => closedLoop({ lanes, seconds: time, send: one }),
    )
    for (const warmUp of [askCall, askFloor]) await warmUp(warmUpSeconds)
    return await inTurns(
      () => askCall(seconds / TURNS),
      () => askFloor(seconds / TURNS),
    )
  })
}

/** The same with the statements of recorded writes, each of them once and those of one person in their order. */
export async function writeBesideFloor(send, work, { lanes, people, warmUpSeconds, seconds }) {
  const count = work.requests.length
  const warmUp = Math.floor(count * WARM_UP_SHARE)
  const each = Math.floor((count - warmUp) / TURNS)
  const last = Array.from({ length: people }, () => Promise.resolve())
  return await withFloor(work, async (ask) => {
    const askInOrder = (request) => {
      const person = request % people
      const asked = last[person].then(() => ask(request))
      last[person] = asked.catch(() => undefined)
      return asked
    }
    await closedLoop({ lanes, most: warmUp, send: askInOrder })
    await closedLoop({ lanes, seconds: warmUpSeconds, send })
    return await inTurns(
      () => closedLoop({ lanes, seconds: seconds / TURNS, send }),
      (turn) =>
        closedLoop({ lanes, most: each, send: (arrival) => askInOrder(warmUp + turn * each + arrival) }),
    )
  })
}
