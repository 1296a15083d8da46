import { DAY_SECONDS } from '@dolphin/domain/time/durations'
import type { CallInputOf, CallReply } from '@dolphin/contract/call'
import { moveClockCall, readClockCall } from '@dolphin/contract/reference-data'
import { type Command, type CommandResult, oneWord, UsageError } from './command.ts'
import type { OpsClient } from './ops-client.ts'

type ClockView = CallReply<typeof readClockCall>

const SECONDS = { m: 60, h: 3_600, d: DAY_SECONDS } as const

function clockResult(data: ClockView): CommandResult {
  const day = data.isBankingDay ? 'a banking day' : 'no banking day'
  const ahead =
    data.aheadSeconds === 0 ? 'as the machine' : `${Math.round(data.aheadSeconds / 3_600)} hours ahead`
  const movable = data.movable ? '' : '\nThis clock cannot be moved.'
  const text = `${data.now} (${data.timeZone}), ${ahead}; ${day}, the next is ${data.nextBankingDay}${movable}`
  return { data, text }
}

/** Moves by some rounds at a time until the target is reached, and says each time how far it has come. */
async function move(
  client: OpsClient,
  first: CallInputOf<typeof moveClockCall>['body'],
  tell: (line: string) => void,
): Promise<CommandResult> {
  let body = first
  for (;;) {
    const { target, reached, ...view } = await client.ask(moveClockCall, { body })
    if (reached) return clockResult(view)
    tell(`${view.now}: settlement, notices and batches until then are done`)
    body = { to: 'instant', instant: target }
  }
}

/** "90m", "2h" or "3d" in seconds. */
function secondsOf(text: string): number {
  const [, count, unit] = /^(\d{1,5})([mhd])$/.exec(text) ?? []
  if (count === undefined || unit === undefined) throw new UsageError('Give a time like 90m, 2h or 3d.')
  return Number(count) * SECONDS[unit as keyof typeof SECONDS]
}

export const CLOCK_COMMANDS: readonly Command[] = [
  {
    name: 'clock next-banking-day',
    usage: '',
    help: 'move to 09:00 New York of the next banking day',
    run: (client, _input, tell) => move(client, { to: 'nextBankingDay' }, tell),
  },
  {
    name: 'clock advance',
    usage: '<90m|2h|3d>',
    help: 'move forward by so much',
    run: (client, input, tell) =>
      move(client, { to: 'later', seconds: secondsOf(oneWord(input, 'time')) }, tell),
  },
  {
    name: 'clock set',
    usage: '<2026-03-04T09:00:00-05:00>',
    help: 'move forward to an instant',
    run: (client, input, tell) =>
      move(client, { to: 'instant', instant: oneWord(input, 'instant with its offset') }, tell),
  },
  {
    name: 'clock',
    usage: '',
    help: 'the present time of the server; moving it is for demonstrations, never in production',
    run: async (client) => clockResult(await client.ask(readClockCall, { query: {} })),
  },
]
