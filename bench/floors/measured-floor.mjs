import { say } from '../../scripts/setup/step.mjs'
import { closedLoop } from '../closed-loop.mjs'
import { HttpClient } from '../http-client.mjs'
import { startFloor } from './floor-server.mjs'

/** Share of the recorded writes that goes ahead, so that every session has prepared its statements. */
const WARM_UP_SHARE = 0.25

async function withFloor(work, measure) {
  const floor = await startFloor(work)
  const client = new HttpClient(floor.port)
  const ask = async (request) => {
    const { status, text } = await client.send('GET', `/${request}`)
    if (status !== 200) throw new Error(`the floor: ${status} ${text}`)
  }
  try {
    const { perSecond, errors } = await measure(ask)
    for (const [reason, times] of errors) say(`    ${times} × ${reason}`)
    return perSecond
  } finally {
    client.close()
    floor.stop()
  }
}

/** The most that a bare handler reaches with the statements of a read, again and again. */
export async function measureReadFloor(work, { lanes, warmUpSeconds, seconds }) {
  return await withFloor(work, async (ask) => {
    const send = () => ask(0)
    await closedLoop({ lanes, seconds: warmUpSeconds, send })
    return await closedLoop({ lanes, seconds, send })
  })
}

/** The same with the statements of recorded writes, each of them once and those of one person in their order. */
export async function measureWriteFloor(work, { lanes, people }) {
  const count = work.requests.length
  const warmUp = Math.floor(count * WARM_UP_SHARE)
  const last = Array.from({ length: people }, () => Promise.resolve())
  return await withFloor(work, async (ask) => {
    const send = (request) => {
      const person = request % people
      const asked = last[person].then(() => ask(request))
      last[person] = asked.catch(() => undefined)
      return asked
    }
    await closedLoop({ lanes, most: warmUp, send })
    return await closedLoop({ lanes, most: count - warmUp, send: (arrival) => send(warmUp + arrival) })
  })
}
